package inplace

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// copies matches a loop that copies all of a new slice or map: what is copied will do itself.
//
//	have: out := make(map[K]V); for k, v := range m { out[k] = v }; return out
//	want: return m
func copies(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	s, ok := over(pass, cur)
	if !ok || s.part {
		return p, false
	}
	f := filter{source: s}
	if !f.copiesAll() || !f.begins() || !f.unused() || !f.owned() ||
		technique.Commented(pass, cur.Node()) {
		return p, false
	}
	unseen := technique.IsSlice(f.kept.Type()) && effects.NilUnseen(pass, f.kept)
	isNil := f.nilStart() && !unseen
	if !isNil && !unseen && !f.full || isNil && technique.IsMap(f.kept.Type()) {
		return p, false
	}
	return f.use(isNil)
}

// copiesAll matches the only statement of the loop.
//
//	out[k] = v        out = append(out, v)
func (f *filter) copiesAll() bool {
	info, n := f.pass.TypesInfo, f.loop.Node().(*ast.RangeStmt)
	if len(n.Body.List) != 1 || n.Value == nil {
		return false
	}
	as, ok := n.Body.List[0].(*ast.AssignStmt)
	value := info.Defs[n.Value.(*ast.Ident)]
	if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 || value == nil {
		return false
	}
	switch left := as.Lhs[0].(type) {
	case *ast.IndexExpr:
		f.kept, ok = technique.Variable(info, left.X)
		key := info.Defs[n.Key.(*ast.Ident)]
		ok = ok && technique.Names(info, left.Index, key) && technique.Names(info, as.Rhs[0], value)
		ok = ok && technique.IsMap(f.kept.Type())
	case *ast.Ident:
		f.kept, ok = technique.Variable(info, left)
		ok = ok && grown(info, as, f.kept) &&
			technique.Names(info, as.Rhs[0].(*ast.CallExpr).Args[1], value)
	default:
		return false
	}
	return ok && types.Identical(f.kept.Type(), info.TypeOf(f.on()))
}

// unused reports whether the copy is not used before the loop, nor below a function literal.
func (f *filter) unused() bool {
	for _, use := range technique.UsesOf(f.pass, f.kept) {
		if use.Node().Pos() < f.loop.Node().Pos() || !technique.InFunc(use, f.fn) {
			return false
		}
	}
	return true
}

// use lets the code behind the loop use what was copied.
func (f *filter) use(isNil bool) (technique.Proposal, bool) {
	p := technique.Proposal{At: f.loop.Node().(*ast.RangeStmt).Body.List[0],
		Message: "use what was made for " + f.kept.Name() + " itself",
		Safe:    technique.IsMap(f.kept.Type()) || effects.CapacityUnseen(f.pass, f.kept)}
	if f.value != nil {
		p.Also = append(p.Also, f.value)
	}
	var instead []string
	if f.v != nil {
		p.Message = "use " + f.v.Name() + " itself, which nothing else has"
	} else {
		instead = append(instead, f.kept.Name()+" := "+technique.Text(f.pass, f.call))
	}
	if isNil && !hasElements(f.pass.TypesInfo, f.call) {
		name := f.kept.Name()
		if f.v != nil {
			name = f.v.Name()
		}
		instead = append(instead, "if len("+name+") == 0 {\n"+name+" = nil\n}")
	}
	if len(instead) == 0 {
		p.Edits = append(p.Edits, technique.Remove(f.pass, f.loop.Node()))
	} else {
		p.Edits = append(p.Edits, technique.Replace(f.loop.Node(), strings.Join(instead, "\n")))
	}
	return f.rename(p, true)
}

// hasElements reports whether a call never returns a slice without elements: it splits a text at
// what is not empty.
func hasElements(info *types.Info, e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok || !technique.IsFunc(info, call, "strings", "Split") &&
		!technique.IsFunc(info, call, "bytes", "Split") {
		return false
	}
	sep, ok := technique.ConstantText(info, call.Args[1])
	return ok && sep != ""
}

// rename takes the declaration of the other slice or map away, and uses the variable that the
// loop goes over in its stead, if it has one. The loop may be no more.
func (f *filter) rename(p technique.Proposal, gone bool) (technique.Proposal, bool) {
	p.Edits = append(append(p.Edits, f.called...), technique.Remove(f.pass, f.start.Node()))
	for _, use := range technique.UsesOf(f.pass, f.kept) {
		if f.v == nil || gone && f.loop.Contains(use) {
			continue
		}
		if !technique.Visible(f.pass, f.v, use.Node().Pos()) {
			return p, false
		}
		p.Edits = append(p.Edits, technique.Replace(use.Node(), f.v.Name()))
	}
	return p, true
}
