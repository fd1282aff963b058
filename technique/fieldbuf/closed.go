package fieldbuf

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// closed returns the methods that may run where an unexported method of an interface is called:
// no other package can declare one of that name. It is not ok for another function, and where
// the code of one is not seen.
func closed(pass *analysis.Pass, fn *types.Func) (list []*ast.FuncDecl, ok bool) {
	recv := fn.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) || fn.Exported() || fn.Pkg() != pass.Pkg {
		return nil, false
	}
	for _, file := range pass.Files {
		for _, d := range file.Decls {
			decl, is := d.(*ast.FuncDecl)
			if !is || decl.Recv == nil || decl.Name.Name != fn.Name() {
				continue
			}
			sig := declared(pass, decl).Signature()
			if !types.Identical(sig, fn.Signature()) && sig.RecvTypeParams().Len() == 0 {
				continue
			}
			if decl.Body == nil {
				return nil, false
			}
			list = append(list, decl)
		}
	}
	return list, len(list) > 0
}

// declared returns the function that a declaration declares.
func declared(pass *analysis.Pass, decl *ast.FuncDecl) *types.Func {
	return pass.TypesInfo.Defs[decl.Name].(*types.Func)
}

// literals returns the functions that may run where a field is called: all that it gets are
// function literals. It is not ok for another call, and where the field is exported, or might
// get something else.
func literals(pass *analysis.Pass, call *ast.CallExpr) (list []*ast.FuncLit, ok bool) {
	v, ok := technique.Callee(pass.TypesInfo, call).(*types.Var)
	if !ok || !v.IsField() || v.Exported() || v.Pkg() != pass.Pkg {
		return nil, false
	}
	owner := technique.OwnerOf(pass, v)
	if owner == nil || !technique.NamesFields(pass, owner) ||
		!technique.NeverCopied(pass, owner) || converted(pass, owner) {
		return nil, false
	}
	for _, use := range technique.UsesOf(pass, v) {
		value, ok := gets(use)
		if !ok {
			return nil, false
		}
		if value == nil || pass.TypesInfo.Types[value].IsNil() {
			continue
		}
		lit, ok := ast.Unparen(value).(*ast.FuncLit)
		if !ok {
			return nil, false
		}
		list = append(list, lit)
	}
	return list, len(list) > 0
}

// converted reports whether a pointer to another struct may become one to a struct of some type,
// whose fields have got their values elsewhere.
func converted(pass *analysis.Pass, owner *types.TypeName) bool {
	for _, use := range technique.UsesOf(pass, owner) {
		star := use.Parent()
		if use.ParentEdgeKind() == edge.StarExpr_X &&
			star.ParentEdgeKind() == edge.ParenExpr_X &&
			star.Parent().ParentEdgeKind() == edge.CallExpr_Fun {
			return true
		}
	}
	return false
}

// gets returns what a field gets where it is named, nil where it is called, or compared. It is
// not ok for other uses.
func gets(use inspector.Cursor) (value ast.Expr, ok bool) {
	if use.ParentEdgeKind() == edge.KeyValueExpr_Key {
		return use.Parent().Node().(*ast.KeyValueExpr).Value, true
	}
	if use.ParentEdgeKind() != edge.SelectorExpr_Sel {
		return nil, false
	}
	sel := use.Parent()
	switch sel.ParentEdgeKind() {
	case edge.CallExpr_Fun, edge.BinaryExpr_X, edge.BinaryExpr_Y:
		return nil, true
	case edge.AssignStmt_Lhs:
		as := sel.Parent().Node().(*ast.AssignStmt)
		if len(as.Lhs) == len(as.Rhs) {
			return as.Rhs[sel.ParentEdgeIndex()], true
		}
	}
	return nil, false
}

// changes reports whether a method surely changes what a field of its receiver leads to, by a
// method of an interface of the package: each of those writes to its own receiver, without a
// lock.
func (s *site) changes(decl *ast.FuncDecl, recv *types.Var) (found bool) {
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if _, is := n.(*ast.FuncLit); is {
			return false
		}
		call, is := n.(*ast.CallExpr)
		found = found || is && s.changesBy(call, recv)
		return !found
	})
	return found
}

// changesBy reports whether a call does so.
func (s *site) changesBy(call *ast.CallExpr, recv *types.Var) bool {
	fn, ok := technique.Func(s.pass.TypesInfo, call)
	sel, method := call.Fun.(*ast.SelectorExpr)
	if !ok || !method || !s.ownField(sel.X, recv) {
		return false
	}
	list, ok := closed(s.pass, fn)
	for _, decl := range list {
		own := receiver(s.pass, decl)
		if own == nil || !technique.IsPointer(own.Type()) || s.locks(decl) ||
			!s.writes(decl, own) {
			return false
		}
	}
	return ok
}
