package guarded

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// logged asks about a statement that logs by package slog at a level that is mostly off. That each
// method asks whether the level is on, and does nothing if it is not, its documentation says.
//
//	have: l.Debug("done", "size", n)
//	want: if l.Enabled(context.Background(), slog.LevelDebug) { l.Debug("done", "size", n) }
func logged(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	expr, ok := cur.Node().(*ast.ExprStmt).X.(*ast.CallExpr)
	if !ok || expr.Ellipsis.IsValid() || !technique.InList(cur) {
		return p, false
	}
	fn, ok := technique.Func(pass.TypesInfo, expr)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "log/slog" {
		return p, false
	}
	c := &call{pass: pass, cur: cur, expr: expr, fn: fn, file: technique.FileOf(pass, expr.Pos())}
	first, ok := c.belowInfo()
	if !ok || c.file == nil || len(expr.Args) < first || !c.boxes() || c.asksEnabled() ||
		slices.ContainsFunc(expr.Args, func(arg ast.Expr) bool { return !c.harmless(arg) }) {
		return p, false
	}
	on, edits, ok := c.enabled()
	if !ok {
		return p, false
	}
	edits = append(edits, technique.Insert(expr.Pos(), "if "+on+" {\n"),
		technique.Insert(expr.End(), "\n}"))
	p = technique.Proposal{At: expr, Message: "ask first whether the log is on", Edits: edits}
	for _, arg := range expr.Args {
		if c.isNewText(arg) {
			p.Also = append(p.Also, arg)
		}
	}
	return p, true
}

// belowInfo reports whether the call is one of those that log a message and operands, at a level
// below that of information. It notes the logger, and returns how many arguments come before the
// operands.
func (c *call) belowInfo() (first int, ok bool) {
	sel, ok := ast.Unparen(c.expr.Fun).(*ast.SelectorExpr)
	if !ok {
		return 0, false
	}
	if s := c.pass.TypesInfo.Selections[sel]; s != nil {
		if s.Kind() != types.MethodVal || len(s.Index()) != 1 || !simple(sel.X) {
			return 0, false
		}
		c.cond = sel.X
	}
	switch c.fn.Name() {
	case "Debug":
		return 1, true
	case "DebugContext":
		return 2, true
	case "Log":
		return 3, len(c.expr.Args) > 1 && c.isBelow(c.expr.Args[1])
	}
	return 0, false
}

// isBelow reports whether a level is a constant below that of information, which is 0.
func (c *call) isBelow(level ast.Expr) bool {
	value := c.pass.TypesInfo.Types[level].Value
	return value != nil && constant.Compare(value, token.LSS, constant.MakeInt64(0))
}

// asksEnabled reports whether the function around the call asks already whether a log is on.
func (c *call) asksEnabled() bool {
	for fn := range c.cur.Enclosing((*ast.FuncDecl)(nil)) {
		for cur := range fn.Preorder((*ast.CallExpr)(nil)) {
			asked, ok := technique.Func(c.pass.TypesInfo, cur.Node().(*ast.CallExpr))
			if ok && asked.Name() == "Enabled" && asked.Pkg() != nil &&
				asked.Pkg().Path() == "log/slog" {
				return true
			}
		}
	}
	return false
}

// enabled returns what asks whether the log is on, and the edits for what it names.
func (c *call) enabled() (text string, edits []analysis.TextEdit, ok bool) {
	pos := c.expr.Pos()
	slog, edits := technique.AddImport(c.pass, c.file, pos, "log/slog")
	level := slog + ".LevelDebug"
	var ctx string
	switch c.fn.Name() {
	case "Log":
		level = technique.Text(c.pass, c.expr.Args[1])
		fallthrough
	case "DebugContext":
		if !simple(c.expr.Args[0]) {
			return "", nil, false
		}
		ctx = technique.Text(c.pass, c.expr.Args[0])
	default:
		name, more := technique.AddImport(c.pass, c.file, pos, "context")
		edits = append(edits, more...)
		ctx = name + ".Background()"
	}
	on := slog + ".Default()"
	if c.cond != nil {
		on = technique.Text(c.pass, c.cond)
	}
	return fmt.Sprintf("%s.Enabled(%s, %s)", on, ctx, level), edits, true
}
