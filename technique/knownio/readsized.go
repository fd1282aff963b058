package knownio

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// readSized matches io.ReadAll of something that says how long it is: the body of an HTTP message,
// an entry of an archive, a file of which the function has asked that.
//
//	have: body, err := io.ReadAll(resp.Body)
//	want: body, err := readSized(resp.Body, resp.ContentLength)
//
// What is read may have another length: it is read to its end all the same.
func readSized(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	call := cur.Node().(*ast.CallExpr)
	if !readsAll(pass.TypesInfo, call) {
		return p, false
	}
	file := technique.FileOf(pass, call.Pos())
	size := (&sizes{pass: pass, call: cur, file: file}).of(call.Args[0])
	if file == nil || size == "" ||
		!technique.Since(pass, file, "go1.16") { // which has io.ReadAll
		return p, false
	}
	p = technique.Proposal{At: call,
		Message: "make room at once for the bytes that are announced"}
	p.Edits, ok = sized.Declare(pass, file, call)
	p.Edits = append(p.Edits, technique.Replace(call.Fun, sized.Name),
		technique.Insert(call.Args[0].End(), ", "+size))
	return p, ok
}

// mostRoom is how many bytes there is room for at once.
const mostRoom = 1 << 20

// sized reads as io.ReadAll does. The bound is there because a size comes from outside, where
// there may be more promised than sent. io.ReadAll begins with 512 bytes, too.
var sized = technique.Helper{Name: "readSized", Imports: []string{"io"},
	Text: `// readSized is io.ReadAll(r), with room for size bytes at once, up to 1 MiB.
func readSized(r io.Reader, size int64) ([]byte, error) {
	if size <= 0 || size > 1<<20 {
		return io.ReadAll(r)
	}
	if size < 511 {
		size = 511
	}
	b := make([]byte, 0, size+1) // one more, to see the end
	for {
		n, err := r.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if err == io.EOF {
			return b, nil
		}
		if err != nil {
			return b, err
		}
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
	}
}`}

// sizes finds out what says how long a reader is that a call reads.
type sizes struct {
	pass *analysis.Pass
	call inspector.Cursor
	file *ast.File
}

// of returns the expression for how long a reader is, or "". It has no effects, and does not fail.
func (s *sizes) of(e ast.Expr) string {
	info := s.pass.TypesInfo
	switch e := unbuffered(info, e).(type) {
	case *ast.SelectorExpr:
		return s.body(e)
	case *ast.CallExpr:
		switch {
		case technique.IsFunc(info, e, "io", "LimitReader"):
			return s.limited(s.of(e.Args[0]), e.Args[1])
		case technique.IsFunc(info, e, "net/http", "MaxBytesReader"):
			return s.limited(s.of(e.Args[1]), e.Args[2])
		}
		return s.given(e)
	case *ast.Ident:
		if v, ok := technique.Variable(info, e); ok {
			return s.variable(v)
		}
	}
	return ""
}

// body returns the length of the body of an HTTP message, which the function has not replaced
// before: what a program puts in its place has another length, as when it is compressed.
func (s *sizes) body(e *ast.SelectorExpr) string {
	if ofMessage(s.pass.TypesInfo.Uses[e.Sel]) != "Body" ||
		!technique.Pure(s.pass.TypesInfo, e.X) || technique.Commented(s.pass, e.X) {
		return ""
	}
	size, _, _ := types.LookupFieldOrMethod(s.pass.TypesInfo.TypeOf(e.X), true, s.pass.Pkg,
		"ContentLength")
	fn, ok := technique.EnclosingFunc(s.call)
	if !ok || ofMessage(size) != "ContentLength" {
		return ""
	}
	text := technique.Text(s.pass, e.X) + ".ContentLength"
	for cur := range fn.Preorder((*ast.AssignStmt)(nil)) {
		as := cur.Node().(*ast.AssignStmt)
		if as.Pos() > e.Pos() {
			break
		}
		for _, left := range as.Lhs {
			sel, ok := ast.Unparen(left).(*ast.SelectorExpr)
			if !ok {
				continue
			}
			if s.pass.TypesInfo.Uses[sel.Sel] == size {
				return ""
			}
			if ofMessage(s.pass.TypesInfo.Uses[sel.Sel]) == "Body" {
				text = s.bounded(text, cur)
			}
		}
	}
	return text
}

// bounded returns how long a body is where a statement gives it a bound, and changes nothing else.
//
//	r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
func (s *sizes) bounded(size string, stmt inspector.Cursor) string {
	info, as := s.pass.TypesInfo, stmt.Node().(*ast.AssignStmt)
	call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
	if !ok || len(as.Lhs) != 1 || !technique.IsFunc(info, call, "net/http", "MaxBytesReader") ||
		!technique.SameExpr(info, call.Args[1], as.Lhs[0]) {
		return ""
	}
	before, _ := s.call.Parent().PrevSibling()
	if _, constant := technique.ConstantInt(info, call.Args[2]); !constant && before != stmt ||
		!technique.ResolvesSameAt(s.pass, call.Args[2], s.call.Node().Pos()) {
		return "" // the bound may be another one meanwhile
	}
	return s.limited(size, call.Args[2])
}

// ofMessage returns the name of an object that is a field of an HTTP message.
func ofMessage(obj types.Object) string {
	v, ok := obj.(*types.Var)
	if !ok || !v.IsField() || v.Pkg() == nil || v.Pkg().Path() != "net/http" {
		return ""
	}
	for _, name := range []string{"Request", "Response"} {
		t, _ := v.Pkg().Scope().Lookup(name).Type().Underlying().(*types.Struct)
		for i := range t.NumFields() {
			if t.Field(i) == v {
				return v.Name()
			}
		}
	}
	return ""
}

// limited returns how long a reader is that ends after some bytes. There is room for mostRoom at
// most anyway.
func (s *sizes) limited(size string, limit ast.Expr) string {
	if n, constant := technique.ConstantInt(s.pass.TypesInfo, limit); constant && n >= mostRoom {
		return size
	}
	if size == "" || !computes(s.pass.TypesInfo, limit) || technique.Commented(s.pass, limit) ||
		!technique.Since(s.pass, s.file, "go1.21") || // which has min
		!technique.Predeclared(s.pass, s.call.Node().Pos(), "min") {
		return ""
	}
	return "min(" + size + ", " + technique.Text(s.pass, limit) + ")"
}

// computes reports whether an expression only computes a number, which it may do twice.
func computes(info *types.Info, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return computes(info, e.X) && computes(info, e.Y)
	case *ast.CallExpr:
		if info.Types[e.Fun].IsType() {
			return computes(info, e.Args[0])
		}
	}
	return technique.Pure(info, e)
}
