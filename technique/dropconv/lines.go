package dropconv

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// readSlice reads a line, or what else ends with a byte, without a copy of it.
var readSlice = technique.Helper{Name: "readSlice", Imports: []string{"bufio"},
	Text: `// readSlice reads as r.ReadBytes does, and returns a part of the buffer of r if all of
// it is there. It holds until r is used next.
func readSlice(r *bufio.Reader, delim byte) ([]byte, error) {
	part, err := r.ReadSlice(delim)
	if err != bufio.ErrBufferFull {
		return part, err
	}
	long := append([]byte(nil), part...)
	part, err = r.ReadBytes(delim)
	return append(long, part...), err
}`}

// delimited reports whether the call at cur reads a text from a bufio.Reader into a variable,
// and returns the edits that leave it where it is read.
//
//	have: line, err := r.ReadString('\n')
//	want: line, err := readSlice(r, '\n')
func delimited(pass *analysis.Pass, cur inspector.Cursor) (edits []analysis.TextEdit, ok bool) {
	call := cur.Node().(*ast.CallExpr)
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !technique.IsMethod(pass.TypesInfo, call, "bufio", "Reader", "ReadString") {
		return nil, false
	}
	reader := types.Unalias(pass.TypesInfo.TypeOf(sel.X))
	_, assigned := cur.Parent().Node().(*ast.AssignStmt)
	_, pointer := reader.(*types.Pointer)
	file := technique.FileOf(pass, call.Pos())
	if !assigned || !pointer || !technique.IsNamed(reader, "bufio", "Reader") || file == nil {
		return nil, false
	}
	edits, ok = readSlice.Declare(pass, file, call)
	return append(edits, technique.Insert(call.Pos(), readSlice.Name+"("),
		analysis.TextEdit{Pos: sel.X.End(), End: call.Lparen + 1, NewText: []byte(", ")}), ok
}

// read follows a text that is read into the first of two variables.
func (t *trail) read(n *ast.AssignStmt) bool {
	return len(n.Lhs) == 2 && len(n.Rhs) == 1 && n.Tok == token.DEFINE && t.target(n.Lhs[0])
}

// reads reports whether a statement is the one that reads the text, before which there is
// nothing that could be written to.
func (t *trail) reads(n ast.Node) bool {
	as, ok := n.(*ast.AssignStmt)
	return ok && len(as.Lhs) == 2 && n == t.start.Parent().Node()
}
