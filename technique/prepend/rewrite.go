package prepend

import (
	"go/ast"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// rewrite adds the edits.
func (g *growing) rewrite() bool {
	g.name = g.called()
	reverse, edits, ok := g.reversed()
	if !ok {
		return false
	}
	if use, ok := g.onlyNext(); ok {
		edits = append(edits, technique.Replace(use, "string("+g.name+")"))
	} else {
		reverse += "\n" + g.v.Name() + " := string(" + g.name + ")"
	}
	g.edits = append(edits, technique.Replace(g.decl.Node(), g.name+" := make([]byte, 0, 64)"),
		technique.Insert(g.loop.Node().End(), reverse))
	helper := false
	for _, add := range g.adds {
		as := add.Node().(*ast.AssignStmt)
		list := g.pieces(as.Rhs[0])
		var lines []string
		for i := len(list) - 2; i >= 0; i-- {
			line, plain := g.appended(list[i])
			lines, helper = append(lines, line), helper || !plain
		}
		g.edits = append(g.edits, technique.Replace(as, strings.Join(lines, "\n")))
	}
	uses, _ := technique.LocalUses(g.pass, g.v)
	for _, use := range uses {
		if g.loop.Contains(use) && g.asksLength(use) {
			g.asks(use)
		}
	}
	if !helper {
		return true
	}
	edits, ok = appendReversed.Declare(g.pass, g.file, g.loop.Node())
	g.edits = append(g.edits, edits...)
	return ok
}

// reversed returns what reverses the bytes, and the edits that it needs.
func (g *growing) reversed() (text string, edits []analysis.TextEdit, ok bool) {
	if !technique.Since(g.pass, g.file, "go1.21") {
		edits, ok = reverseBytes.Declare(g.pass, g.file, g.loop.Node())
		return "\n" + reverseBytes.Name + "(" + g.name + ")", edits, ok
	}
	pkg, edits := technique.AddImport(g.pass, g.file, g.loop.Node().Pos(), "slices")
	return "\n" + pkg + ".Reverse(" + g.name + ")", edits, true
}

// onlyNext returns the use of the text in the statement behind the loop, if that returns and
// nothing else uses the text: then it needs no variable.
func (g *growing) onlyNext() (found ast.Node, ok bool) {
	next, ok := g.loop.NextSibling()
	if !ok {
		return nil, false
	}
	if _, returns := next.Node().(*ast.ReturnStmt); !returns {
		return nil, false
	}
	uses, _ := technique.LocalUses(g.pass, g.v)
	for _, use := range uses {
		switch {
		case g.loop.Contains(use):
		case found != nil || !next.Contains(use):
			return nil, false
		default:
			found = use.Node()
		}
	}
	return found, found != nil
}

// appended returns the statement that appends a piece, the last byte first, and whether it
// does without the helper.
func (g *growing) appended(piece ast.Expr) (line string, plain bool) {
	text, ok := technique.ConstantText(g.pass.TypesInfo, piece)
	if ok && len(text) == 1 && text[0] < 0x80 {
		return g.name + " = append(" + g.name + ", " + strconv.QuoteRune(rune(text[0])) + ")", true
	}
	text = technique.Text(g.pass, piece)
	return g.name + " = appendReversed(" + g.name + ", " + text + ")", false
}

// asks makes a question for the length of the text one for that of the bytes.
func (g *growing) asks(use inspector.Cursor) {
	if n, ok := use.Parent().Node().(*ast.BinaryExpr); ok {
		g.edits = append(g.edits, technique.Replace(n, "len("+g.name+") "+n.Op.String()+" 0"))
		return
	}
	g.edits = append(g.edits, technique.Replace(use.Node(), g.name))
}
