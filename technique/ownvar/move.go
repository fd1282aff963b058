package ownvar

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// move moves the declaration of a variable that only a literal uses, which runs once, to where it
// begins.
//
//	have: n := 0; go func() { n++; f(n) }()
//	want: go func() { n := 0; n++; f(n) }()
func (x *variable) move() bool {
	stmt, start, ok := x.declaration()
	if !x.once || !ok || !x.undeclared() || !x.meansSame(stmt) {
		return false
	}
	names, _, _ := declared(stmt)
	if !x.goAlong(names) {
		return false
	}
	if names[0] != x.def.Node() {
		return true // moved with the first of them
	}
	x.gone = &ast.BadStmt{From: start, To: stmt.End()} // with the comment above it
	x.begin = technique.Text(x.pass, x.gone) + "\n"
	return true
}

// declaration returns the statement that declares the variable, if it may be left out there
// because only the literal uses the variable, and where it begins. No comment stands behind it.
func (x *variable) declaration() (stmt ast.Node, start token.Pos, ok bool) {
	cur := x.def.Parent()
	if x.def.ParentEdgeKind() == edge.ValueSpec_Names {
		cur = cur.Parent().Parent()
	}
	_, values, ok := declared(cur.Node())
	if !ok || len(x.outside) > 0 || !technique.InList(cur) || !timelessAll(x.pass, values) ||
		technique.CommentedAround(x.pass, cur.Node(), cur.Node()) {
		return nil, 0, false
	}
	file := technique.FileOf(x.pass, cur.Node().Pos())
	return cur.Node(), technique.Start(x.pass, file, cur.Node().(ast.Stmt)), true
}

// declared returns the names that a statement declares, with a value for each of them or none.
func declared(stmt ast.Node) (names []*ast.Ident, values []ast.Expr, ok bool) {
	switch n := stmt.(type) {
	case *ast.AssignStmt:
		for _, left := range n.Lhs {
			id, _ := left.(*ast.Ident)
			names = append(names, id)
		}
		return names, n.Rhs, n.Tok == token.DEFINE && len(n.Lhs) == len(n.Rhs)
	case *ast.DeclStmt:
		if gen := n.Decl.(*ast.GenDecl); len(gen.Specs) == 1 {
			spec, ok := gen.Specs[0].(*ast.ValueSpec)
			return spec.Names, spec.Values,
				ok && (len(spec.Values) == 0 || len(spec.Values) == len(spec.Names))
		}
	}
	return nil, nil, false
}

// goAlong reports whether the other variables that a statement declares belong to the literal
// alone, too.
func (x *variable) goAlong(names []*ast.Ident) bool {
	for _, id := range names {
		v, ok := x.pass.TypesInfo.Defs[id].(*types.Var)
		if v == x.v {
			continue
		}
		def, found := technique.Find(x.pass, id)
		if !ok || !found {
			return false
		}
		y, ok := belongs(x.pass, def, v)
		if !ok || y.lit != x.lit || len(y.outside) > 0 || !y.undeclared() {
			return false
		}
	}
	return true
}

// meansSame reports whether the type and the value in a declaration mean the same in the literal.
func (x *variable) meansSame(stmt ast.Node) bool {
	at := x.lit.Node().(*ast.FuncLit).Body.List[0].Pos()
	for n := range ast.Preorder(stmt) {
		id, isName := n.(*ast.Ident)
		if isName && x.pass.TypesInfo.Defs[id] != nil {
			continue
		}
		if e, ok := n.(ast.Expr); ok &&
			!technique.ResolvesSameAt(x.pass, e, at) {
			return false
		}
	}
	return true
}

// timeless reports whether an expression has the same value later, and neither has effects nor
// panics: it is made of constants and of variables that never change.
func timeless(pass *analysis.Pass, e ast.Expr) bool {
	info := pass.TypesInfo
	if tv := info.Types[e]; tv.Value != nil || tv.IsNil() {
		return true
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return timeless(pass, e.X)
	case *ast.Ident:
		v, ok := technique.Variable(info, e)
		return ok && fixed(pass, v)
	case *ast.UnaryExpr:
		_, isLit := ast.Unparen(e.X).(*ast.CompositeLit)
		return (isLit && e.Op == token.AND || e.Op == token.SUB || e.Op == token.NOT) &&
			timeless(pass, e.X)
	case *ast.CompositeLit:
		return !technique.IsMap(info.TypeOf(e)) && timelessAll(pass, e.Elts) ||
			len(e.Elts) == 0
	case *ast.CallExpr:
		return timelessCall(pass, e)
	}
	return false
}

// timelessAll reports that of all elements of a literal, or values of a declaration.
func timelessAll(pass *analysis.Pass, elements []ast.Expr) bool {
	for _, e := range elements {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		if !timeless(pass, e) {
			return false
		}
	}
	return true
}

// timelessCall reports that of conversions of numbers and of what makes empty memory.
func timelessCall(pass *analysis.Pass, call *ast.CallExpr) bool {
	info := pass.TypesInfo
	switch {
	case info.Types[call.Fun].IsType():
		_, from := info.TypeOf(call.Args[0]).Underlying().(*types.Basic)
		_, to := info.TypeOf(call).Underlying().(*types.Basic)
		return from && to && timeless(pass, call.Args[0])
	case technique.IsBuiltin(info, call, "len"):
		t := info.TypeOf(call.Args[0])
		return (technique.IsText(t) || technique.IsSlice(t)) && timeless(pass, call.Args[0])
	case technique.IsBuiltin(info, call, "new"), technique.IsBuiltin(info, call, "make"):
		return info.Types[call.Args[0]].IsType() &&
			!slices.ContainsFunc(call.Args[1:], func(e ast.Expr) bool {
				return info.Types[e].Value == nil
			})
	}
	return false
}

// fixed reports whether a variable of a function never gets another value, in none of its parts,
// and is small enough to be put into a closure as a copy.
func fixed(pass *analysis.Pass, v *types.Var) bool {
	uses, ok := technique.LocalUses(pass, v)
	size, known := technique.SizeOf(pass, v.Type())
	if !ok || !known || size > mostCaptured {
		return false
	}
	for _, use := range uses {
		if given, addressed := technique.Changed(pass.TypesInfo, use); given || addressed {
			return false
		}
	}
	def, found := technique.Definition(pass, v)
	if !found {
		return def.ParentEdgeKind() == edge.Field_Names && !isResult(def, v)
	}
	return perRound(pass, def)
}

// isResult reports whether a variable is a result of the function that declares it: a return
// statement gives it a value.
func isResult(def inspector.Cursor, v *types.Var) bool {
	fn, ok := technique.EnclosingFunc(def)
	return !ok || technique.IsResult(fn.Node(), v)
}
