package knownio

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// readRest matches io.ReadAll as the last use of a buffer that is made of bytes or of a string,
// of which io.ReadFull has read before: it copies the rest.
//
//	have: buf := bytes.NewBuffer(b); _, err := io.ReadFull(buf, id[:]); ...
//	      body, err := io.ReadAll(buf)
//	want: buf := bytes.NewBuffer(b); _, err := readFullBuffer(buf, id[:]); ...
//	      body := append([]byte{}, buf.Bytes()...)
func readRest(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	call := cur.Node().(*ast.CallExpr)
	if !readsAll(pass.TypesInfo, call) || technique.Commented(pass, call) ||
		!technique.Predeclared(pass, call.Pos(), "append", "byte", "nil", "len", "int", "error") {
		return p, false
	}
	v, ok := technique.Variable(pass.TypesInfo, call.Args[0])
	file := technique.FileOf(pass, call.Pos())
	if !ok || file == nil || !madeBuffer(pass, v) {
		return p, false
	}
	reads, ok := readBefore(pass, cur, v)
	if !ok {
		return p, false
	}
	p.At, p.Message = call, "copy the rest of the bytes, and keep "+v.Name()+" on the stack"
	full := fullOf(v.Type())
	if p.Edits, ok = full.Declare(pass, file, call); !ok {
		return p, false
	}
	for _, read := range reads {
		p.Edits = append(p.Edits, technique.Replace(read.Fun, full.Name))
	}
	edits, ok := inPlace(pass, cur, "append([]byte{}, "+v.Name()+".Bytes()...)")
	p.Edits = append(p.Edits, edits...)
	return p, ok
}

// inPlace returns the edits that give a copy instead of what a call returns.
func inPlace(pass *analysis.Pass, call inspector.Cursor, value string) (
	[]analysis.TextEdit, bool) {
	switch stmt := call.Parent().Node().(type) {
	case *ast.ReturnStmt:
		return []analysis.TextEdit{technique.Replace(call.Node(), value+", nil")}, true
	case *ast.AssignStmt:
		return assigned(pass, call.Parent(), stmt, value)
	}
	return nil, false
}

// madeBuffer reports whether all that a variable ever holds is one new buffer.
func madeBuffer(pass *analysis.Pass, v *types.Var) bool {
	made, ok := ast.Unparen(technique.OnlyValue(pass, v)).(*ast.CallExpr)
	return ok && (technique.IsFunc(pass.TypesInfo, made, "bytes", "NewBuffer") ||
		technique.IsFunc(pass.TypesInfo, made, "bytes", "NewBufferString"))
}

// readBefore returns the calls of io.ReadFull that read from a buffer before another call, which
// runs at most once for each buffer. It is not ok where something else uses the buffer, or none
// does.
func readBefore(pass *analysis.Pass, last inspector.Cursor, v *types.Var) (
	reads []*ast.CallExpr, ok bool) {
	fn, ok := technique.EnclosingFunc(last)
	if !ok || technique.HasGoto(pass, fn.Node()) || technique.Repeated(last, v.Pos()) ||
		technique.RunsLater(last) {
		return nil, false
	}
	uses, ok := technique.LocalUses(pass, v)
	for _, use := range uses {
		if use.Parent() == last && !technique.InLiteral(use, v) {
			continue
		}
		read, isCall := use.Parent().Node().(*ast.CallExpr)
		if !isCall || use.ParentEdgeKind() != edge.CallExpr_Args || use.ParentEdgeIndex() != 0 ||
			!technique.IsFunc(pass.TypesInfo, read, "io", "ReadFull") ||
			read.Pos() > last.Node().Pos() || technique.InLiteral(use, v) ||
			technique.RunsLater(use.Parent()) || len(read.Args) != 2 {
			return nil, false
		}
		reads = append(reads, read)
	}
	return reads, ok && len(reads) > 0
}
