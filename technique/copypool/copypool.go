// Package copypool copies streams by way of a buffer that waits in a pool.
package copypool

import (
	"cmp"
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("copypool",
		"copy streams with a buffer that waits in a pool\n\n"+
			"Where neither side can copy by itself, io.Copy makes a buffer of 32 KB, however "+
			"little there is to copy. The rewrite takes one from a pool there, and does so for "+
			"the buffer that is made for a call of io.CopyBuffer. A file copies by itself what "+
			"comes from a file or a connection; for all else, such as the body of a request or "+
			"an archive, it makes such a buffer, too.\n\n"+
			"It is assumed that the reader and the writer do not keep the buffer, as "+
			"io.Reader and io.Writer demand.",
		technique.Each(propose, (*ast.CallExpr)(nil)),
		technique.Each(proposeFile, (*ast.CallExpr)(nil))),
	Title:  "Copy with a pooled buffer",
	Causes: []string{"io-copy", "slice-make"},
	Risk:   technique.Checked,
}

// usual is the size of the buffer that io.Copy makes.
const usual = 32 << 10

// largest is the size of what may wait in a pool.
const largest = 256 << 10

// propose matches a call that makes a buffer.
//
//	have: io.Copy(w, r)
//	want: copyPooled(w, r)
//
//	have: io.CopyBuffer(w, r, make([]byte, 4096))
//	want: copyPooled4096(w, r)
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	call := cur.Node().(*ast.CallExpr)
	p := technique.Proposal{At: call, Message: "copy with a buffer from a pool"}
	suffix := ""
	switch {
	case technique.IsFunc(pass.TypesInfo, call, "io", "Copy"):
		if len(call.Args) != 2 {
			return p, false
		}
	case technique.IsFunc(pass.TypesInfo, call, "io", "CopyBuffer"):
		if len(call.Args) != 3 {
			return p, false
		}
		size, ok := technique.MadeLength(pass.TypesInfo, call.Args[2])
		if !ok || size <= 0 || size > largest {
			return p, false
		}
		if size != usual {
			suffix = strconv.FormatInt(size, 10)
		}
		p.Edits = append(p.Edits, analysis.TextEdit{Pos: call.Args[1].End(), End: call.Rparen})
	default:
		return p, false
	}
	file := technique.FileOf(pass, call.Pos())
	if file == nil || once(pass, cur) || copies(pass, call.Args[0], "ReadFrom") ||
		copies(pass, call.Args[1], "WriteTo") {
		return p, false
	}
	h := helper(suffix)
	edits, ok := h.Declare(pass, file, call)
	p.Edits = append(append(p.Edits, edits...), technique.Replace(call.Fun, h.Name))
	return p, ok
}

// once reports whether a place is in a function that runs once, or in a helper, which has
// no use for another.
func once(pass *analysis.Pass, cur inspector.Cursor) bool {
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		decl := fn.Node().(*ast.FuncDecl)
		return technique.RunsOnce(pass, decl) || fileHelper.Is(pass, decl) ||
			helper(strings.TrimPrefix(decl.Name.Name, helperName)).Is(pass, decl)
	}
	return true
}

// copies reports whether an operand copies by itself, as its type says, or as the Discard of
// package io does: then no buffer is made.
func copies(pass *analysis.Pass, e ast.Expr, method string) bool {
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok && sel.Sel.Name == "Discard" {
		obj := pass.TypesInfo.Uses[sel.Sel]
		if obj.Pkg() != nil && (obj.Pkg().Path() == "io" || obj.Pkg().Path() == "io/ioutil") {
			return true
		}
	}
	obj, _, _ := types.LookupFieldOrMethod(pass.TypesInfo.TypeOf(e), false, pass.Pkg, method)
	_, ok := obj.(*types.Func)
	return ok
}

// helperName begins the names of helpers.
const helperName = "copyPooled"

// helper is io.Copy with a buffer of so many bytes, of the usual size for "".
func helper(size string) technique.Helper {
	words := strings.NewReplacer("NAME", helperName+size, "POOL", "copyBuffers"+size,
		"SIZE", cmp.Or(size, "32 << 10"))
	return technique.Helper{Name: helperName + size, Imports: []string{"io", "sync"},
		Text: words.Replace(
			`// NAME is io.Copy, with a buffer that waits in a pool where one is needed.
func NAME(dst io.Writer, src io.Reader) (int64, error) {
	_, writes := src.(io.WriterTo)
	_, reads := dst.(io.ReaderFrom)
	if writes || reads {
		return io.Copy(dst, src)
	}
	buf := POOL.Get().(*[SIZE]byte)
	n, err := io.CopyBuffer(dst, src, buf[:])
	POOL.Put(buf)
	return n, err
}`),
		Behind: words.Replace(`// POOL holds the buffers of NAME between its calls.
var POOL = sync.Pool{New: func() any { return new([SIZE]byte) }}`)}
}
