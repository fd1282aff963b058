// Package sumonce computes a hash of bytes that are there as a whole without making
// the object that could take more.
package sumonce

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("sumonce",
		"hash bytes that are written at once by one call\n\n"+
			"sha256.New makes an object that takes bytes piece by piece, and Sum copies it "+
			"and makes a slice. Where all that is hashed is written at once, sha256.Sum256 "+
			"returns the sum as an array, and makes nothing. The same holds for md5, sha1, "+
			"sha512, and the checksums of crc32, crc64 and adler32.\n\n"+
			"It is proposed where the hash is written to once, or gets what a reader of "+
			"bytes or of a text has, and is asked for its sum, and does nothing else.\n\n"+
			"The hashes of package hash/fnv are numbers: a variable holds one, and a function "+
			"goes on with it. It takes texts as they are.",
		run, technique.Each(runFNV, (*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil))),
	Title:  "Hash in one call",
	Causes: []string{"hash-state", "string-bytes-conversion", "library-object"},
	Risk:   technique.Safe,
}

// sums names the functions that hash at once, by the constructors of objects. An
// argument of a constructor is the last of the function.
var sums = map[string]map[string]string{
	"crypto/md5":    {"New": "Sum"},
	"crypto/sha1":   {"New": "Sum"},
	"crypto/sha256": {"New": "Sum256", "New224": "Sum224"},
	"crypto/sha512": {"New": "Sum512", "New384": "Sum384", "New512_256": "Sum512_256",
		"New512_224": "Sum512_224"},
	"hash/crc32":   {"NewIEEE": "ChecksumIEEE", "New": "Checksum"},
	"hash/crc64":   {"New": "Checksum"},
	"hash/adler32": {"New": "Checksum"},
}

func run(pass *analysis.Pass, root inspector.Cursor) {
	given := make(map[string]bool)
	for _, cur := range technique.Nodes(pass, (*ast.AssignStmt)(nil)) {
		h, ok := begins(pass, cur)
		if !ok || !h.written() || !h.summed() {
			continue
		}
		if p, ok := h.propose(given); ok {
			technique.Report(pass, p)
		}
	}
}

// hashed is a local variable that holds a new hash.
type hashed struct {
	pass *analysis.Pass
	file *ast.File
	cur  inspector.Cursor // the statement that declares it
	call *ast.CallExpr    // of the constructor
	sum  string           // the function that hashes at once
	v    *types.Var
	uses []inspector.Cursor

	write ast.Stmt // that gives it all bytes
	data  string   // these bytes
	asked *ast.CallExpr
	drop  ast.Node // the declaration of a reader of them, or nil
}

// begins matches h := sha256.New(), of which there are two uses.
func begins(pass *analysis.Pass, cur inspector.Cursor) (*hashed, bool) {
	v, _, value := technique.Declared(pass.TypesInfo, cur.Node())
	if v == nil || !technique.InList(cur) {
		return nil, false
	}
	h := &hashed{pass: pass, cur: cur, v: v, file: technique.FileOf(pass, v.Pos())}
	var ok bool
	if h.call, ok = value.(*ast.CallExpr); !ok || h.file == nil {
		return nil, false
	}
	fn, ok := technique.Func(pass.TypesInfo, h.call)
	if !ok || fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return nil, false
	}
	_, plain := h.call.Fun.(*ast.SelectorExpr)
	if h.sum = sums[fn.Pkg().Path()][fn.Name()]; h.sum == "" || !plain {
		return nil, false
	}
	for _, arg := range h.call.Args {
		if !technique.Pure(pass.TypesInfo, arg) {
			return nil, false
		}
	}
	h.uses = technique.UsesOf(pass, h.v)
	return h, len(h.uses) == 2
}

// written matches the first use: a statement of the same list that writes, and always
// succeeds.
//
//	h.Write(b), io.WriteString(h, s), io.Copy(h, bytes.NewReader(b))
//	if _, err := h.Write(b); err != nil { ... }
func (h *hashed) written() bool {
	for next, ok := h.cur.NextSibling(); ok; next, ok = next.NextSibling() {
		stmt, isStmt := next.Node().(ast.Stmt)
		if !isStmt || !technique.Uses(h.pass.TypesInfo, stmt, h.v) {
			continue
		}
		call := h.writing(stmt)
		h.write = stmt
		return call != nil && h.takes(call)
	}
	return false
}

// writing returns the only call of a statement whose results are dropped, or tested
// for an error that a hash never returns.
func (h *hashed) writing(stmt ast.Stmt) *ast.CallExpr {
	switch n := stmt.(type) {
	case *ast.ExprStmt:
		call, _ := n.X.(*ast.CallExpr)
		return call
	case *ast.AssignStmt:
		if len(n.Lhs) == 2 && technique.IsBlank(n.Lhs[0]) && technique.IsBlank(n.Lhs[1]) &&
			len(n.Rhs) == 1 {
			call, _ := n.Rhs[0].(*ast.CallExpr)
			return call
		}
	case *ast.IfStmt:
		as, ok := n.Init.(*ast.AssignStmt)
		if !ok || as.Tok != token.DEFINE || len(as.Lhs) != 2 || !technique.IsBlank(as.Lhs[0]) ||
			len(as.Rhs) != 1 || n.Else != nil {
			return nil
		}
		cond, ok := n.Cond.(*ast.BinaryExpr)
		err, isID := as.Lhs[1].(*ast.Ident)
		if !ok || !isID || cond.Op != token.NEQ || !named(cond.X, err.Name) ||
			!h.pass.TypesInfo.Types[cond.Y].IsNil() {
			return nil
		}
		call, _ := as.Rhs[0].(*ast.CallExpr)
		return call
	}
	return nil
}

func named(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// takes finds the bytes that a call gives to the hash.
func (h *hashed) takes(call *ast.CallExpr) bool {
	use := h.uses[0].Node()
	if technique.IsFunc(h.pass.TypesInfo, call, "io", "WriteString") && call.Args[0] == use {
		h.data = "[]byte(" + technique.Text(h.pass, call.Args[1]) + ")"
		return technique.Predeclared(h.pass, call.Pos(), "byte")
	}
	if technique.IsFunc(h.pass.TypesInfo, call, "io", "Copy") && call.Args[0] == use {
		return h.copies(call.Args[1])
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.X != use || sel.Sel.Name != "Write" {
		return false
	}
	h.data = technique.Text(h.pass, call.Args[0])
	return true
}

// summed matches the second use: it asks for the sum, once and in the same function.
func (h *hashed) summed() bool {
	use := h.uses[1]
	sel, ok := use.Parent().Node().(*ast.SelectorExpr)
	call, isCall := use.Parent().Parent().Node().(*ast.CallExpr)
	if !ok || !isCall || call.Fun != sel || use.Node().Pos() < h.write.End() || h.repeated() ||
		!h.steady() {
		return false
	}
	h.asked = call
	switch sel.Sel.Name {
	case "Sum":
		return technique.Predeclared(h.pass, call.Pos(), "append") && !h.checks()
	case "Sum32", "Sum64":
		return h.checks()
	}
	return false
}

// steady reports whether the arguments of the constructor are the same where the bytes are written:
// that is the next statement, or they are made of variables to which nothing is assigned.
func (h *hashed) steady() bool {
	if next, ok := h.cur.NextSibling(); ok && next.Node() == h.write {
		return true
	}
	for _, arg := range h.call.Args {
		for n := range ast.Preorder(arg) {
			v, ok := h.pass.TypesInfo.Uses[name(n)].(*types.Var)
			if ok && v.Pkg() == h.pass.Pkg && !technique.Unassigned(h.pass, v) {
				return false
			}
			if _, element := n.(*ast.IndexExpr); element {
				return false
			}
		}
	}
	return true
}

// name returns an expression if it is a name.
func name(n ast.Node) *ast.Ident {
	id, _ := n.(*ast.Ident)
	return id
}

// repeated reports whether the hash could be asked more than once: each sum is a slice
// of its own.
func (h *hashed) repeated() bool {
	for up := range h.uses[1].Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil),
		(*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		if !up.Contains(h.cur) || technique.HasGoto(h.pass, up.Node()) {
			return true
		}
	}
	return false
}

// checks reports whether the sum is a number.
func (h *hashed) checks() bool { return h.sum[0] == 'C' }

// propose hashes where the bytes were written.
//
//	have: h := sha256.New(); h.Write(b); return h.Sum(nil)
//	want: sum := sha256.Sum256(b); return sum[:]
func (h *hashed) propose(given map[string]bool) (technique.Proposal, bool) {
	end, ok := h.dropped()
	asked, found := technique.Find(h.pass, h.asked)
	if !ok || !found {
		return technique.Proposal{}, false
	}
	if _, alone := asked.Parent().Node().(*ast.ExprStmt); alone {
		return technique.Proposal{}, false // the sum is in the memory that it was given
	}
	pkg := technique.Text(h.pass, h.call.Fun.(*ast.SelectorExpr).X)
	name := h.name(given)
	args := h.data
	for _, arg := range h.call.Args {
		args += ", " + technique.Text(h.pass, arg)
	}
	return technique.Proposal{At: h.call, Also: []ast.Node{h.asked, h.write},
		Message: "hash in one call of " + pkg + "." + h.sum,
		Edits: append(h.dropReader(),
			analysis.TextEdit{Pos: h.cur.Node().Pos(), End: end},
			technique.Replace(h.write, name+" := "+pkg+"."+h.sum+"("+args+")"),
			technique.Replace(h.asked, h.result(name)))}, true
}

// dropped returns where the text ends that goes away with the declaration: before the
// next statement, or the comment above it.
func (h *hashed) dropped() (end token.Pos, ok bool) {
	next, _ := h.cur.NextSibling()
	if next.Node() == h.drop {
		next, _ = next.NextSibling()
	}
	tok := h.pass.Fset.File(h.file.FileStart)
	end = next.Node().Pos()
	for _, group := range h.file.Comments {
		if group.Pos() < h.cur.Node().End() || end < group.Pos() {
			continue
		}
		return group.Pos(), tok.Line(group.Pos()) > tok.Line(h.cur.Node().End())
	}
	return end, true
}

// result returns the expression for the sum.
func (h *hashed) result(name string) string {
	if h.checks() {
		return name
	}
	if h.pass.TypesInfo.Types[h.asked.Args[0]].IsNil() {
		return name + "[:]"
	}
	return "append(" + technique.Text(h.pass, h.asked.Args[0]) + ", " + name + "[:]...)"
}

// name returns a name for the sum: where the function has no sum, that.
func (h *hashed) name(given map[string]bool) string {
	function, name := "", technique.FreshName(h.pass, h.file, "digest")
	for fn := range h.cur.Enclosing((*ast.FuncDecl)(nil)) {
		function = fmt.Sprint(fn.Node().Pos(), " ")
		if h.v.Name() == "sum" || !mentions(fn.Node().(*ast.FuncDecl), "sum") {
			name = "sum"
		}
	}
	for i := 2; given[function+name]; i++ {
		name = technique.FreshName(h.pass, h.file, fmt.Sprint("digest", i))
	}
	given[function+name] = true
	return name
}

// mentions reports whether a function, apart from its own name, has a name in it.
func mentions(fn *ast.FuncDecl, name string) bool {
	for n := range ast.Preorder(fn) {
		if id, ok := n.(*ast.Ident); ok && id != fn.Name && id.Name == name {
			return true
		}
	}
	return false
}
