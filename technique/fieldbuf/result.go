package fieldbuf

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// resultsIn returns the results of a method that are arrays with names: what a statement gives
// away of one can be in the field as long as the statement runs.
func resultsIn(fn inspector.Cursor, base site) (list []*site) {
	if base.decl.Type.Results == nil || technique.HasDefer(base.decl.Body) {
		return nil // a deferred function could see the result when the statement panics
	}
	for _, field := range base.decl.Type.Results.List {
		for _, name := range field.Names {
			s := base
			v, ok := s.pass.TypesInfo.Defs[name].(*types.Var)
			cur, found := fn.FindNode(name)
			if !ok || !found || !technique.IsArray(v.Type()) || !s.ofElements(v.Type()) {
				continue
			}
			s.size = v.Type().Underlying().(*types.Array).Len()
			s.v, s.at, s.cur = v, name, cur
			if s.fits() {
				list = append(list, &s)
			}
		}
	}
	return list
}

// returned reports whether the site is a result of its method.
func (s *site) returned() bool {
	return s.cur.ParentEdgeKind() == edge.Field_Names
}

// lent reports whether each part of a result is given away in a statement of its own, which names
// the result nowhere else and leaves the field alone, and notes these parts. All else copies the
// result, or has to do with single elements.
func (s *site) lent(o *owner) bool {
	given := false
	uses, ok := technique.LocalUses(s.pass, s.v)
	for _, use := range uses {
		f := &follow{site: s}
		if later(use, s.v) || !s.lends(o, f, use) {
			return false
		}
		given = given || f.given
	}
	return ok && given
}

// lends reports whether a use of a result is one of these.
func (s *site) lends(o *owner, f *follow, use inspector.Cursor) bool {
	info, parent := s.pass.TypesInfo, use.Parent()
	switch use.ParentEdgeKind() {
	case edge.AssignStmt_Lhs:
		return true
	case edge.IndexExpr_X:
		return !technique.PointedTo(info, parent)
	case edge.SliceExpr_X:
	default:
		return technique.ByValue(info, use)
	}
	call, ok := parent.Parent().Node().(*ast.CallExpr)
	if !ok || parent.ParentEdgeKind() != edge.CallExpr_Args || info.Types[call.Fun].IsType() ||
		technique.IsBuiltin(info, call, "append") {
		return false
	}
	fn, ok := technique.Func(info, call)
	if ok && effects.ReturnsSlice(fn) {
		return false
	}
	return f.argument(parent.Parent(), call, parent.ParentEdgeIndex()) &&
		(!f.given || s.lendsIn(o, use))
}

// lendsIn reports whether a part of a result can be one of the field instead while the statement
// around it runs, and notes that.
func (s *site) lendsIn(o *owner, use inspector.Cursor) bool {
	stmt := evaluated(use)
	switch n := stmt.Node().(type) {
	case *ast.ExprStmt:
	case *ast.AssignStmt:
		if len(n.Rhs) != 1 {
			return false
		}
	default:
		return false
	}
	count := 0
	for id := range ast.Preorder(stmt.Node()) {
		if _, is := id.(*ast.FuncLit); is {
			return false
		}
		if e, is := id.(*ast.Ident); is && s.pass.TypesInfo.Uses[e] == types.Object(s.v) {
			count++
		}
	}
	part, n := use.Parent().Node().(*ast.SliceExpr), stmt.Node()
	s.parts = append(s.parts, use)
	s.spans = append(s.spans, span{n.Pos(), n.End()})
	return count == 1 && technique.InList(stmt) && part.Max == nil && s.constant(part.Low) &&
		s.constant(part.High) && !technique.Commented(s.pass, n) &&
		technique.Visible(s.pass, s.recv, n.Pos()) && s.visible(n) &&
		o.undisturbed(s, n.Pos(), n.End())
}

// visible reports whether the receiver and the result still have their names behind a statement.
func (s *site) visible(n ast.Node) bool {
	return technique.Visible(s.pass, s.recv, n.End()) && technique.Visible(s.pass, s.v, n.End())
}

// constant reports whether a bound of a part is not there, or constant.
func (s *site) constant(bound ast.Expr) bool {
	return bound == nil || s.pass.TypesInfo.Types[bound].Value != nil
}

// around has the field hold the result while statements run that give it away.
//
//	have: fill(b[:])
//	want: x.scratch = b; fill(x.scratch[:]); b = x.scratch
func (s *site) around(room string, size int64) ([]analysis.TextEdit, bool) {
	var edits []analysis.TextEdit
	for _, use := range s.parts {
		stmt, name := evaluated(use).Node(), s.v.Name()
		before, behind := room+" = "+name+"\n", "\n"+name+" = "+room
		part := use.Parent().Node().(*ast.SliceExpr)
		text := strings.Replace(technique.Text(s.pass, part), name, room, 1)
		if s.size < size {
			before = fmt.Sprintf("copy(%s[:], %s[:])\n", room, name)
			behind = fmt.Sprintf("\ncopy(%s[:], %s[:])", name, room)
			text = s.shorter(part, room)
		}
		if !technique.Predeclared(s.pass, stmt.Pos(), "copy") {
			return nil, false
		}
		edits = append(edits, technique.Insert(stmt.Pos(), before),
			technique.Replace(part, text), technique.Insert(stmt.End(), behind))
	}
	return edits, true
}

// shorter writes a part of the field that has no more room than the same part of the result.
func (s *site) shorter(part *ast.SliceExpr, room string) string {
	low, high := "", fmt.Sprint(s.size)
	if part.Low != nil {
		low = technique.Text(s.pass, part.Low)
	}
	if part.High != nil {
		high = technique.Text(s.pass, part.High)
	}
	return fmt.Sprintf("%s[%s:%s:%d]", room, low, high, s.size)
}
