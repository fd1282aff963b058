package dropconv

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

// handing is a call that hands a text over to a writer, as its last operand: nothing
// runs between the conversion and the call. It is trusted to do with the text what
// io.Writer demands: to change nothing of it, and to keep nothing.
type handing struct {
	pass *analysis.Pass
	file *ast.File
	text ast.Expr // what is handed over: a conversion, or a parameter
	call *ast.CallExpr
}

// handed matches a text that only a writer gets.
//
//	have: io.WriteString(w, string(b)), fmt.Fprint(w, string(b)), w.Write([]byte(s))
//	want: w.Write(b), w.Write(b), io.WriteString(w, s)
func handed(pass *analysis.Pass, cur inspector.Cursor, dir direction,
	drop []analysis.TextEdit) (p technique.Proposal, ok bool) {
	h := &handing{pass: pass, file: technique.FileOf(pass, cur.Node().Pos()),
		text: cur.Node().(ast.Expr)}
	up := cur.Parent()
	if h.file == nil || cur.ParentEdgeKind() != edge.CallExpr_Args || lentBuffer(pass, cur) {
		return p, false
	}
	h.call = up.Node().(*ast.CallExpr)
	if technique.RunsLater(up) {
		return p, false // the text is as it was when the statement ran
	}
	fn, ok := technique.Func(pass.TypesInfo, h.call)
	if !ok || fn.Pkg() == nil || cur.ParentEdgeIndex() != len(h.call.Args)-1 ||
		h.call.Ellipsis.IsValid() || technique.Commented(pass, h.call) {
		return p, false
	}
	p = technique.Proposal{At: h.text, Message: "write the bytes themselves"}
	edits, ok := h.bytes(fn)
	if dir == toString {
		p.Message = "write the string itself"
		edits, ok = h.string(fn, sum(cur.Node().(*ast.CallExpr)))
	}
	p.Edits = append(edits, drop...)
	return p, ok
}

// bytes returns the edits that write bytes as they are. A bytes.Buffer may be what they
// lie in, and moves them before it looks at them, unless it keeps these to itself.
func (h *handing) bytes(fn *types.Func) ([]analysis.TextEdit, bool) {
	info := h.pass.TypesInfo
	if fn.Signature().Recv() != nil {
		sel, ok := h.call.Fun.(*ast.SelectorExpr)
		if !ok || fn.Name() != "WriteString" || !takesText(fn) ||
			!h.writes(sel.X, "Write", types.NewSlice(types.Typ[types.Byte])) &&
				!keepsToItself(h.pass, sel.X) {
			return nil, false
		}
		return []analysis.TextEdit{technique.Replace(sel.Sel, "Write")}, h.apart(sel.X)
	}
	format := ""
	switch fn.FullName() {
	case "io.WriteString", "fmt.Fprint":
		if len(h.call.Args) != 2 {
			return nil, false
		}
	case "fmt.Fprintf":
		if len(h.call.Args) != 3 {
			return nil, false
		}
		if format, _ = technique.ConstantText(info, h.call.Args[1]); format != "%s" {
			return nil, false
		}
	default:
		return nil, false
	}
	w := h.call.Args[0]
	if !h.trusted(info.TypeOf(w)) || !h.apart(w) {
		return nil, false
	}
	return []analysis.TextEdit{
		between(h.call.Pos(), h.text.Pos(), receiver(h.pass, w)+".Write("),
		between(h.text.End(), h.call.Rparen, "")}, true
}

// sum reports whether a conversion makes the bytes of a sum of strings.
func sum(conv *ast.CallExpr) bool {
	_, ok := ast.Unparen(conv.Args[0]).(*ast.BinaryExpr)
	return ok
}

// string returns the edits that write a string as it is. A hash has no method for one, and
// the bytes of a sum are made at once.
func (h *handing) string(fn *types.Func, sum bool) ([]analysis.TextEdit, bool) {
	sel, ok := h.call.Fun.(*ast.SelectorExpr)
	if !ok || fn.Name() != "Write" || fn.Signature().Recv() == nil ||
		!h.writes(sel.X, "Write", types.NewSlice(types.Typ[types.Byte])) {
		return nil, false
	}
	if h.writes(sel.X, "WriteString", types.Typ[types.String]) {
		return []analysis.TextEdit{technique.Replace(sel.Sel, "WriteString")}, true
	}
	t := h.pass.TypesInfo.TypeOf(sel.X)
	if sum || !types.IsInterface(t) || effects.IsHash(t) {
		return nil, false
	}
	pkg, edits := technique.AddImport(h.pass, h.file, h.call.Pos(), "io")
	return append(edits, between(h.call.Pos(), sel.X.Pos(), pkg+".WriteString("),
		between(sel.X.End(), h.text.Pos(), ", ")), true
}

// writes reports whether x, of which it is known how it writes, has a method of that
// name that takes one value of a type and returns what Write of an io.Writer returns.
func (h *handing) writes(x ast.Expr, name string, param types.Type) bool {
	info := h.pass.TypesInfo
	t := info.TypeOf(x)
	if !h.trusted(t) && !(info.Types[x].Addressable() && h.trusted(types.NewPointer(t))) {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, h.pass.Pkg, name)
	fn, ok := obj.(*types.Func)
	return ok && technique.IsWrite(fn, param)
}

// takesText reports whether a method takes a string, and returns what io.StringWriter
// says.
func takesText(fn *types.Func) bool { return technique.IsWrite(fn, types.Typ[types.String]) }

// trusted reports whether a writer is an interface, or one of the standard library
// whose methods write bytes and strings alike.
func (h *handing) trusted(t types.Type) bool {
	if _, param := types.Unalias(t).(*types.TypeParam); param {
		return false
	}
	if _, ptr := types.Unalias(t).(*types.Pointer); ptr {
		return technique.IsNamed(t, "bufio", "Writer") || technique.IsNamed(t, "os", "File") ||
			technique.IsNamed(t, "strings", "Builder")
	}
	return types.IsInterface(t)
}

// apart reports whether the writer is not the buffer that the bytes lie in, as far as
// the names in both tell.
func (h *handing) apart(w ast.Expr) bool {
	info := h.pass.TypesInfo
	named := make(map[types.Object]bool)
	for n := range ast.Preorder(h.text) {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := info.Uses[id].(*types.Var); ok {
				named[v] = true
			}
		}
	}
	for n := range ast.Preorder(w) {
		if id, ok := n.(*ast.Ident); ok && named[info.Uses[id]] {
			return false
		}
	}
	return true
}

// receiver returns the text of an expression as what a method is called on.
func receiver(pass *analysis.Pass, x ast.Expr) string {
	text := technique.Text(pass, x)
	switch x := x.(type) {
	case *ast.UnaryExpr:
		if _, literal := ast.Unparen(x.X).(*ast.CompositeLit); x.Op == token.AND && !literal {
			return technique.Text(pass, x.X)
		}
		return "(" + text + ")"
	case *ast.StarExpr:
		return "(" + text + ")"
	}
	return text
}

// between returns the edit that puts text in the place of a range.
func between(from, to token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: from, End: to, NewText: []byte(text)}
}
