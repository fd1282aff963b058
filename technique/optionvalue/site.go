package optionvalue

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

// site is a statement that calls an option.
type site struct {
	file *ast.File
	stmt ast.Stmt // that has the call, and its error where that is not dropped
	call *ast.CallExpr
	of   *option    // that it is a part of, and hands its copy to; or nil
	v    *types.Var // the configuration, or the pointer to it
	at   ast.Node   // where that begins
	// stays says that the configuration does not leave the function by its address.
	stays bool
	// pointer says that the variable is a pointer, which becomes what it points to.
	pointer bool
}

// calls reports whether a call is one of an option.
func (f *family) calls(call *ast.CallExpr) bool {
	if f.pass.TypesInfo.Types[call.Fun].IsType() {
		return false
	}
	if f.isFunc(f.pass.TypesInfo.TypeOf(call.Fun)) {
		return true
	}
	fn, ok := technique.Func(f.pass.TypesInfo, call)
	return ok && f.methods[fn.Origin()]
}

// collect finds the calls of options. Each is a statement of its own, for a configuration that
// no other code reaches while it is changed.
func (f *family) collect() bool {
	gains := false
	for cur := range f.root.Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if !f.calls(call) {
			continue
		}
		s := &site{file: technique.FileOf(f.pass, call.Pos()), call: call}
		if len(call.Args) != 1 || s.file == nil || ast.IsGenerated(s.file) ||
			!f.stands(s, cur.Parent()) || !f.changes(s, cur) {
			return false
		}
		f.sites = append(f.sites, s)
		gains = gains || s.stays
	}
	return gains
}

// changes finds the configuration that a site changes.
func (f *family) changes(s *site, cur inspector.Cursor) bool {
	info := f.pass.TypesInfo
	arg := ast.Unparen(s.call.Args[0])
	addr, open := arg.(*ast.UnaryExpr)
	if open && addr.Op == token.AND {
		arg = ast.Unparen(addr.X)
	}
	v, ok := technique.Variable(info, arg)
	if !ok {
		return false
	}
	s.v = v
	if f.beforehand(s.call.Fun, v) {
		return false
	}
	for _, o := range f.options {
		if o.param == v {
			s.of = o
			return !open
		}
	}
	fn, ok := technique.EnclosingFunc(cur)
	if _, returned := s.stmt.(*ast.ReturnStmt); returned || !ok ||
		v.Kind() == types.ResultVar && technique.SeenAtEnd(f.pass, fn.Node(), v) {
		return false
	}
	uses, ok := technique.LocalUses(f.pass, v)
	if !ok {
		return false
	}
	s.stays = true
	for _, use := range uses {
		if !technique.InFunc(use, fn) || !f.reads(s, use, open) {
			return false
		}
	}
	return f.begins(s, fn, open)
}

// beforehand reports whether a call that finds an option gets the configuration: nothing says
// whether it changes that before or after the option gets the copy.
func (f *family) beforehand(fun ast.Expr, v *types.Var) bool {
	for n := range ast.Preorder(fun) {
		if call, ok := n.(*ast.CallExpr); ok && f.names(call, v) {
			return true
		}
	}
	return false
}

// names reports whether a variable is used in a piece of code.
func (f *family) names(code ast.Node, v *types.Var) bool {
	for n := range ast.Preorder(code) {
		if e, ok := n.(ast.Expr); ok && technique.Names(f.pass.TypesInfo, e, v) {
			return true
		}
	}
	return false
}

// reads judges a use of the configuration, or of the pointer to it, in the function that calls
// the options.
func (f *family) reads(s *site, use inspector.Cursor, open bool) bool {
	switch use.ParentEdgeKind() {
	case edge.SelectorExpr_X:
		return !inPlace(f.pass, use)
	case edge.UnaryExpr_X:
		addr := use.Parent()
		call, ok := addr.Parent().Node().(*ast.CallExpr)
		return open && ok && f.gets(addr, call)
	case edge.CallExpr_Args:
		return open || f.gets(use, use.Parent().Node().(*ast.CallExpr))
	case edge.StarExpr_X:
		return !open && use.Parent().ParentEdgeKind() != edge.UnaryExpr_X
	case edge.ReturnStmt_Results:
		s.stays = s.stays && (open || inlined(f.pass, use))
		return true
	}
	return open // a copy
}

// gets reports whether a call may get the pointer: it is one of an option, or of a function of the
// package that keeps nothing of it.
func (f *family) gets(arg inspector.Cursor, call *ast.CallExpr) bool {
	if f.calls(call) {
		return true
	}
	fn, ok := technique.Func(f.pass.TypesInfo, call)
	if !ok || arg.ParentEdgeKind() != edge.CallExpr_Args || technique.RunsLater(arg.Parent()) {
		return false
	}
	params, index := fn.Signature().Params(), arg.ParentEdgeIndex()
	if fn.Signature().Variadic() && index >= params.Len()-1 ||
		!technique.IsPointer(params.At(index).Type()) {
		return false
	}
	return effects.LetsGo(f.pass, fn, params.At(index))
}

// inlined reports whether a function that returns the pointer is small and called by the package
// alone: the compiler may put what it makes on the stack of its callers.
func inlined(pass *analysis.Pass, ret inspector.Cursor) bool {
	fn, _ := technique.EnclosingFunc(ret)
	decl, ok := fn.Node().(*ast.FuncDecl)
	return ok && !decl.Name.IsExported() && len(decl.Body.List) <= 3
}

// begins finds where the configuration begins: it is made here, and nothing else leads to it.
func (f *family) begins(s *site, fn inspector.Cursor, open bool) bool {
	if open {
		s.at = f.ident(fn, s.v)
		return s.at != nil
	}
	if !technique.KeepsValue(f.pass, s.v, fn.Node()) {
		return false
	}
	for cur := range fn.Preorder((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		v, _, value := technique.Declared(f.pass.TypesInfo, cur.Node())
		if v != s.v {
			continue
		}
		as, _ := cur.Node().(*ast.AssignStmt)
		s.pointer = as != nil && as.Tok == token.DEFINE && len(as.Lhs) == 1 &&
			technique.InList(cur)
		switch e := ast.Unparen(value).(type) {
		case *ast.UnaryExpr:
			s.at = e
			_, lit := ast.Unparen(e.X).(*ast.CompositeLit)
			return e.Op == token.AND && lit
		case *ast.CallExpr:
			s.at = e
			return technique.IsBuiltin(f.pass.TypesInfo, e, "new")
		}
		return false
	}
	return false
}

// ident returns the name by which a function declares a variable.
func (f *family) ident(fn inspector.Cursor, v *types.Var) ast.Node {
	for cur := range fn.Preorder((*ast.Ident)(nil)) {
		if f.pass.TypesInfo.Defs[cur.Node().(*ast.Ident)] == types.Object(v) {
			return cur.Node()
		}
	}
	return nil
}

// propose rewrites all options and their calls.
//
//	have: type Option func(*config); for _, o := range options { o(&c) }
//	want: type Option func(config) config; for _, o := range options { c = o(c) }
func (f *family) propose() (technique.Proposal, bool) {
	p := technique.Proposal{Message: "have options return the " + f.config.Name() +
		" that they change"}
	for _, n := range f.types {
		if file := technique.FileOf(f.pass, n.Pos()); file == nil || ast.IsGenerated(file) {
			return p, false
		}
		name := ""
		if names := n.Params.List[0].Names; len(names) > 0 {
			name = names[0].Name
		}
		p.Edits = append(p.Edits, f.retyped(n, name))
	}
	for _, o := range f.options {
		p.Edits = append(p.Edits, o.edits()...)
	}
	seen := make(map[*types.Var]bool)
	for _, s := range f.sites {
		p.Edits = append(p.Edits, f.rewritten(s)...)
		if s.pointer && !seen[s.v] {
			seen[s.v] = true
			p.Edits = append(p.Edits, f.pointed(s)...)
		}
		if s.stays && s.of == nil {
			if p.At == nil {
				p.At = s.at
			} else if s.at != p.At {
				p.Also = append(p.Also, s.at)
			}
		}
	}
	return p, true
}
