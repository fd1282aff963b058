package pool

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// reading matches a statement that reads all that a reader has, or encodes a value. A buffer in the
// pool, or before the loop, takes it into the room that it has.
//
//	body, err := io.ReadAll(r)
//	body, err := json.Marshal(v)
func reading(pass *analysis.Pass, cur inspector.Cursor) (*pooled, bool) {
	as, ok := cur.Node().(*ast.AssignStmt)
	if !ok || as.Tok != token.DEFINE || len(as.Lhs) != 2 || len(as.Rhs) != 1 {
		return nil, false
	}
	call, ok := as.Rhs[0].(*ast.CallExpr)
	if !ok || !technique.IsFunc(pass.TypesInfo, call, "io", "ReadAll") &&
		!technique.IsFunc(pass.TypesInfo, call, "io/ioutil", "ReadAll") && !marshals(pass, call) {
		return nil, false
	}
	s := &pooled{pass: pass, stmt: as, file: technique.FileOf(pass, as.Pos()), value: call,
		form: whole}
	s.failure, _ = as.Lhs[1].(*ast.Ident)
	s.v, ok = pass.TypesInfo.Defs[as.Lhs[0].(*ast.Ident)].(*types.Var)
	if !ok || s.file == nil || technique.Commented(pass, as) ||
		marshals(pass, call) && s.compared() || !s.runsOnce(cur) && !s.inLoop(cur) {
		return nil, false
	}
	here, _ := technique.AddImport(pass, s.file, as.Pos(), "bytes")
	return s, here == s.bytesName() && technique.Predeclared(pass, as.Pos(), "any", "new")
}

// marshals reports whether a call encodes a value as JSON.
func marshals(pass *analysis.Pass, call *ast.CallExpr) bool {
	_, named := call.Fun.(*ast.SelectorExpr)
	return named && technique.IsFunc(pass.TypesInfo, call, "encoding/json", "Marshal")
}

// compared reports whether the variable is compared with nil, which it is no longer after an error.
func (s *pooled) compared() bool {
	for _, use := range technique.UsesOf(s.pass, s.v) {
		if _, ok := use.Parent().Node().(*ast.BinaryExpr); ok {
			return true
		}
	}
	return false
}

// wholeLines returns the lines that read into a buffer from the pool.
//
//	buf := fBuffers.Get().(*bytes.Buffer)
//	defer ...
//	_, err := buf.ReadFrom(r)
//	body := buf.Bytes()
func (s *pooled) wholeLines(v, name, get string) []string {
	buf := technique.FreshName(s.pass, s.file, "buf")
	return append(append([]string{buf + get}, s.emptied(buf, name)...), s.readInto(buf, v)...)
}

// readInto returns the lines that read with a buffer that is empty. What encodes ends the line,
// which json.Marshal does not.
//
//	err := json.NewEncoder(buf).Encode(v)
//	body := bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
func (s *pooled) readInto(buf, v string) []string {
	tok := "="
	if s.failure.Name != "_" && s.pass.TypesInfo.Defs[s.failure] != nil {
		tok = ":="
	}
	call := s.value.(*ast.CallExpr)
	from := technique.Text(s.pass, call.Args[0])
	if marshals(s.pass, call) {
		json, to := technique.Text(s.pass, call.Fun.(*ast.SelectorExpr).X), buf
		if s.body != nil {
			to = "&" + buf
		}
		return []string{fmt.Sprintf("%s %s %s.NewEncoder(%s).Encode(%s)", s.failure.Name, tok, json,
			to, from), fmt.Sprintf("%s := %s.TrimSuffix(%s.Bytes(), []byte(\"\\n\"))", v,
			s.bytesName(), buf)}
	}
	return []string{fmt.Sprintf("_, %s %s %s.ReadFrom(%s)", s.failure.Name, tok, buf, from),
		fmt.Sprintf("%s := %s.Bytes()", v, buf)}
}

// wholeInLoop declares the buffer before the loop, and empties it in each iteration.
//
//	have: for _, r := range list { body, err := io.ReadAll(r); ... }
//	want: var buf bytes.Buffer
//	      for _, r := range list {
//		buf.Reset(); _, err := buf.ReadFrom(r); body := buf.Bytes(); ... }
func (s *pooled) wholeInLoop() technique.Proposal {
	buf := s.names.Fresh(s.pass, s.file, "buf", s.given(""))
	before := s.beforeLoop()
	pkg, edits := technique.AddImport(s.pass, s.file, before, "bytes")
	lines := append([]string{buf + ".Reset()"}, s.readInto(buf, s.v.Name())...)
	return technique.Proposal{At: s.stmt,
		Message: "keep the bytes of " + s.v.Name() + " from one iteration to the next",
		Edits: append(edits, technique.Insert(before, "var "+buf+" "+pkg+".Buffer\n"),
			technique.Replace(s.stmt, strings.Join(lines, "\n")))}
}
