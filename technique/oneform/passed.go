package oneform

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// passes matches what a variable holds from one statement to the next, where it is an argument;
// other than scratch memory.
//
//	have: v := f(x); g(y, v)
//	want: g(y, f(x))
func (f *former) passes(s, next ast.Stmt) bool {
	left, right := given(s)
	if len(left) != 1 || len(right) != 1 {
		return false
	}
	made, v := ast.Unparen(right[0]), f.Info.Defs[left[0]]
	if v == nil || !f.adds(made) || !types.Identical(v.Type(), f.Info.TypeOf(made)) ||
		!f.handedOn(v.Type(), s.Pos()) || f.scratch(made) {
		return false
	}
	var first ast.Expr
	switch next := next.(type) {
	case *ast.ExprStmt:
		first = next.X
	case *ast.ReturnStmt:
		if len(next.Results) == 1 {
			first = next.Results[0]
		}
	case *ast.AssignStmt:
		plain := next.Tok == token.ASSIGN || next.Tok == token.DEFINE
		if plain && len(next.Rhs) == 1 && !slices.ContainsFunc(next.Lhs, isMore) {
			first = next.Rhs[0]
		}
	}
	use := f.argument(first, v)
	if use == nil || f.uses(v) != 1 {
		return false
	}
	f.change(s.Pos(), next.End(), []piece{
		{start: f.tok.Offset(next.Pos()), end: f.tok.Offset(use.Pos()), kind: value},
		f.source(made, argument),
		{start: f.tok.Offset(use.End()), end: f.tok.Offset(next.End()), kind: value},
	})
	return true
}

// adds reports whether an expression is a call that may make new memory, or a sum of texts.
func (f *former) adds(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.CallExpr:
		return f.makes(e)
	case *ast.BinaryExpr:
		return e.Op == token.ADD && f.Info.Types[e].Value == nil &&
			types.Identical(f.Info.TypeOf(e), types.Typ[types.String])
	}
	return false
}

// handedOn reports whether what a variable of a type holds is worth less by name than as an
// argument: texts, and outside of loops, which may go on with one that they have, what pointers and
// interfaces hold, and functions.
func (f *former) handedOn(t types.Type, pos token.Pos) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Slice:
		return types.Identical(u.Elem(), types.Typ[types.Byte])
	case *types.Pointer, *types.Interface, *types.Signature:
		return !f.inLoop(pos) && !types.Identical(t, types.Universe.Lookup("error").Type())
	}
	return false
}

// scratch reports whether an expression makes what a function needs only as long as it runs, and
// takes much memory for it: a reader or writer with a buffer, or bytes that are read into. That is
// worth a name, by which it can be given back.
func (f *former) scratch(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return f.Info.Types[fun].IsBuiltin() && fun.Name == "make"
	case *ast.SelectorExpr:
		fn, ok := f.Info.Uses[fun.Sel].(*types.Func)
		if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "bufio" {
			return false
		}
		switch fn.Name() {
		case "NewReader", "NewReaderSize", "NewWriter", "NewWriterSize":
			return true
		}
	}
	return false
}

// isMore reports whether an expression is more than the name of a variable.
func isMore(e ast.Expr) bool {
	_, ok := e.(*ast.Ident)
	return !ok
}

// argument returns where v is an argument in an expression, which evaluates nothing before it that
// could be another value when what v is given is made only there; nil for nowhere.
func (f *former) argument(e ast.Expr, v types.Object) ast.Expr {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return f.argument(e.X, v)
	case *ast.UnaryExpr:
		if e.Op != token.ARROW {
			return f.argument(e.X, v)
		}
	case *ast.CallExpr:
		if !f.before(e.Fun) {
			if sel, ok := e.Fun.(*ast.SelectorExpr); ok {
				return f.argument(sel.X, v)
			}
			return nil
		}
		for i, arg := range e.Args {
			if e.Ellipsis.IsValid() && i == len(e.Args)-1 {
				return nil // what adds room for it asks for its length
			}
			if id, ok := arg.(*ast.Ident); ok && f.Info.Uses[id] == v {
				return id
			}
			if !f.before(arg) {
				return f.argument(arg, v)
			}
		}
	}
	return nil
}

// before reports whether an expression may be evaluated before or after a call: it is a constant,
// names a function or method, or a variable that no call changes.
func (f *former) before(e ast.Expr) bool {
	if tv := f.Info.Types[e]; tv.Value != nil || tv.IsType() || tv.IsBuiltin() {
		return true
	}
	switch e := e.(type) {
	case *ast.Ident:
		return f.steady(e) && !f.calls(e)
	case *ast.SelectorExpr:
		fn, ok := f.Info.Uses[e.Sel].(*types.Func)
		if !ok {
			return false
		}
		if fn.Signature().Recv() == nil {
			return true
		}
		id, ok := e.X.(*ast.Ident)
		return ok && f.steadyName(id)
	}
	return false
}

// uses returns how often the function names a variable, but for its declaration.
func (f *former) uses(v types.Object) (n int) {
	for node := range ast.Preorder(f.fn) {
		if id, ok := node.(*ast.Ident); ok && f.Info.Uses[id] == v {
			n++
		}
	}
	return n
}
