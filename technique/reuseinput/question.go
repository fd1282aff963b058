package reuseinput

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// longest is how long the body of a function may be that stands in one line, and widest how long
// a line of conditions.
const longest, widest = 40, 84

// unchanged returns what begins an if statement for a string that has no element to
// change, and what it imports.
//
//	if !strings.ContainsAny(s, "<>") && utf8.ValidString(s)
//	if strings.IndexFunc(s, func(r rune) bool { return unicode.IsSpace(r) }) < 0
//	i := 0; for i < len(s) && s[i] != '_' { i++ }; if i == len(s)
func (c *copying) unchanged(parts []part) (text string, edits []analysis.TextEdit, ok bool) {
	parts = c.flat(parts)
	if c.hides(parts, c.elem) || c.hides(parts, c.found) {
		return "", nil, false
	}
	s := c.name
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
	if !c.runes {
		return c.counted(parts), nil, technique.Predeclared(c.pass, c.loop.Node().Pos(), "len")
	}
	r := technique.FreeName(c.loop.Node(), "r", "char", "letter")
	if c.elem != nil {
		r = c.elem.Name()
	}
	list := []string{"return " + r + " == " + imported("unicode/utf8") + ".RuneError"}
	body := joined(append(list, c.each(parts, r, false)...), "||")
	if found := c.lookedUp(parts, r); found != "" {
		body = found + "\n" + body
	}
	if len(body) > longest-2 || strings.Contains(body, "\n") {
		body = "\n" + body + "\n"
	} else {
		body = " " + body + " "
	}
	text = "if " + imported("strings") + ".IndexFunc(" + s + ", func(" + r + " rune) bool {" +
		body + "}) < 0"
	return text, edits,
		r != "" && technique.Predeclared(c.pass, c.loop.Node().Pos(), "rune", "bool")
}

// counted returns a loop over the bytes that need no change, and what begins an if statement
// for a string that has no others.
func (c *copying) counted(parts []part) string {
	s, i := c.name, c.counter()
	elem, inside := s+"["+i+"]", "for "+i+" < len("+s+")"
	head := i + " := 0\n"
	tail := i + "++\n}\nif " + i + " == len(" + s + ")"
	if found := c.lookedUp(parts, elem); found != "" {
		return head + inside + " {\n" + found + "\nif " +
			joined(c.each(parts, elem, false), "||") + " {\nbreak\n}\n" + tail
	}
	list := append([]string{inside}, c.each(parts, elem, true)...)
	return head + joined(list, "&&") + " {\n" + tail
}

// each returns parts, or their opposites, as expressions of an element.
func (c *copying) each(parts []part, elem string, opposite bool) (list []string) {
	for _, p := range parts {
		list = append(list, c.spelled(p, elem, opposite))
	}
	return list
}

// joined returns conditions with an operator between them, in lines that are not too wide.
func joined(list []string, op string) string {
	text, width := "", 0
	for i, one := range list {
		width += len(one)
		switch {
		case i > 0 && width > widest:
			text, width = text+" "+op+"\n", len(one)
		case i > 0:
			text += " " + op + " "
		}
		text += one
	}
	return text
}

// lookedUp returns the statement that asks whether a map has an element, "" where no part wants
// to know.
func (c *copying) lookedUp(parts []part, elem string) string {
	if c.found == nil || !c.asks(parts, c.found) {
		return ""
	}
	return "_, " + c.found.Name() + " := " + c.spelled(part{e: c.in}, elem, false)
}

// asks reports whether a reason depends on a variable.
func (c *copying) asks(parts []part, v *types.Var) bool {
	return slices.ContainsFunc(parts, func(p part) bool {
		return slices.ContainsFunc(append([]ast.Expr{p.e}, p.or...), func(e ast.Expr) bool {
			return technique.Uses(c.pass.TypesInfo, e, v)
		})
	})
}

// hides reports whether a part means something else by the name of a variable that all parts
// would see.
func (c *copying) hides(parts []part, v *types.Var) bool {
	return v != nil && slices.ContainsFunc(parts, func(p part) bool {
		return slices.ContainsFunc(append([]ast.Expr{p.e}, p.or...), func(e ast.Expr) bool {
			for n := range ast.Preorder(e) {
				id, ok := n.(*ast.Ident)
				obj := c.pass.TypesInfo.Uses[id]
				if ok && id.Name == v.Name() && obj != v {
					return true
				}
			}
			return false
		})
	})
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
		if len(p.or) > 0 {
			out = append(out, p)
			continue
		}
		if or, ok := e.(*ast.BinaryExpr); ok && or.Op == token.LOR && !p.not && !p.equal {
			out = append(out, c.flat([]part{{e: or.X}, {e: or.Y}})...)
			continue
		}
		if and, ok := e.(*ast.BinaryExpr); ok && and.Op == token.LAND && p.not && !p.equal {
			out = append(out, c.flat([]part{{e: and.X, not: true}, {e: and.Y, not: true}})...)
			continue
		}
		out = append(out, part{e, p.not, p.equal, p.or})
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
	if len(p.or) > 0 {
		return c.anyOf(p, elem, p.not != opposite)
	}
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

// anyOf returns that one of the expressions of a part holds of an element, or none.
func (c *copying) anyOf(p part, elem string, not bool) string {
	var list []string
	for _, e := range append([]ast.Expr{p.e}, p.or...) {
		one := c.spelled(part{e: ast.Unparen(e), equal: p.equal}, elem, false)
		if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && b.Op == token.LOR && !p.equal {
			one = one[1 : len(one)-1] // without parentheses
		}
		list = append(list, one)
	}
	text := joined(list, "||")
	if not {
		return "!(" + text + ")"
	}
	return "(" + text + ")"
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
