package reuseinput

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// longest is how long the body of a function may be that stands in one line.
const longest = 40

// unchanged returns what begins an if statement for a string that has no element to
// change, and what it imports.
//
//	if !strings.ContainsAny(s, "<>") && utf8.ValidString(s)
//	if strings.IndexFunc(s, func(r rune) bool { return unicode.IsSpace(r) }) < 0
//	i := 0; for i < len(s) && s[i] != '_' { i++ }; if i == len(s)
func (c *copying) unchanged(parts []part) (text string, edits []analysis.TextEdit, ok bool) {
	parts = c.flat(parts)
	s := c.s.Name()
	imported := func(path string) string {
		name, more := technique.AddImport(c.pass, c.file, c.loop.Node().Pos(), path)
		edits = append(edits, more...)
		return name
	}
	if letters, simple := c.letters(parts); simple {
		text = "if !" + imported("strings") + ".ContainsAny(" + s + ", " + quoted(letters) + ")"
		if len(letters) == 1 {
			text = "if " + imported("strings") + ".IndexByte(" + s + ", " +
				strconv.QuoteRune(letters[0]) + ") < 0"
		}
		if c.runes {
			text += " && " + imported("unicode/utf8") + ".ValidString(" + s + ")"
		}
		return text, edits, true
	}
	if c.runes {
		r := "r"
		if c.elem != nil {
			r = c.elem.Name()
		}
		body := "return " + r + " == " + imported("unicode/utf8") + ".RuneError"
		for _, p := range parts {
			body += " || " + c.spelled(p, r, false)
		}
		body = " " + body + " "
		if len(body) > longest {
			body = "\n" + body[1:len(body)-1] + "\n"
		}
		text = "if " + imported("strings") + ".IndexFunc(" + s + ", func(" + r + " rune) bool {" +
			body + "}) < 0"
		return text, edits, technique.Predeclared(c.pass, c.loop.Node().Pos(), "rune", "bool")
	}
	i := c.counter()
	text = i + " := 0\nfor " + i + " < len(" + s + ")"
	for _, p := range parts {
		text += " && " + c.spelled(p, s+"["+i+"]", true)
	}
	return text + " {\n" + i + "++\n}\nif " + i + " == len(" + s + ")", edits,
		technique.Predeclared(c.pass, c.loop.Node().Pos(), "len")
}

// counter returns a name for an index that has no other meaning before the loop.
func (c *copying) counter() string {
	scope := c.pass.Pkg.Scope().Innermost(c.ret.Pos())
	if _, obj := scope.LookupParent("i", c.ret.End()); obj != nil {
		return technique.FreshName(c.pass, c.file, "i")
	}
	return "i"
}

// flat divides disjunctions into their parts.
func (c *copying) flat(parts []part) (out []part) {
	for _, p := range parts {
		e := ast.Unparen(p.e)
		if or, ok := e.(*ast.BinaryExpr); ok && or.Op == token.LOR && !p.not && !p.equal {
			out = append(out, c.flat([]part{{e: or.X}, {e: or.Y}})...)
			continue
		}
		if and, ok := e.(*ast.BinaryExpr); ok && and.Op == token.LAND && p.not && !p.equal {
			out = append(out, c.flat([]part{{e: and.X, not: true}, {e: and.Y, not: true}})...)
			continue
		}
		out = append(out, part{e, p.not, p.equal})
	}
	return out
}

// letters returns the ASCII letters of which an element is one exactly if a part holds.
func (c *copying) letters(parts []part) (list []rune, ok bool) {
	for _, p := range parts {
		e := p.e
		not := p.not
		if !p.equal {
			eq, isBinary := e.(*ast.BinaryExpr)
			if !isBinary || eq.Op != token.EQL && eq.Op != token.NEQ || !c.isElement(eq.X) {
				return nil, false
			}
			e, not = eq.Y, not != (eq.Op == token.NEQ)
		}
		r, ok := technique.ConstantInt(c.pass.TypesInfo, e)
		if !ok || not || r < 0 || r >= utf8.RuneSelf {
			return nil, false
		}
		list = append(list, rune(r))
	}
	return list, true
}

// spelled returns a part as an expression of an element, which is called elem; or its
// opposite.
func (c *copying) spelled(p part, elem string, opposite bool) string {
	with := make(map[ast.Node]string)
	ast.Inspect(p.e, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && c.isElement(e) {
			with[e] = elem
			return false
		}
		return true
	})
	text := technique.Patch(c.pass, p.e, with)
	not := p.not != opposite
	if p.equal {
		if not {
			return elem + " != " + text
		}
		return elem + " == " + text
	}
	if !not {
		if b, ok := p.e.(*ast.BinaryExpr); ok && b.Op == token.LOR {
			return "(" + text + ")"
		}
		return text
	}
	switch e := p.e.(type) {
	case *ast.BinaryExpr:
		if other, ok := opposites[e.Op]; ok && !c.isFloat(e.X) {
			return technique.Patch(c.pass, e.X, with) + " " + other + " " +
				technique.Patch(c.pass, e.Y, with)
		}
		return "!(" + text + ")"
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return technique.Patch(c.pass, ast.Unparen(e.X), with)
		}
	}
	return "!" + text
}

// opposites are the operators that hold where others do not.
var opposites = map[token.Token]string{token.EQL: "!=", token.NEQ: "==", token.LSS: ">=",
	token.GEQ: "<", token.GTR: "<=", token.LEQ: ">"}

// isFloat reports whether two numbers may be neither less nor equal nor greater.
func (c *copying) isFloat(e ast.Expr) bool {
	basic, ok := c.pass.TypesInfo.TypeOf(e).Underlying().(*types.Basic)
	return ok && basic.Info()&(types.IsFloat|types.IsComplex) != 0
}

// quoted returns letters as a literal.
func quoted(letters []rune) string {
	text := string(letters)
	if strings.ContainsAny(text, "\"\\") && strconv.CanBackquote(text) {
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}
