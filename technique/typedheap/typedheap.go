// Package typedheap gives heaps of values methods that push and pop elements of their type,
// where package container/heap takes and returns interfaces.
package typedheap

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("typedheap",
		"push to a heap and pop from it without interfaces\n\n"+
			"heap.Push and heap.Pop hand elements over as interfaces. An element that is no "+
			"pointer is copied to the heap for that, each time. Methods that do the same for "+
			"the type of the elements need no copy: they are made of the heap's own methods "+
			"Push and Pop, and heap.Fix, which sees no element, moves what is new or has "+
			"taken the place of the first.\n\n"+
			"The rewrite assumes that Less and Swap look only at the elements that they are "+
			"told, and do not panic.",
		technique.Each(propose, (*ast.FuncDecl)(nil))),
	Title:  "Push and pop by the type of the elements",
	Causes: []string{"boxed-argument", "unknown"},
	Risk:   technique.Checked,
}

// propose asks about a method of a heap.
func propose(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	m, ok := methodAt(pass, cur)
	if !ok {
		return p, false
	}
	if m.decl.Name.Name == "Push" {
		return m.push()
	}
	return m.pop()
}

// method is Push or Pop of a type that is a heap.
type method struct {
	pass *analysis.Pass
	file *ast.File
	cur  inspector.Cursor
	decl *ast.FuncDecl
	fn   *types.Func
	recv *ast.Ident
	of   *types.Pointer // to the heap
	elem types.Type
	// heap is what package container/heap is called, and edits import it.
	heap  string
	edits []analysis.TextEdit
	typ   string // the type of the elements, as text
}

// methodAt matches such a method, with a receiver that is a pointer.
func methodAt(pass *analysis.Pass, cur inspector.Cursor) (m *method, ok bool) {
	decl := cur.Node().(*ast.FuncDecl)
	name := decl.Name.Name
	if decl.Recv == nil || decl.Body == nil || name != "Push" && name != "Pop" ||
		len(decl.Recv.List) != 1 || len(decl.Recv.List[0].Names) != 1 {
		return nil, false
	}
	m = &method{pass: pass, cur: cur, decl: decl, recv: decl.Recv.List[0].Names[0]}
	m.fn, ok = pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || m.fn.Signature().RecvTypeParams().Len() > 0 {
		return nil, false
	}
	m.of, ok = types.Unalias(m.fn.Signature().Recv().Type()).(*types.Pointer)
	m.file = technique.FileOf(pass, decl.Pos())
	return m, ok && m.isHeap() && m.file != nil && !technique.Commented(pass, decl.Body)
}

// isHeap reports whether the type has the methods of heap.Interface, Push and Pop of its own.
func (m *method) isHeap() bool {
	for _, name := range []string{"Len", "Less", "Swap", "Push", "Pop"} {
		obj, _, _ := types.LookupFieldOrMethod(m.of, true, m.pass.Pkg, name)
		fn, ok := obj.(*types.Func)
		if !ok || technique.DeclOf(m.pass, fn) == nil {
			return false
		}
	}
	return true
}

// boxed reports whether a value of a type is copied to the heap for an interface.
func boxed(pass *analysis.Pass, t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Chan, *types.Map, *types.Signature, *types.Interface:
		return false
	case *types.Basic:
		return u.Kind() != types.UnsafePointer && u.Kind() != types.UntypedNil
	}
	size, known := technique.SizeOf(pass, t)
	return known && size > 0
}

// ready finds how the new method is written, once the type of the elements is known.
func (m *method) ready(name string) bool {
	if !boxed(m.pass, m.elem) {
		return false
	}
	if obj, _, _ := types.LookupFieldOrMethod(m.of, true, m.pass.Pkg, name); obj != nil {
		return false
	}
	var edits, imports []analysis.TextEdit
	var ok bool
	m.typ, edits, ok = technique.TypeText(m.pass, m.file, m.decl.Pos(), m.elem)
	m.heap, imports = technique.AddImport(m.pass, m.file, m.decl.Body.Lbrace, "container/heap")
	m.edits = append(edits, imports...)
	return ok && m.free(m.heap) && m.free(m.recv.Name) && m.recv.Name != "_"
}

// free reports whether the body declares nothing of a name.
func (m *method) free(name string) bool {
	for n := range ast.Preorder(m.decl.Body) {
		if id, ok := n.(*ast.Ident); ok && id.Name == name && m.pass.TypesInfo.Defs[id] != nil {
			return false
		}
	}
	return true
}

// declare inserts the new method behind the old one.
func (m *method) declare(text string) {
	m.edits = append(m.edits, technique.Insert(m.decl.End(), "\n\n"+text))
}

// receiver is how the receiver is written, "(h *queue)".
func (m *method) receiver() string {
	return "(" + m.recv.Name + " " + technique.Text(m.pass, m.decl.Recv.List[0].Type) + ")"
}

// calls returns the calls of a function of package container/heap with this heap, which may
// be called for each: the heap is a variable, or the address of one.
func (m *method) calls(name string) (list []inspector.Cursor, ok bool) {
	for _, imported := range m.pass.Pkg.Imports() {
		if imported.Path() != "container/heap" {
			continue
		}
		fn, isFunc := imported.Scope().Lookup(name).(*types.Func)
		if !isFunc {
			return nil, false
		}
		for _, use := range technique.UsesOf(m.pass, fn) {
			call, ok := use.Parent().Parent().Node().(*ast.CallExpr)
			if !ok || call.Fun != use.Parent().Node() || len(call.Args) == 0 ||
				technique.InTest(m.pass, technique.FileOf(m.pass, call.Pos())) {
				continue
			}
			if types.Identical(m.pass.TypesInfo.TypeOf(call.Args[0]), m.of) &&
				!technique.RunsLater(use.Parent().Parent()) &&
				!technique.Commented(m.pass, call) {
				list = append(list, use.Parent().Parent())
			}
		}
	}
	return list, len(list) > 0
}

// subject returns the text of a heap that a method is called of: h, or v for &v.
func (m *method) subject(e ast.Expr) (string, bool) {
	e = ast.Unparen(e)
	if addr, ok := e.(*ast.UnaryExpr); ok {
		e = ast.Unparen(addr.X)
	}
	return technique.Text(m.pass, e), technique.Pure(m.pass.TypesInfo, e)
}
