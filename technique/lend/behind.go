package lend

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// behind is a function whose result callers append to a slice: it can append to that itself.
type behind struct {
	*maker
	dst    string
	edits  []analysis.TextEdit
	places []ast.Node // where a slice is made that is not needed
}

// appendedTo matches a function that makes a slice which callers append to one of their own.
//
//	have: func row(x int) []byte { return append([]byte{'r'}, text(x)...) }
//	      out = append(out, row(x)...)
//	want: func appendRow(dst []byte, x int) []byte { return append(append(dst, 'r'), text(x)...) }
//	      out = appendRow(out, x)
func appendedTo(of *maker) (p technique.Proposal, ok bool) {
	sig := of.fn.Signature()
	if sig.Results().Len() != 1 || sig.Variadic() {
		return p, false
	}
	pass, m := of.pass, *of
	m.t = sig.Results().At(0).Type()
	if _, isSlice := m.t.(*types.Slice); !isSlice {
		return p, false
	}
	b := &behind{maker: &m, dst: technique.FreshName(pass, m.file, "dst")}
	if !b.body() || len(b.places) == 0 {
		return p, false
	}
	calls, all := b.appended()
	if len(calls) == 0 {
		return p, false
	}
	sep := ", "
	if m.decl.Type.Params.NumFields() == 0 {
		sep = ""
	}
	b.edits = append(b.edits, technique.Insert(m.decl.Type.Params.Opening+1, b.dst+" "+
		technique.Text(pass, m.decl.Type.Results.List[0].Type)+sep))
	p = technique.Proposal{At: b.places[0], Also: b.places[1:], Edits: append(b.edits, calls...),
		Message: "let " + m.fn.Name() + " append to the slice that its result goes to"}
	if all {
		return p, true
	}
	twin, ok := technique.NewTwin(pass, m.decl, "append"+technique.UpperFirst(m.fn.Name()))
	if !ok {
		return p, false
	}
	for _, call := range b.callsOf() {
		if edit, ok := twin.Call(call); ok {
			p.Edits = append(p.Edits, edit)
		}
	}
	p.Edits = twin.Declare("appends what "+m.fn.Name()+" returns.", p.Edits)
	return p, true
}

// appended returns the edits of the calls whose result a statement appends, and whether these are
// all calls that there can be.
func (b *behind) appended() (edits []analysis.TextEdit, all bool) {
	for _, call := range b.callsOf() {
		cur, ok := technique.Find(b.pass, call)
		if !ok {
			continue
		}
		outer := cur.Parent().Node().(*ast.CallExpr)
		out := technique.Text(b.pass, outer.Args[0])
		if len(call.Args) > 0 {
			out += ", "
		}
		edits = append(edits,
			technique.Replace(technique.Span{From: outer.Pos(), To: call.Pos()}, ""),
			technique.Insert(call.Lparen+1, out),
			technique.Replace(technique.Span{From: call.End(), To: outer.End()}, ""))
	}
	calls, only := technique.CallsOf(b.pass, b.fn)
	return edits, only && len(edits) == 3*len(calls) &&
		technique.SeesAll(b.pass, b.fn)
}

// callsOf returns the calls that stand in x = append(out, f(x)...), for a slice that nothing
// else leads to. What grows bit by bit moves more often on the heap than where it may begin on the
// stack, and is copied once: that pays in a loop, where the slice has grown before.
func (b *behind) callsOf() (calls []*ast.CallExpr) {
	for _, use := range technique.UsesOf(b.pass, b.fn) {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
			s := b.pass.TypesInfo.Selections[use.Node().(*ast.SelectorExpr)]
			if s == nil || s.Kind() != types.MethodVal {
				continue
			}
		}
		if use.ParentEdgeKind() != edge.CallExpr_Fun {
			continue
		}
		at := use.Parent()
		call := at.Node().(*ast.CallExpr)
		outer, ok := at.Parent().Node().(*ast.CallExpr)
		if !ok || at.ParentEdgeKind() != edge.CallExpr_Args || len(outer.Args) != 2 ||
			!outer.Ellipsis.IsValid() || technique.Commented(b.pass, outer) ||
			!technique.IsBuiltin(b.pass.TypesInfo, outer, "append") ||
			at.Parent().ParentEdgeKind() != edge.AssignStmt_Rhs {
			continue
		}
		as := at.Parent().Parent().Node().(*ast.AssignStmt)
		out, ok := technique.Variable(b.pass.TypesInfo, outer.Args[0])
		if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != 1 ||
			!types.Identical(out.Type(), b.t) ||
			b.decl.Pos() <= call.Pos() && call.Pos() < b.decl.End() || !ownSlice(b.pass, out) ||
			b.v != nil && !technique.Repeated(at, out.Pos()) {
			continue
		}
		calls = append(calls, call)
	}
	return calls
}

// ownSlice reports whether a variable begins with no elements, or with such as are made for it, is
// only appended to, measured, and in the end handed on: what a function is given does
// not lead to its elements, nor to the room behind them.
func ownSlice(pass *analysis.Pass, v *types.Var) bool {
	def, ok := technique.Definition(pass, v)
	if !ok || v.IsField() || v.Parent() == pass.Pkg.Scope() {
		return false
	}
	fn, inFunc := technique.EnclosingFunc(def)
	if !inFunc || technique.HasGoto(pass, fn.Node()) {
		return false // which may be a loop around all uses
	}
	switch def.ParentEdgeKind() {
	case edge.AssignStmt_Lhs:
		if !newSlice(pass, technique.Initial(pass, v)) {
			return false
		}
	case edge.ValueSpec_Names:
		spec := def.Parent().Node().(*ast.ValueSpec)
		if len(spec.Values) > 0 && !newSlice(pass, technique.Initial(pass, v)) {
			return false
		}
	case edge.Field_Names:
		if def.Parent().Parent().ParentEdgeKind() != edge.FuncType_Results {
			return false
		}
	default:
		return false
	}
	uses, ok := technique.LocalUses(pass, v)
	for i, use := range uses {
		if !technique.InFunc(use, fn) {
			return false
		}
		if i == len(uses)-1 && !technique.Repeated(use, v.Pos()) {
			break // nothing is appended later
		}
		switch use.ParentEdgeKind() {
		case edge.ReturnStmt_Results:
		case edge.AssignStmt_Lhs:
			if use.Parent().Node().(*ast.AssignStmt).Tok != token.ASSIGN ||
				!growsSelf(pass, use.Parent().Node().(*ast.AssignStmt), v) {
				return false
			}
		case edge.CallExpr_Args:
			call := use.Parent().Node().(*ast.CallExpr)
			as, _ := use.Parent().Parent().Node().(*ast.AssignStmt)
			text := pass.TypesInfo.Types[call.Fun].IsType() &&
				technique.IsText(pass.TypesInfo.TypeOf(call))
			if !text && !technique.IsBuiltin(pass.TypesInfo, call, "len") &&
				!(as != nil && growsSelf(pass, as, v)) {
				return false
			}
		default:
			return false
		}
	}
	return ok
}

// newSlice reports whether an expression makes a slice, or is none.
func newSlice(pass *analysis.Pass, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		return technique.IsBuiltin(pass.TypesInfo, e, "make")
	}
	return false
}

// growsSelf matches v = append(v, x), and v = strconv.AppendInt(v, x, 10).
func growsSelf(pass *analysis.Pass, as *ast.AssignStmt, v *types.Var) bool {
	if len(as.Lhs) != 1 || len(as.Rhs) != 1 || as.Tok != token.ASSIGN ||
		!technique.Names(pass.TypesInfo, as.Lhs[0], v) {
		return false
	}
	call, ok := as.Rhs[0].(*ast.CallExpr)
	if !ok || len(call.Args) < 2 || !technique.Names(pass.TypesInfo, call.Args[0], v) {
		return false
	}
	for _, arg := range call.Args[1:] {
		if technique.Uses(pass.TypesInfo, arg, v) {
			return false
		}
	}
	fn, isFunc := technique.Func(pass.TypesInfo, call)
	return technique.IsBuiltin(pass.TypesInfo, call, "append") || isFunc && effects.Appends(fn)
}
