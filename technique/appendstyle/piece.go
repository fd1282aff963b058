package appendstyle

import (
	"go/ast"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/appendstyle/recognise"
)

// planner plans the rewrite of one function. What it returns are values: a plan
// that comes to nothing is dropped, and leaves nothing behind.
type planner struct {
	f     *recognise.Function
	twins *twins // nil: none may be made
}

// text plans how the text of a string expression is appended, in the order in
// which its parts are evaluated.
func (p planner) text(e ast.Expr) pieces { return p.texts(p.f.Leaves(e)) }

func (p planner) texts(leaves []ast.Expr) pieces {
	var all pieces
	for _, leaf := range leaves {
		all = all.and(p.leaf(leaf))
	}
	return all
}

// leaf plans an expression that is no concatenation.
func (p planner) leaf(e ast.Expr) pieces {
	if s, ok := p.f.Pkg.Text(e); ok {
		return one(p.constant(e, s), len(s), 0)
	}
	if ps, ok := p.escaped(e); ok {
		return ps
	}
	if c, ok := e.(*ast.CallExpr); ok {
		if ps, ok := p.known(c); ok {
			return ps
		}
		if t := p.twinOf(c); t != nil && technique.IsText(p.f.Pkg.Info.TypeOf(c)) {
			return t.step(c)
		}
	}
	return one(spread(bytesOf{e}), 16, 0)
}

// constant appends a constant; one with a name keeps it.
func (p planner) constant(e ast.Expr, s string) step {
	if lit, ok := ast.Unparen(e).(*ast.BasicLit); ok {
		return literal(s, lit.Value)
	}
	if _, sum := ast.Unparen(e).(*ast.BinaryExpr); sum && len(p.f.Comments(e)) == 0 {
		return literal(s, "")
	}
	return spread(e)
}

// written plans what a call adds to an accumulator that is no text.
func (p planner) written(c *ast.CallExpr) pieces {
	name := recognise.CalledName(c).Name
	switch {
	case name == "WriteByte":
		if s, ok := p.f.Pkg.Character(c.Args[0]); ok && len(s) == 1 {
			return one(literal(s, ""), 1, 0)
		}
		return one(call("append", code{c.Args[0]}), 1, 0)
	case name == "WriteRune":
		if s, ok := p.f.Pkg.Character(c.Args[0]); ok {
			return one(literal(s, ""), 4, 0)
		}
		return one(appendRune(c.Args[0]), 4, 0)
	case name == "Write":
		return one(spread(c.Args[0]), 0, 0)
	case p.f.Pkg.IsPrint(c, "F"):
		ps, _ := p.sprint(c.Fun.(*ast.SelectorExpr), c.Args[1:], c.Ellipsis.IsValid())
		return ps
	}
	return one(call(c.Fun, nodes(c.Args[1:], c.Ellipsis.IsValid())...), 0, 0)
}

func appendRune(r ...any) step {
	return call(code{imported("unicode/utf8"), ".AppendRune"}, code(r))
}

// escaped plans a text that goes through links: one loop over its bytes.
func (p planner) escaped(e ast.Expr) (pieces, bool) {
	base, links := p.f.AllLinks(e)
	if len(links) == 0 {
		return pieces{}, false
	}
	became := recognise.Table(links)
	ps := one(spread(bytesOf{base}), 24, 1)
	if len(became) > 0 {
		ps.steps = []step{{stmt: p.escapeLoop(base, became)}}
	}
	if r := p.f.RowOf(base); r != nil {
		ps.drops = r.Stmts
	}
	return ps, true
}

// escapeLoop returns the statements that append what becomes of a text. What
// stays as it is between two bytes that do not is appended in one piece.
func (p planner) escapeLoop(base ast.Expr, became map[byte]string) code {
	var s any = bytesOf{base}
	var out code
	if from, ok := p.f.Pkg.BytesIn(base); ok && isIdent(from) {
		s = from
	} else if !isIdent(base) {
		s = &local{base: "text"}
		out = code{s, " := ", base, "\n"}
	}
	done, i, to := &local{base: "done"}, &local{base: "i"}, &local{base: "became"}
	out = append(out, done, " := 0\nfor ", i, " := 0; ", i, " < len(", s, "); ", i,
		"++ {\nvar ", to, " string\nswitch ", s, "[", i, "] {\n")
	for _, old := range slices.Sorted(maps.Keys(became)) {
		out = append(out, "case "+strconv.QuoteRune(rune(old))+":\n", to,
			" = "+pretty(became[old])+"\n")
	}
	return append(out, "default:\ncontinue\n}\n", stmtOf(spread(s, "[", done, ":", i, "]")), "\n",
		stmtOf(spread(to)), "\n", done, " = ", i, " + 1\n}\n", stmtOf(spread(s, "[", done, ":]")))
}

// unchanged returns the statement that returns a text as it is when nothing in
// it is to be replaced: then there was no allocation either.
func (p planner) unchanged(stmt ast.Stmt, e ast.Expr) []code {
	if _, ok := stmt.(*ast.ReturnStmt); !ok || !p.f.Escapes(e) {
		return nil
	}
	base, links := p.f.AllLinks(e)
	olds := string(slices.Sorted(maps.Keys(recognise.Table(links))))
	return []code{{"if !", imported("strings"), ".ContainsAny(", base, ", ", pretty(olds), ") {\n",
		altered{stmt, []edit{{e, code{base}}}}, "\n}"}}
}

func isIdent(e ast.Expr) bool {
	_, ok := ast.Unparen(e).(*ast.Ident)
	return ok
}

// pretty returns the literal for a text, between backquotes when that saves
// backslashes.
func pretty(s string) string {
	if strings.ContainsAny(s, `\"`) && strconv.CanBackquote(s) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}
