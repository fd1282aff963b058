package pool

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// reading matches a statement that reads all that a reader has. A buffer in the pool reads it
// into the room that it has.
//
//	body, err := io.ReadAll(r)
func reading(pass *analysis.Pass, cur inspector.Cursor) (*pooled, bool) {
	as, ok := cur.Node().(*ast.AssignStmt)
	if !ok || as.Tok != token.DEFINE || len(as.Lhs) != 2 || len(as.Rhs) != 1 {
		return nil, false
	}
	call, ok := as.Rhs[0].(*ast.CallExpr)
	if !ok || !technique.IsFunc(pass.TypesInfo, call, "io", "ReadAll") &&
		!technique.IsFunc(pass.TypesInfo, call, "io/ioutil", "ReadAll") {
		return nil, false
	}
	s := &pooled{pass: pass, stmt: as, file: technique.FileOf(pass, as.Pos()), value: call,
		form: whole}
	s.failure, _ = as.Lhs[1].(*ast.Ident)
	s.v, ok = pass.TypesInfo.Defs[as.Lhs[0].(*ast.Ident)].(*types.Var)
	if !ok || s.file == nil || technique.Commented(pass, as) || !s.runsOnce(cur) {
		return nil, false
	}
	here, _ := technique.AddImport(pass, s.file, as.Pos(), "bytes")
	return s, here == s.bytesName() && technique.Predeclared(pass, as.Pos(), "any", "new")
}

// wholeLines returns the lines that read into a buffer from the pool.
//
//	buf := fBuffers.Get().(*bytes.Buffer)
//	defer ...
//	_, err := buf.ReadFrom(r)
//	body := buf.Bytes()
func (s *pooled) wholeLines(v, name, get string) []string {
	buf, tok := technique.FreshName(s.pass, s.file, "buf"), "="
	if s.failure.Name != "_" && s.pass.TypesInfo.Defs[s.failure] != nil {
		tok = ":="
	}
	from := technique.Text(s.pass, s.value.(*ast.CallExpr).Args[0])
	return append(append([]string{buf + get}, s.emptied(buf, name)...),
		fmt.Sprintf("_, %s %s %s.ReadFrom(%s)", s.failure.Name, tok, buf, from),
		fmt.Sprintf("%s := %s.Bytes()", v, buf))
}
