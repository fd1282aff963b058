package nofmt

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// toOwn is for a statement that prints to a type of the package whose Write does nothing but
// append to a slice. No operand may change the slice or lie in it, since all is appended at once.
//
//	have: fmt.Fprintf(b, "%s=%d ", key, n)
//	want: b.text = append(strconv.AppendInt(append(append(b.text,
//		key...), '='), int64(n), 10), ' ')
func (s *site) toOwn(fn function, pieces []piece) (text string, ok bool) {
	if !fn.writes() || s.anyBytes() || !s.anyBoxed() {
		return "", false
	}
	at, ok := technique.Find(s.pass, s.call)
	if !ok || at.ParentEdgeKind() != edge.ExprStmt_X || !technique.InList(at.Parent()) {
		return "", false
	}
	for _, x := range s.call.Args {
		if !effects.Only(s.pass, x, effects.Keeps) {
			return "", false
		}
	}
	dst, ok := s.slice()
	return dst + " = " + appendAll(dst, pieces), ok
}

// slice returns the slice to which Write of the writer appends.
func (s *site) slice() (string, bool) {
	name, ok := s.receiver()
	w := s.call.Args[0]
	p, pointer := types.Unalias(s.pass.TypesInfo.TypeOf(w)).(*types.Pointer)
	if !ok || !pointer {
		return "", false
	}
	named, ok := types.Unalias(p.Elem()).(*types.Named)
	if !ok {
		return "", false
	}
	obj, path, _ := types.LookupFieldOrMethod(named, true, s.pass.Pkg, "Write")
	method, ok := obj.(*types.Func)
	if !ok || len(path) != 1 || !technique.SameInBuilds(s.pass, method) {
		return "", false
	}
	decl := technique.DeclOf(s.pass, method)
	if decl == nil || decl.Body == nil || s.within(decl) {
		return "", false
	}
	to, ok := s.appendsOnly(decl)
	if !ok {
		return "", false
	}
	if sel, ok := to.(*ast.SelectorExpr); ok {
		return name + "." + sel.Sel.Name, true
	}
	if _, taken := ast.Unparen(w).(*ast.UnaryExpr); taken {
		return name, true
	}
	return "*" + name, true
}

// appendsOnly returns what a method appends its parameter to, a field of its receiver or what that
// points to, if it does nothing else and returns the length.
//
//	b.text = append(b.text, p...)
//	return len(p), nil
func (s *site) appendsOnly(decl *ast.FuncDecl) (to ast.Expr, ok bool) {
	recv, params := decl.Recv.List[0], decl.Type.Params.List
	if len(decl.Body.List) != 2 || len(recv.Names) != 1 || len(params) != 1 ||
		len(params[0].Names) != 1 {
		return nil, false
	}
	info := s.pass.TypesInfo
	p := info.Defs[params[0].Names[0]]
	as, isAssign := decl.Body.List[0].(*ast.AssignStmt)
	ret, isReturn := decl.Body.List[1].(*ast.ReturnStmt)
	if !isAssign || !isReturn || as.Tok != token.ASSIGN || len(as.Lhs) != 1 ||
		len(as.Rhs) != 1 || len(ret.Results) != 2 || !info.Types[ret.Results[1]].IsNil() {
		return nil, false
	}
	call, ok := as.Rhs[0].(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(info, call, "append") || len(call.Args) != 2 ||
		!call.Ellipsis.IsValid() || !technique.Names(info, call.Args[1], p) ||
		!technique.SameExpr(info, as.Lhs[0], call.Args[0]) {
		return nil, false
	}
	count, ok := ret.Results[0].(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(info, count, "len") ||
		!technique.Names(info, count.Args[0], p) {
		return nil, false
	}
	of := as.Lhs[0]
	switch e := of.(type) {
	case *ast.SelectorExpr:
		of = e.X
		if sel := info.Selections[e]; sel == nil || len(sel.Index()) != 1 {
			return nil, false
		}
	case *ast.StarExpr:
		of = e.X
	}
	return as.Lhs[0], technique.IsPointer(info.TypeOf(of)) &&
		technique.Names(info, of, info.Defs[recv.Names[0]])
}
