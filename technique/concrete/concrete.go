// Package concrete gives a parameter of an interface type the one type that all
// callers hand over, so that the compiler sees what its methods do with memory.
package concrete

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("concrete",
		"give a parameter the type that all callers hand over\n\n"+
			"What a method of an interface gets, and what the interface holds, goes to the "+
			"heap, because any type could keep it. Where all callers of a function hand over "+
			"the same type, the parameter can have that type, and the compiler knows what "+
			"the methods do.\n\n"+
			"All callers are known when the function is not exported, is only ever called, "+
			"and no file that this build leaves out mentions its name.",
		technique.Each(propose, (*ast.FuncDecl)(nil))),
	Title: "Name the type that an interface always has",
	Causes: []string{"escaping-variable", "escaping-literal", "boxed-argument",
		"string-bytes-conversion", "slice-make", "slice-literal", "library-object", "error-value"},
	Risk: technique.Safe,
}

// propose proposes the first parameter of a function for which one type will do.
//
//	have: func line(w io.Writer, s string) { w.Write([]byte(s)) }
//	      line(&buf, "x")
//	want: func line(w *bytes.Buffer, s string) { w.Write([]byte(s)) }
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	none := technique.Proposal{}
	decl := cur.Node().(*ast.FuncDecl)
	fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || decl.Body == nil || technique.Directed(decl) {
		return none, false
	}
	f := &function{pass: pass, decl: decl, fn: fn, file: technique.FileOf(pass, decl.Pos())}
	if f.file == nil {
		return none, false
	}
	if f.at, ok = technique.CallsOf(pass, fn); !ok || len(f.at) == 0 ||
		!technique.SeesAll(pass, fn) {
		return none, false
	}
	index := 0
	for _, field := range decl.Type.Params.List {
		if len(field.Names) == 1 {
			if p, ok := f.parameter(field, index); ok {
				return p, true
			}
		}
		index += max(1, len(field.Names))
	}
	return none, false
}

// function is one whose callers are known.
type function struct {
	pass *analysis.Pass
	file *ast.File
	decl *ast.FuncDecl
	fn   *types.Func
	at   []inspector.Cursor // its calls
}

// parameter proposes the type that all callers hand over for a parameter.
func (f *function) parameter(field *ast.Field, index int) (technique.Proposal, bool) {
	none := technique.Proposal{}
	v, ok := f.pass.TypesInfo.Defs[field.Names[0]].(*types.Var)
	if !ok || !types.IsInterface(v.Type()) ||
		f.fn.Signature().Variadic() && index == f.fn.Signature().Params().Len()-1 {
		return none, false
	}
	t := f.handed(v, index)
	if t == nil || !f.imported(t) {
		return none, false
	}
	uses, ok := technique.LocalUses(f.pass, v)
	b := &body{f: f, v: v, index: index, t: t}
	for _, use := range uses {
		ok = ok && b.use(use)
	}
	_, pointer := t.Underlying().(*types.Pointer)
	if !ok || len(b.called) == 0 || b.passed && !pointer {
		return none, false
	}
	text, edits, ok := technique.TypeText(f.pass, f.file, field.Type.Pos(), t)
	if !ok {
		return none, false
	}
	p := technique.Proposal{Message: "take " + text + ", which all callers hand over",
		Edits: append(edits, technique.Replace(field.Type, text))}
	for _, n := range append(f.made(v, index), b.called...) {
		if f.file != technique.FileOf(f.pass, n.Pos()) {
			continue
		}
		if p.At == nil {
			p.At = n
		} else {
			p.Also = append(p.Also, n)
		}
	}
	return p, p.At != nil
}

// handed returns the type of the argument in all calls; nil where there are
// several, or an interface. A function that calls itself may hand on its own.
func (f *function) handed(v *types.Var, index int) (t types.Type) {
	for _, cur := range f.at {
		call := cur.Node().(*ast.CallExpr)
		if len(call.Args) != f.fn.Signature().Params().Len() && !f.fn.Signature().Variadic() ||
			index >= len(call.Args) {
			return nil // f(g()), where g has several results
		}
		arg := call.Args[index]
		if technique.Names(f.pass.TypesInfo, arg, v) {
			continue
		}
		is := f.pass.TypesInfo.TypeOf(arg)
		if is == nil || types.IsInterface(is) || f.pass.TypesInfo.Types[arg].IsNil() ||
			t != nil && !types.Identical(t, is) {
			return nil
		}
		t = is
	}
	return t
}

// imported reports whether the package can name a type: it, or what the type
// points to, is its own or that of a package that it imports.
func (f *function) imported(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Parent() != named.Obj().Pkg().Scope() {
		return false
	}
	if named.Obj().Pkg() == f.pass.Pkg {
		return true
	}
	for _, pkg := range f.pass.Pkg.Imports() {
		if pkg == named.Obj().Pkg() {
			return named.Obj().Exported()
		}
	}
	return false
}

// made returns where the callers make what they hand over.
func (f *function) made(v *types.Var, index int) (list []ast.Node) {
	for _, cur := range f.at {
		arg := ast.Unparen(cur.Node().(*ast.CallExpr).Args[index])
		if technique.Names(f.pass.TypesInfo, arg, v) {
			continue // it hands on its own
		}
		if unary, ok := arg.(*ast.UnaryExpr); ok {
			arg = ast.Unparen(unary.X)
		}
		if id, ok := arg.(*ast.Ident); ok {
			list = append(list, f.declared(cur, id)...)
		}
		list = append(list, arg)
	}
	return list
}

// declared returns where the function around a call declares a variable.
func (f *function) declared(call inspector.Cursor, use *ast.Ident) (list []ast.Node) {
	for fn := range call.Enclosing((*ast.FuncDecl)(nil)) {
		for cur := range fn.Preorder((*ast.Ident)(nil)) {
			id := cur.Node().(*ast.Ident)
			if def := f.pass.TypesInfo.Defs[id]; def != nil && def == f.pass.TypesInfo.Uses[use] {
				list = append(list, id)
			}
		}
	}
	return list
}
