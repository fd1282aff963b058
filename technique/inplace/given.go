package inplace

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// isGiven reports whether the variable is a parameter of the function, which runs the loop at
// most once, and does not just copy what it gets: that is what such a function is for.
func (s *source) isGiven() bool {
	decl, ok := s.fn.Node().(*ast.FuncDecl)
	copier := filter{source: *s}
	return ok && s.v.Kind() == types.ParamVar && decl.Type.Params.Pos() <= s.v.Pos() &&
		s.v.Pos() < decl.Type.Params.End() && !technique.InLoop(s.loop.Parent()) &&
		!copier.copiesAll()
}

// unseen reports whether the function needs nothing of its parameter when an element has been
// written: what uses it before that keeps nothing of it, or gives it back as it is.
func (f *filter) unseen() bool {
	for _, use := range technique.UsesOf(f.pass, f.v) {
		if f.loop.Node().End() <= use.Node().Pos() || f.loop.Contains(use) && !f.looks(use) {
			return false
		}
	}
	return technique.Fixed(f.pass, f.v) && effects.NoOtherHas(f.pass, f.fn.Node(), f.v,
		func(use inspector.Cursor) bool {
			return f.loop.Contains(use) ||
				use.ParentEdgeKind() == edge.ReturnStmt_Results && technique.InFunc(use, f.fn)
		})
}

// givenAway reports whether all callers are known, and each gives the function memory that nothing
// else has, and that it does not use again.
func (f *filter) givenAway() bool {
	decl := f.fn.Node().(*ast.FuncDecl)
	fn, ok := f.pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || technique.Directed(decl) {
		return false
	}
	index := place(fn.Signature(), f.v)
	calls, known := technique.CallsOf(f.pass, fn)
	if !known || len(calls) == 0 || index < 0 || !technique.SeesAll(f.pass, fn) {
		return false
	}
	f.full = true
	for _, call := range calls {
		fresh, full := gives(f.pass, call, index, fn.Signature())
		if !fresh {
			return false
		}
		f.full = f.full && full
	}
	return f.renames(decl, fn, calls)
}

// place returns which parameter a variable is; below zero where the function takes any number.
func place(sig *types.Signature, v *types.Var) int {
	for i := range sig.Params().Len() {
		if sig.Params().At(i) == v && !sig.Variadic() {
			return i
		}
	}
	return -1
}

// gives reports whether a call gives its memory away with an argument, and whether that is never
// nil.
//
//	f(load())        list = f(list)        return f(list[1:])
func gives(pass *analysis.Pass, call inspector.Cursor, index int, sig *types.Signature) (
	fresh, full bool) {
	args := call.Node().(*ast.CallExpr).Args
	if len(args) != sig.Params().Len() || technique.RunsLater(call) {
		return false, false
	}
	e := ast.Unparen(args[index])
	if fresh, full := effects.Fresh(pass, e, 0); fresh {
		return fresh, full
	}
	if part, ok := e.(*ast.SliceExpr); ok {
		e = ast.Unparen(part.X)
	}
	v, isVar := technique.Variable(pass.TypesInfo, e)
	if !isVar || !lastUse(pass, call, v, e) {
		return false, false
	}
	return effects.FreshIn(pass, v, func(use inspector.Cursor) bool { return use.Node() == e })
}

// lastUse reports whether what a variable has is not used when a call that gets it has begun,
// because nothing uses the variable, or the statement of the call gives it another value.
func lastUse(pass *analysis.Pass, call inspector.Cursor, v *types.Var, arg ast.Expr) bool {
	fn, inFunc := technique.EnclosingFunc(call)
	def, declared := technique.Definition(pass, v)
	if !inFunc || !declared || !technique.InFunc(def, fn) ||
		technique.HasGoto(pass, fn.Node()) || rangesOver(pass, call, v) {
		return false
	}
	stmt := statement(call)
	given := overwrites(pass.TypesInfo, stmt.Node(), v)
	for _, use := range technique.UsesOf(pass, v) {
		switch {
		case use.Node() == arg || call.Contains(use) && readsBefore(pass, fn, use):
		case stmt.Contains(use):
			if !given || use.ParentEdgeKind() != edge.AssignStmt_Lhs {
				return false
			}
		case !given && arg.Pos() < use.Node().Pos():
			return false
		}
	}
	return given || !technique.Repeated(call, v.Pos())
}

// readsBefore reports whether a use in an argument of a call is a length or the value of an
// element, which is there before the call begins.
func readsBefore(pass *analysis.Pass, fn, use inspector.Cursor) bool {
	info := pass.TypesInfo
	switch n := use.Parent().Node().(type) {
	case *ast.CallExpr:
		return technique.IsBuiltin(info, n, "len") && technique.InFunc(use, fn)
	case *ast.IndexExpr:
		return n.X == use.Node() && !technique.PointedTo(info, use.Parent()) &&
			technique.InFunc(use, fn)
	}
	return false
}

// statement returns the innermost statement around an expression, or its function.
func statement(cur inspector.Cursor) inspector.Cursor {
	for {
		switch cur.Node().(type) {
		case ast.Stmt, *ast.FuncDecl:
			return cur
		}
		cur = cur.Parent()
	}
}

// overwrites reports whether a statement gives a variable that there is another value.
func overwrites(info *types.Info, n ast.Node, v *types.Var) bool {
	as, ok := n.(*ast.AssignStmt)
	if !ok || as.Tok != token.ASSIGN && as.Tok != token.DEFINE {
		return false
	}
	for _, left := range as.Lhs {
		if id, ok := left.(*ast.Ident); ok && info.Uses[id] == types.Object(v) {
			return true
		}
	}
	return false
}

// rangesOver reports whether a place is in a loop over what a variable had when that began.
func rangesOver(pass *analysis.Pass, cur inspector.Cursor, v *types.Var) bool {
	for around := range cur.Enclosing((*ast.RangeStmt)(nil)) {
		n := around.Node().(*ast.RangeStmt)
		if n.X.End() <= cur.Node().Pos() && technique.Uses(pass.TypesInfo, n.X, v) {
			return true
		}
	}
	return false
}
