// Package latecopy copies scratch memory where an error tells of it, and tells it from a copy
// that is kept, so that it can be on the stack.
package latecopy

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("latecopy",
		"keep scratch memory on the stack, and a copy of what is shown or kept\n\n"+
			"What package fmt prints is on the heap, because a method of it could keep it: "+
			"so an array or a slice whose bytes are only looked at is put there as soon as "+
			"one error message shows it, and all ways through the function pay for the one "+
			"that fails. The rewrite prints a copy, and the compiler keeps the rest on the "+
			"stack. It follows the memory into the functions of the package that get it, also "+
			"what a call gathers for a variadic parameter.\n\n"+
			"A variable that becomes its own copy, key = bytes.Clone(key), has what it copies put "+
			"on the heap as well where the copy is kept, because the compiler decides for a "+
			"variable, not for what is in it: with a parameter, what each caller hands over. "+
			"The rewrite gives the copy a variable of its own.\n\n"+
			"It is proposed for elements that lead nowhere, of which fmt makes text at once.",
		run),
	Title: "Keep a copy, and the scratch memory on the stack",
	Causes: []string{"escaping-variable", "slice-make", "slice-literal", "escaping-literal",
		"variadic-slice", "string-bytes-conversion"},
	Risk: technique.Safe,
}

func run(pass *analysis.Pass, root inspector.Cursor) {
	var all []found
	for _, cur := range technique.Nodes(pass, (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil)) {
		all = local(all, pass, cur)
	}
	for _, cur := range technique.Nodes(pass, (*ast.CallExpr)(nil), (*ast.CompositeLit)(nil)) {
		all = passed(all, pass, cur)
	}
	for _, cur := range technique.Nodes(pass, (*ast.FuncDecl)(nil)) {
		all = gathered(all, pass, cur.Node().(*ast.FuncDecl))
	}
	for _, f := range joined(all) {
		f.report()
	}
}

// local judges the declaration of one variable as scratch memory, and appends what it finds.
//
//	var buf [16]byte, buf := make([]byte, 16), buf := []byte(s)
func local(all []found, pass *analysis.Pass, cur inspector.Cursor) []found {
	v, id, value := technique.Declared(pass.TypesInfo, cur.Node())
	if v == nil || !scratch(v.Type()) {
		return all
	}
	at := ast.Node(id)
	if _, isArray := v.Type().Underlying().(*types.Array); !isArray {
		value = ast.Unparen(value)
		if !made(pass.TypesInfo, value) {
			return all
		}
		at = value
	}
	f := &flow{pass: pass, seen: make(map[*types.Var]bool)}
	if f.variable(v) && f.late(cur) {
		all = append(all, found{f, at, nil})
	}
	return all
}

// scratch reports whether a type is an array or slice of elements that lead nowhere: numbers, and
// others by whatever name, since methods of these get copies.
func scratch(t types.Type) bool {
	var elem types.Type
	switch u := t.Underlying().(type) {
	case *types.Array:
		elem = u.Elem()
	case *types.Slice:
		elem = u.Elem()
	default:
		return false
	}
	basic, ok := elem.Underlying().(*types.Basic)
	return ok && basic.Info()&(types.IsNumeric|types.IsBoolean|types.IsString) != 0
}

// made reports whether an expression makes a slice of its own, which could be on
// the stack.
func made(info *types.Info, e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		return technique.IsBuiltin(info, e, "make") || fromText(info, e)
	}
	return false
}

// fromText reports whether a call makes bytes of a string.
func fromText(info *types.Info, call *ast.CallExpr) bool {
	if !info.Types[call.Fun].IsType() || len(call.Args) != 1 || !scratch(info.TypeOf(call)) {
		return false
	}
	return technique.IsText(info.TypeOf(call.Args[0]))
}

// passed judges memory that is made for a call of a function of the package.
//
//	f([]byte(s)), f(make([]byte, 16)), f([]byte{1, 2})
func passed(all []found, pass *analysis.Pass, cur inspector.Cursor) []found {
	value := cur.Node().(ast.Expr)
	if cur.ParentEdgeKind() != edge.CallExpr_Args || !made(pass.TypesInfo, value) ||
		!scratch(pass.TypesInfo.TypeOf(value)) {
		return all
	}
	call := cur.Parent().Node().(*ast.CallExpr)
	fn, ok := technique.Func(pass.TypesInfo, call)
	if !ok || technique.DeclOf(pass, fn) == nil {
		return all
	}
	f := &flow{pass: pass, seen: make(map[*types.Var]bool)}
	if f.ownFunc(call, fn, cur.ParentEdgeIndex()) {
		all = append(all, found{f, value, nil})
	}
	return all
}

// gathered judges the slices that calls make for the variadic parameter of a function.
//
//	check(kind, first, second)
func gathered(all []found, pass *analysis.Pass, decl *ast.FuncDecl) []found {
	fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || !fn.Signature().Variadic() || decl.Body == nil {
		return all
	}
	last := fn.Signature().Params().Len() - 1
	param := fn.Signature().Params().At(last)
	var calls []ast.Node
	for _, use := range technique.UsesOf(pass, fn) {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
		}
		call, ok := use.Parent().Node().(*ast.CallExpr)
		if ok && use.ParentEdgeKind() == edge.CallExpr_Fun && !call.Ellipsis.IsValid() &&
			len(call.Args) > last {
			calls = append(calls, call)
		}
	}
	f := &flow{pass: pass, seen: make(map[*types.Var]bool)}
	if len(calls) > 0 && scratch(param.Type()) && f.variable(param) {
		all = append(all, found{f, calls[0], calls[1:]})
	}
	return all
}
