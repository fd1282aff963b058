// Package byteorder writes numbers without binary.Write, which boxes them and finds
// out what it has got.
package byteorder

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/numbers"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("byteorder",
		"write and read numbers and structs by their byte order, not by binary.Write and Read\n\n"+
			"binary.Write takes any value: a number is boxed, and its bytes are made on "+
			"the heap. Where the type and the order are known, the order appends them, "+
			"for a bytes.Buffer on the stack, for a bufio.Writer in its free space. "+
			"binary.Read makes bytes for each number, and takes the address of the variable, "+
			"which is then on the heap. The numbers that a function reads can share their "+
			"bytes, and so can those that it writes by an order that it was given. What goes to a "+
			"buffer by such an order, or through a pointer, is put into its room. A struct of "+
			"numbers is written and read field by field, by functions that the package gets. "+
			"What has its bytes in memory, such as a bytes.Reader, fills bytes on the stack. "+
			"A buffer gets the numbers of a slice one by one. "+
			"Bytes have no order, and are written and read as they are.\n\n"+
			"Single bytes are read as such, too: io.CopyN of one byte makes a reader and a "+
			"buffer, and io.ReadFull sends the array on the heap that it fills.\n\n"+
			"The rewrite assumes that writers, readers and orders keep nothing of what they are "+
			"given, as io.Writer and io.Reader demand, that a reader gives something or "+
			"fails, sooner or later, and that what a buffer gave away is not used after it is "+
			"written to, as bytes.Buffer demands.",
		technique.Each(propose, (*ast.CallExpr)(nil)),
		technique.Each(shares, (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)),
		technique.Each(direct, (*ast.CallExpr)(nil)),
		technique.Each(lists, (*ast.CallExpr)(nil)),
		technique.Each(fill, (*ast.CallExpr)(nil)),
		technique.Each(single, (*ast.CallExpr)(nil)),
		technique.Each(filled, (*ast.ValueSpec)(nil), (*ast.AssignStmt)(nil))),
	Title: "Write and read numbers by their byte order",
	Causes: []string{"boxed-argument", "slice-make", "escaping-variable", "binary-codec",
		"io-copy", "unknown"},
	Risk: technique.Checked,
}

// propose matches a call and returns what is written in its place.
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	c, ok := callAt(pass, cur)
	if !ok {
		return technique.Proposal{}, false
	}
	if p, ok := c.write(); ok {
		return p, true
	}
	return c.bytes()
}

// call is a call of binary.Write with a known order.
type call struct {
	pass  *analysis.Pass
	file  *ast.File
	cur   inspector.Cursor
	expr  *ast.CallExpr
	order string // "binary.BigEndian", as the file writes it
	num   numbers.Kind
	// record is the struct that is written; nil for a number. It has size bytes.
	record *numbers.Record
	size   int64
	addr   bool // its address is given
}

// callAt matches such a call.
func callAt(pass *analysis.Pass, cur inspector.Cursor) (*call, bool) {
	c := &call{pass: pass, cur: cur, expr: cur.Node().(*ast.CallExpr)}
	if !technique.IsFunc(pass.TypesInfo, c.expr, "encoding/binary", "Write") ||
		len(c.expr.Args) != 3 {
		return nil, false
	}
	if technique.RunsLater(cur) {
		return nil, false
	}
	if c.file = technique.FileOf(pass, c.expr.Pos()); c.file == nil ||
		!technique.Since(pass, c.file, "go1.19") || technique.Commented(pass, c.expr) {
		return nil, false // orders do not append yet
	}
	c.order = technique.Text(pass, c.expr.Args[1])
	return c, numbers.KnownOrder(pass.TypesInfo, c.expr.Args[1])
}

func (c *call) text(n ast.Node) string { return technique.Text(c.pass, n) }
