package copypool

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// proposeFile matches a call that copies to a file what may come from neither a file nor a
// connection: only from these does a file copy without a buffer.
//
//	have: io.Copy(f, resp.Body)
//	want: copyToFilePooled(f, resp.Body)
func proposeFile(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	call := cur.Node().(*ast.CallExpr)
	p := technique.Proposal{At: call, Message: "copy to the file with a buffer from a pool"}
	if !technique.IsFunc(pass.TypesInfo, call, "io", "Copy") || len(call.Args) != 2 {
		return p, false
	}
	ptr, ok := types.Unalias(pass.TypesInfo.TypeOf(call.Args[0])).(*types.Pointer)
	if !ok || !technique.IsNamed(ptr.Elem(), "os", "File") || standard(pass, call.Args[0]) {
		return p, false
	}
	file := technique.FileOf(pass, call.Pos())
	if file == nil || once(pass, cur) || copies(pass, call.Args[1], "WriteTo") ||
		copies(pass, call.Args[1], "SyscallConn") {
		return p, false
	}
	edits, ok := fileHelper.Declare(pass, file, call)
	p.Edits = append(edits, technique.Replace(call.Fun, fileHelper.Name))
	return p, ok
}

// standard reports whether an expression is a file that the process was started with: what goes
// there is the output of a command, which writes it once.
func standard(pass *analysis.Pass, e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	v, ok := pass.TypesInfo.Uses[sel.Sel].(*types.Var)
	return ok && !v.IsField() && v.Pkg() != nil && v.Pkg().Path() == "os"
}

// fileHelper is io.Copy to a file. The system may copy from what has a descriptor, also through a
// limit, and a nil file is what io.Copy complains of before it reads.
var fileHelper = technique.Helper{Name: "copyToFilePooled",
	Imports: []string{"io", "os", "sync", "syscall"},
	Text: `// copyToFilePooled is io.Copy, with a buffer that waits in a pool where one is needed.
func copyToFilePooled(dst *os.File, src io.Reader) (int64, error) {
	from := src
	if limited, ok := src.(*io.LimitedReader); ok && limited != nil {
		from = limited.R
	}
	_, writes := src.(io.WriterTo)
	_, open := from.(syscall.Conn)
	if writes || open || dst == nil {
		return io.Copy(dst, src)
	}
	buf := copyToFileBuffers.Get().(*[32 << 10]byte)
	n, err := io.CopyBuffer(copyToFileWriter{dst}, src, buf[:])
	copyToFileBuffers.Put(buf)
	return n, err
}`,
	Behind: `// copyToFileWriter is a file that does not copy by itself.
type copyToFileWriter struct{ file *os.File }

func (w copyToFileWriter) Write(p []byte) (int, error) { return w.file.Write(p) }

// copyToFileBuffers holds the buffers of copyToFilePooled between its calls.
var copyToFileBuffers = sync.Pool{New: func() any { return new([32 << 10]byte) }}`}
