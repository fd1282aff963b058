package together

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// filler is a function of the package that makes a slice as long as one that it gets, fills it and
// returns it.
//
//	func ids(list []int32) []int { out := make([]int, len(list)); ...; return out }
type filler struct {
	fn   *types.Func
	decl *ast.FuncDecl
	made sized
	nth  int // the parameter that says how long
}

// filling is what calls of one such function make in each iteration.
type filling struct {
	filler
	calls []*ast.CallExpr
	of    []ast.Expr
}

// filled proposes to let such functions take the slices from one block.
//
//	have: for i, x := range xs { out[i] = T{ids(x.a), ids(x.b)} }
//	want: total := 0; for _, x := range xs { total += len(x.a); total += len(x.b) }
//	      cells := make([]int, 0, total)
//	      for i, x := range xs { out[i] = T{ids(&cells, x.a), ids(&cells, x.b)} }
func (l *loop) filled() {
	var groups []filling
	for i, stmt := range l.body.List {
		as, ok := stmt.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != 1 || len(as.Rhs) != 1 || !l.reached(as, nil) {
			continue
		}
		if as.Tok == token.DEFINE && !l.keptLater(as, l.body.List[i+1:]) ||
			as.Tok == token.ASSIGN && !l.stores(as) {
			continue
		}
		for _, call := range l.keptCalls(as.Rhs[0]) {
			if f, ok := l.fillerOf(call); ok {
				groups = join(groups, f, call)
			}
		}
	}
	for _, g := range groups {
		if p, ok := l.proposeFilling(g); ok {
			technique.Report(l.pass, p)
		}
	}
}

// join adds a call to those of the same function that look at elements in the same way.
func join(groups []filling, f filler, call *ast.CallExpr) []filling {
	of := call.Args[f.nth]
	_, byIndex := ast.Unparen(of).(*ast.IndexExpr)
	for i, g := range groups {
		if _, same := ast.Unparen(g.of[0]).(*ast.IndexExpr); g.fn == f.fn && same == byIndex {
			groups[i].calls, groups[i].of = append(g.calls, call), append(g.of, of)
			return groups
		}
	}
	return append(groups, filling{f, []*ast.CallExpr{call}, []ast.Expr{of}})
}

// stores reports whether an assignment puts a value into a container, or appends it to a list. What
// takes the place of the one before is let go of.
func (l *loop) stores(as *ast.AssignStmt) bool {
	if call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr); ok && l.appends(call) {
		return technique.SameExpr(l.pass.TypesInfo, as.Lhs[0], call.Args[0])
	}
	e, element := ast.Unparen(as.Lhs[0]).(*ast.IndexExpr)
	return element && l.pass.TypesInfo.Types[e.Index].Value == nil
}

// keptCalls returns the calls whose results are an expression or elements of the literals in it.
func (l *loop) keptCalls(e ast.Expr) (calls []*ast.CallExpr) {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		if l.appends(e) {
			return l.keptCalls(e.Args[1])
		}
		return []*ast.CallExpr{e}
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return l.keptCalls(e.X)
		}
	case *ast.KeyValueExpr:
		return l.keptCalls(e.Value)
	case *ast.CompositeLit:
		for _, elt := range e.Elts {
			calls = append(calls, l.keptCalls(elt)...)
		}
	}
	return calls
}

// fillerOf returns the function that a call names, if the length may be asked for before the loop.
func (l *loop) fillerOf(call *ast.CallExpr) (f filler, ok bool) {
	fn, ok := technique.Func(l.pass.TypesInfo, call)
	if !ok || fn.Pkg() != l.pass.Pkg || call.Ellipsis.IsValid() {
		return f, false
	}
	sig := fn.Signature()
	f.fn, f.decl = fn, technique.DeclOf(l.pass, fn)
	if f.decl == nil || f.decl.Body == nil || sig.Recv() != nil || sig.TypeParams().Len() > 0 ||
		sig.Results().Len() != 1 || sig.Params().Len() != len(call.Args) ||
		technique.Directed(f.decl) || technique.HasGoto(l.pass, f.decl) ||
		l.decl() == f.decl {
		return f, false
	}
	of, ok := f.fills(l.pass)
	if !ok {
		return f, false
	}
	for i := range sig.Params().Len() {
		if sig.Params().At(i) == of {
			f.nth = i
			return f, l.early(call.Args[i])
		}
	}
	return f, false
}

// decl returns the function that the loop stands in.
func (l *loop) decl() *ast.FuncDecl {
	for fn := range l.cur.Enclosing((*ast.FuncDecl)(nil)) {
		return fn.Node().(*ast.FuncDecl)
	}
	return nil
}

// fills reports whether the function makes a slice in a statement of its own, as long as a
// parameter, and returns it in the end. It returns before only where there is nothing to fill.
func (f *filler) fills(pass *analysis.Pass) (of *types.Var, ok bool) {
	list := f.decl.Body.List
	for i, stmt := range list {
		v, _, value := technique.Declared(pass.TypesInfo, stmt)
		call, isCall := ast.Unparen(value).(*ast.CallExpr)
		if v == nil || !isCall {
			continue
		}
		if f.made, ok = madeAsLong(pass, call); !ok {
			return nil, false
		}
		of, ok = technique.Variable(pass.TypesInfo, f.made.of)
		return of, ok && technique.Unassigned(pass, v) &&
			!slices.ContainsFunc(list[:i], func(s ast.Stmt) bool { return !ifNone(pass, s, of) }) &&
			returnsAtEnd(pass, list[i+1:], v)
	}
	return nil, false
}

// ifNone matches if len(x) == 0 { return nil }, and the same with x == nil.
func ifNone(pass *analysis.Pass, stmt ast.Stmt, x *types.Var) bool {
	s, ok := stmt.(*ast.IfStmt)
	if !ok || s.Init != nil || s.Else != nil || len(s.Body.List) != 1 {
		return false
	}
	cond, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if _, returns := s.Body.List[0].(*ast.ReturnStmt); !ok || !returns || cond.Op != token.EQL {
		return false
	}
	info := pass.TypesInfo
	if call, ok := cond.X.(*ast.CallExpr); ok {
		return technique.IsBuiltin(info, call, "len") && technique.IsInt(info, cond.Y, 0) &&
			technique.Names(info, call.Args[0], x)
	}
	return info.Types[cond.Y].IsNil() && technique.Names(info, cond.X, x)
}

// returnsAtEnd reports whether the last of some statements returns a variable, and none before.
func returnsAtEnd(pass *analysis.Pass, list []ast.Stmt, v *types.Var) bool {
	returns := 0
	for _, stmt := range list {
		for n := range ast.Preorder(stmt) {
			if _, ok := n.(*ast.ReturnStmt); ok {
				returns++
			}
		}
	}
	if len(list) == 0 || returns != 1 {
		return false
	}
	ret, ok := list[len(list)-1].(*ast.ReturnStmt)
	return ok && technique.Names(pass.TypesInfo, ret.Results[0], v)
}

// proposeFilling gives the function a block to take the slices from: the function itself where the
// loop has all of its calls, or else another one.
func (l *loop) proposeFilling(g filling) (p technique.Proposal, ok bool) {
	made, decl := g.made.call, g.decl
	edits, ok := carve.Declare(l.pass, technique.FileOf(l.pass, decl.Pos()), made)
	if !ok || !technique.Since(l.pass, l.file, "go1.18") ||
		!technique.Since(l.pass, technique.FileOf(l.pass, decl.Pos()), "go1.18") {
		return p, false
	}
	block := "block"
	for n := range ast.Preorder(decl) {
		if id, ok := n.(*ast.Ident); ok && id.Name == block {
			return p, false
		}
	}
	p = technique.Proposal{At: made, Message: "make the elements of the loop together"}
	edits = append(edits, technique.Insert(decl.Type.Params.Opening+1, block+" *[]"+
		technique.Text(l.pass, g.made.typ.(*ast.ArrayType).Elt)+", "),
		technique.Replace(made, "carve("+block+", "+technique.Text(l.pass, made.Args[1])+")"))
	return l.fromBlock(p, g, edits)
}

// fromBlock makes the block before the loop, and has the calls take from it.
func (l *loop) fromBlock(p technique.Proposal, g filling, edits []analysis.TextEdit) (
	technique.Proposal, bool) {
	elem, imports, ok := technique.TypeText(l.pass, l.file, l.stmt.Pos(), g.made.elem)
	all, own := technique.CallsOf(l.pass, g.fn)
	own = own && len(all) == len(g.calls) && technique.SeesAll(l.pass, g.fn)
	var twin technique.Twin
	if ok && !own {
		twin, ok = technique.NewTwin(l.pass, g.decl, technique.LowerFirst(g.fn.Name())+"From")
		if ok {
			edits = twin.Declare("is "+g.fn.Name()+" with elements of a block.", edits)
		}
	}
	if !ok {
		return p, false
	}
	total, block := l.unused("total"), l.fresh(g.made.elem)
	p.Edits = append(append(edits, imports...), technique.Insert(l.stmt.Pos(), fmt.Sprintf(
		"%s := 0\n%s%s := make([]%s, 0, %s)\n", total, l.sum(total, g.of...), block, elem, total)))
	for _, call := range g.calls {
		p.Also = append(p.Also, call)
		p.Edits = append(p.Edits, technique.Insert(call.Lparen+1, "&"+block+", "))
		if own {
			continue
		}
		edit, ok := twin.Call(call)
		if !ok {
			return p, false
		}
		p.Edits = append(p.Edits, edit)
	}
	return p, true
}
