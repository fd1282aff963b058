package optionvalue

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// family is all that changes one configuration: types of functions, methods of interfaces, and
// the functions and methods that are of them.
type family struct {
	pass   *analysis.Pass
	root   inspector.Cursor
	config *types.TypeName
	fails  bool // all of them return an error

	funcs   []*types.TypeName    // named types of such functions
	methods map[*types.Func]bool // of interfaces, and what implements them
	types   []*ast.FuncType      // where these are declared without a body
	options []*option
	sites   []*site
}

// suits reports whether the configuration may be copied, and whether no other package reaches
// it.
func (f *family) suits() bool {
	t := f.config.Type()
	size, known := technique.SizeOf(f.pass, t)
	if f.config.Exported() || f.config.Parent() != f.pass.Pkg.Scope() || !known || size == 0 ||
		size > largest || !technique.Copyable(t) ||
		technique.MentionedBeside(f.pass, f.config.Name()) {
		return false
	}
	for cur := range f.root.Preorder((*ast.FuncDecl)(nil)) {
		decl := cur.Node().(*ast.FuncDecl)
		if fn, ok := f.pass.TypesInfo.Defs[decl.Name].(*types.Func); ok && fn.Exported() &&
			f.shown(fn.Signature()) {
			return false
		}
	}
	for _, use := range technique.UsesOf(f.pass, f.config) {
		if use.ParentEdgeKind() == edge.TypeSpec_Type {
			return false // another name, or a type of the same fields
		}
	}
	return !f.reachable()
}

// reachable reports whether another package gets the configuration by a variable, a field, or a
// type that is not one of the family.
func (f *family) reachable() bool {
	for _, obj := range f.pass.TypesInfo.Defs {
		switch obj := obj.(type) {
		case *types.Var:
			if obj.Exported() && (obj.IsField() || obj.Parent() == f.pass.Pkg.Scope()) &&
				f.leads(obj.Type()) {
				return true
			}
		case *types.TypeName:
			if obj != f.config && f.gives(obj.Type().Underlying()) {
				return true
			}
		}
	}
	return false
}

// gives reports whether a type that has a name leads to the configuration, and is not one of
// functions that change it.
func (f *family) gives(t types.Type) bool {
	sig, ok := t.(*types.Signature)
	if ok {
		if config, _ := changed(sig); config == f.config {
			return false
		}
	}
	return f.leads(t)
}

// shown reports whether an exported function gets or returns the configuration.
func (f *family) shown(sig *types.Signature) bool {
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range tuple.Variables() {
			if f.leads(v.Type()) {
				return true
			}
		}
	}
	return false
}

// leads reports whether a type without a name leads to the configuration.
func (f *family) leads(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			if f.leads(arg) {
				return true
			}
		}
		return t.Obj() == f.config
	case *types.Pointer:
		return f.leads(t.Elem())
	case *types.Slice:
		return f.leads(t.Elem())
	case *types.Array:
		return f.leads(t.Elem())
	case *types.Map:
		return f.leads(t.Elem()) || f.leads(t.Key())
	case *types.Chan:
		return f.leads(t.Elem())
	case *types.Signature:
		return f.shown(t)
	case *types.Interface:
		for m := range t.Methods() {
			if m.Exported() && f.shown(m.Signature()) {
				return true
			}
		}
	}
	return false
}

// declared finds the types and methods of the family. It fails where the type of such a
// function is written elsewhere.
func (f *family) declared() bool {
	f.methods = make(map[*types.Func]bool)
	info := f.pass.TypesInfo
	var names []string // of methods of interfaces
	for cur := range f.root.Preorder((*ast.FuncType)(nil)) {
		n := cur.Node().(*ast.FuncType)
		if !f.ours(info.TypeOf(n)) {
			continue
		}
		switch parent := cur.Parent().Node().(type) {
		case *ast.FuncLit, *ast.FuncDecl:
		case *ast.TypeSpec:
			obj, ok := info.Defs[parent.Name].(*types.TypeName)
			if !ok || parent.Assign.IsValid() || obj.Parent() != f.pass.Pkg.Scope() {
				return false
			}
			f.funcs, f.types = append(f.funcs, obj), append(f.types, n)
		case *ast.Field:
			if _, ok := cur.Parent().Parent().Parent().Node().(*ast.InterfaceType); !ok ||
				len(parent.Names) != 1 || parent.Names[0].IsExported() {
				return false
			}
			fn, ok := info.Defs[parent.Names[0]].(*types.Func)
			if !ok {
				return false
			}
			f.methods[fn], f.types = true, append(f.types, n)
			names = append(names, fn.Name())
		default:
			return false
		}
	}
	for cur := range f.root.Preorder((*ast.FuncDecl)(nil)) {
		decl := cur.Node().(*ast.FuncDecl)
		fn, ok := info.Defs[decl.Name].(*types.Func)
		if !ok || fn.Signature().Recv() == nil || !f.ours(fn.Signature()) ||
			!slices.Contains(names, fn.Name()) {
			continue
		}
		if !f.option(cur, decl.Type, decl.Body) {
			return false
		}
		f.methods[fn.Origin()] = true
	}
	return len(f.types) > 0
}

// ours reports whether a type is that of a function that changes the configuration.
func (f *family) ours(t types.Type) bool {
	sig, ok := types.Unalias(t).(*types.Signature)
	if !ok {
		return false
	}
	config, fails := changed(sig)
	return config == f.config && fails == f.fails
}

// values looks at all functions that change the configuration. Each is a literal that becomes
// an option, or one that is only called.
func (f *family) values() bool {
	for cur := range f.root.Preorder((*ast.Ident)(nil), (*ast.SelectorExpr)(nil),
		(*ast.FuncLit)(nil), (*ast.CallExpr)(nil)) {
		e := cur.Node().(ast.Expr)
		tv := f.pass.TypesInfo.Types[e]
		if tv.Type == nil || tv.IsType() || !f.ours(tv.Type) ||
			cur.ParentEdgeKind() == edge.SelectorExpr_Sel { // the selector is looked at
			continue
		}
		lit, ok := e.(*ast.FuncLit)
		if ok && (!f.converted(cur) || !f.option(cur, lit.Type, lit.Body)) ||
			!ok && cur.ParentEdgeKind() != edge.CallExpr_Fun {
			return false
		}
	}
	return len(f.options) > 0
}

// converted reports whether a literal becomes a value of a type of the family: what it is
// returned as, assigned to, or given to, is of such a type.
func (f *family) converted(cur inspector.Cursor) bool {
	info := f.pass.TypesInfo
	switch n := cur.Parent().Node().(type) {
	case *ast.ReturnStmt:
		fn, _ := technique.EnclosingFunc(cur.Parent())
		var sig types.Type
		switch fn := fn.Node().(type) {
		case *ast.FuncDecl:
			sig = info.Defs[fn.Name].Type()
		case *ast.FuncLit:
			sig = info.TypeOf(fn)
		}
		results := sig.(*types.Signature).Results()
		return len(n.Results) == results.Len() && f.isFunc(results.At(cur.ParentEdgeIndex()).Type())
	case *ast.CallExpr:
		if cur.ParentEdgeKind() != edge.CallExpr_Args {
			return false
		}
		if info.Types[n.Fun].IsType() {
			return f.isFunc(info.TypeOf(n))
		}
		sig, ok := info.TypeOf(n.Fun).Underlying().(*types.Signature)
		if !ok {
			return false
		}
		i, last := cur.ParentEdgeIndex(), sig.Params().Len()-1
		if sig.Variadic() && i >= last {
			list, ok := sig.Params().At(last).Type().(*types.Slice)
			return ok && f.isFunc(list.Elem())
		}
		return i <= last && f.isFunc(sig.Params().At(i).Type())
	case *ast.AssignStmt:
		return len(n.Lhs) == len(n.Rhs) && f.isFunc(info.TypeOf(n.Lhs[cur.ParentEdgeIndex()]))
	case *ast.ValueSpec:
		return n.Type != nil && f.isFunc(info.TypeOf(n.Type))
	case *ast.CompositeLit:
		switch t := info.TypeOf(n).Underlying().(type) {
		case *types.Slice:
			return f.isFunc(t.Elem())
		case *types.Array:
			return f.isFunc(t.Elem())
		}
	}
	return false
}

// isFunc reports whether a type is a named one of the family's functions.
func (f *family) isFunc(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && slices.Contains(f.funcs, named.Obj())
}
