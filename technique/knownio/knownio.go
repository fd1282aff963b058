// Package knownio keeps small arrays on the stack that readers and writers get, where these turn
// out to be buffers of the standard library, copies what a reader has that was made of it, and
// makes room at once for what is read whole, where its size is known.
package knownio

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("knownio",
		"keep a few bytes on the stack that an io.Reader or io.Writer gets\n\n"+
			"What a function gives to an io.Reader or an io.Writer is on the heap, since the "+
			"compiler does not know what becomes of it. Often it is a buffer of the standard "+
			"library, which copies the bytes. The rewrite asks whether it is one, and gives any "+
			"other a copy: then that is on the heap, as the bytes were before, and they stay on "+
			"the stack.\n\n"+
			"It is proposed for local arrays and slices of a few bytes of which nothing else "+
			"needs a place on the heap, for arrays that are fields of a local struct, results "+
			"or receivers, and for parameters; where some callers give more, the others get a "+
			"function of their own. So it is where the reader is known to be a bufio.Reader, "+
			"which hands on what it gets, or one that io.ReadFull takes as any other.\n\n"+
			"io.ReadAll of a reader that was just made of bytes or a string gives way to a copy "+
			"of them, which has the right size at once, and no error. What is done about an "+
			"error goes away. So it does behind io.ReadFull of the same bytes.Buffer, which then "+
			"stays on the stack.\n\n"+
			"A reader that was just made of bytes or a string, which io.ReadFull reads, is on "+
			"the stack when a function that takes its type does that instead.\n\n"+
			"io.ReadAll of a file that is opened for that alone becomes os.ReadFile. What says "+
			"how long it is, as the body of an HTTP message, an entry of an archive, a file "+
			"whose Stat was asked or a value with a size that gives a reader, "+
			"is read into that much room, up to 1 MiB. It is read to its "+
			"end whatever it says.\n\n"+
			"The rewrite assumes that readers and writers keep nothing of what they are given, "+
			"as io.Reader and io.Writer demand, that no code asks how much room there is "+
			"behind what io.ReadAll returned, and that none depends on a file being open "+
			"when its bytes have been read.",
		technique.Each(variable, (*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)),
		named,
		technique.Each(literal, (*ast.CompositeLit)(nil)),
		technique.Each(readAll, (*ast.CallExpr)(nil)),
		technique.Each(readRest, (*ast.CallExpr)(nil)),
		technique.Each(fromReader, (*ast.AssignStmt)(nil)),
		technique.Each(readFile, (*ast.CallExpr)(nil)),
		technique.Each(readSized, (*ast.CallExpr)(nil)),
		technique.Each(parameter, (*ast.FuncDecl)(nil))),
	Title: "Give readers and writers bytes on the stack",
	Causes: []string{"escaping-variable", "slice-make", "slice-literal", "read-all",
		"library-object", "unknown"},
	Risk: technique.Checked,
	// A copy of what is written can be smaller than the array was.
	ObjectsOnly: true,
}

// mostBytes is how many bytes are copied for a reader or writer that is not known.
const mostBytes = 128

// variable matches the declaration of an array or a slice that readers or writers get.
//
//	have: var b [4]byte; put(b[:], x); _, err := w.Write(b[:])
//	want: var b [4]byte; put(b[:], x); _, err := writeSmall(w, b[:])
func variable(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	v, name, value := technique.Declared(pass.TypesInfo, cur.Node())
	if v == nil || !technique.InList(cur) {
		return none, false
	}
	var at ast.Node = name
	if !roomy(v.Type()) {
		if at = value; !small(pass, value) {
			return none, false
		}
	}
	h := &hands{pass: pass}
	if !h.variable(v) {
		return none, false
	}
	return h.propose(at)
}

// named proposes the same for results, parameters and receivers that are arrays, or structs that
// hold some: a function has a variable of its own for each.
//
//	have: func read(r io.Reader) (h hash, err error) { _, err = io.ReadFull(r, h[:]); return }
//	want: func read(r io.Reader) (h hash, err error) { _, err = readFullSmall(r, h[:]); return }
func named(pass *analysis.Pass, root inspector.Cursor) {
	for _, cur := range technique.Nodes(pass, (*ast.Field)(nil)) {
		fn, _ := technique.EnclosingFunc(cur)
		for _, name := range cur.Node().(*ast.Field).Names {
			v, ok := pass.TypesInfo.Defs[name].(*types.Var)
			if !ok || !roomy(v.Type()) {
				continue
			}
			// A reader that panics has written nothing to the result then.
			if technique.IsResult(fn.Node(), v) && technique.Recovers(pass, fn.Node()) {
				continue
			}
			h := &hands{pass: pass}
			if !h.variable(v) {
				continue
			}
			if p, ok := h.propose(name); ok {
				technique.Report(pass, p)
			}
		}
	}
}

// literal matches bytes that are made where a writer gets them.
//
//	have: w.Write([]byte{kind, byte(n)})
//	want: writeSmall(w, []byte{kind, byte(n)})
func literal(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	h := &hands{pass: pass}
	if cur.ParentEdgeKind() != edge.CallExpr_Args || !small(pass, cur.Node().(ast.Expr)) ||
		!h.use(cur) {
		return technique.Proposal{}, false
	}
	return h.propose(cur.Node())
}

// parameter matches a function that readers or writers get a parameter from, where callers make
// a few bytes for it.
//
//	have: func (e *encoder) write(p []byte) { _, e.err = e.w.Write(p) }
//	want: func (e *encoder) write(p []byte) { _, e.err = writeSmall(e.w, p) }
//
// Other callers may give it more. Then those with a few bytes get a function of their own.
//
//	want: func (e *encoder) writeFew(p []byte) { _, e.err = writeSmall(e.w, p) }
func parameter(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	decl := cur.Node().(*ast.FuncDecl)
	fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || decl.Body == nil || technique.Directed(decl) || fn.Signature().Variadic() {
		return none, false
	}
	params := fn.Signature().Params()
	for i := range params.Len() {
		p := params.At(i)
		if !technique.IsBytes(p.Type()) || !technique.Unassigned(pass, p) {
			continue
		}
		g := giversOf(pass, fn, i)
		h := &hands{pass: pass}
		if len(g.made) == 0 || !h.variable(p) ||
			g.again && slices.ContainsFunc(h.calls, h.buffers) {
			continue
		}
		proposal, ok := h.propose(g.made[0])
		if ok && !g.all {
			proposal.Edits, ok = twin(pass, decl, g, proposal.Edits)
		}
		proposal.Also = append(proposal.Also, g.made[1:]...)
		return proposal, ok
	}
	return none, false
}

// twin returns the edits that give the callers with a few bytes a function of their own, with the
// edits that keep its parameter off the heap.
func twin(pass *analysis.Pass, decl *ast.FuncDecl, g givers, edits []analysis.TextEdit) (
	[]analysis.TextEdit, bool) {
	t, ok := technique.NewTwin(pass, decl, technique.LowerFirst(decl.Name.Name)+"Few")
	if !ok {
		return nil, false
	}
	edits = t.Declare("is "+decl.Name.Name+
		" for a few bytes, which stay on the stack of its caller.", edits)
	for _, call := range g.calls {
		edit, ok := t.Call(call)
		if !ok {
			return nil, false
		}
		edits = append(edits, edit)
	}
	return edits, true
}

// givers are the calls that give a function a few bytes for a parameter.
type givers struct {
	calls []*ast.CallExpr
	made  []ast.Node // what makes the bytes
	all   bool       // there are no other calls
	again bool       // one is in a loop that begins behind what makes the bytes
}

// giversOf returns those of a function.
func giversOf(pass *analysis.Pass, fn *types.Func, index int) (g givers) {
	_, g.all = technique.CallsOf(pass, fn)
	g.all = g.all && technique.SeesAll(pass, fn)
	for _, use := range technique.UsesOf(pass, fn) {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
		}
		if use.ParentEdgeKind() != edge.CallExpr_Fun {
			continue
		}
		call := use.Parent().Node().(*ast.CallExpr)
		if f := technique.FileOf(pass, call.Pos()); f == nil || technique.InTest(pass, f) {
			continue
		}
		var at ast.Node
		if index < len(call.Args) {
			at = giver(pass, call.Args[index])
		}
		if at == nil {
			g.all = false
			continue
		}
		g.calls, g.made = append(g.calls, call), append(g.made, at)
		g.again = g.again || technique.Repeated(use, at.Pos())
	}
	return g
}

// giver returns what makes a few bytes, or the variable that has them.
func giver(pass *analysis.Pass, e ast.Expr) ast.Node {
	for {
		part, ok := ast.Unparen(e).(*ast.SliceExpr)
		if !ok {
			break
		}
		e = part.X
	}
	if small(pass, e) {
		return e
	}
	v, ok := technique.Variable(pass.TypesInfo, ast.Unparen(e))
	if !ok {
		return nil
	}
	if _, local := technique.LocalUses(pass, v); !local {
		return nil
	}
	if isArray(v.Type()) {
		if v.Type().Underlying().(*types.Array).Len() > mostBytes {
			return nil
		}
		if def, ok := technique.Definition(pass, v); ok {
			return def.Node()
		}
		return nil
	}
	if value := technique.OnlyValue(pass, v); value != nil && small(pass, value) {
		return value
	}
	return nil
}

// small reports whether an expression makes a slice of a few bytes.
func small(pass *analysis.Pass, e ast.Expr) bool {
	if e == nil || !technique.IsBytes(pass.TypesInfo.TypeOf(e)) {
		return false
	}
	if n, ok := technique.MadeLength(pass.TypesInfo, e); ok {
		return 0 < n && n <= mostBytes
	}
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	return ok && len(lit.Elts) > 0 && len(lit.Elts) <= mostBytes &&
		!slices.ContainsFunc(lit.Elts, func(e ast.Expr) bool {
			_, keyed := e.(*ast.KeyValueExpr)
			return keyed
		})
}

// few reports whether a type is an array of a few bytes, by whatever name.
func few(t types.Type) bool {
	return isArray(t) && t.Underlying().(*types.Array).Len() <= mostBytes
}

// roomy reports whether a variable of a type has a few bytes in it: it is an array, or a struct
// that may hold one.
func roomy(t types.Type) bool {
	_, is := t.Underlying().(*types.Struct)
	return is || few(t)
}

// whole reports whether a type is one of arrays or structs.
func whole(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Array, *types.Struct:
		return true
	}
	return false
}

func isArray(t types.Type) bool {
	a, ok := t.Underlying().(*types.Array)
	return ok && types.Identical(a.Elem(), types.Typ[types.Byte])
}

// below reports whether a package is one that the helpers import, or that those import.
func below(pkg *types.Package) bool {
	switch pkg.Path() {
	case "bufio", "bytes", "io", "strings":
		return true
	}
	return false
}
