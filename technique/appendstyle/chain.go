package appendstyle

import (
	"go/ast"
	"go/constant"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/wring-go/wring/technique"
)

// link is one replacement of single bytes in a text. Because it looks at each
// byte alone, so does any chain of links: what a chain makes of a text is what
// it makes of each of its bytes, one behind the other.
type link struct {
	olds  string // the bytes that it replaces
	apply func(string) string
}

// chain matches a text that went through links, the innermost first.
//
//	have: strings.ReplaceAll(strings.ReplaceAll(s, "a", "b"), "b", "cc")
func (d *draft) chain(e ast.Expr) (base ast.Expr, links []link) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return e, nil
	}
	from, l, ok := d.link(call)
	if !ok {
		return e, nil
	}
	base, links = d.chain(from)
	return base, append(links, l)
}

// link matches a call that replaces single bytes, and returns the text that it
// replaces them in.
func (d *draft) link(call *ast.CallExpr) (from ast.Expr, l link, ok bool) {
	switch info := d.ix.info; {
	case technique.IsFunc(info, call, "strings", "ReplaceAll") && len(call.Args) == 3,
		technique.IsFunc(info, call, "strings", "Replace") && len(call.Args) == 4 &&
			d.isNegative(call.Args[3]):
		l, ok = d.pairs(call.Args[1:3], func(pair ...string) func(string) string {
			return func(s string) string { return strings.ReplaceAll(s, pair[0], pair[1]) }
		})
		return call.Args[0], l, ok
	case technique.IsMethod(info, call, "strings", "Replacer", "Replace") && len(call.Args) == 1:
		made, isCall := ast.Unparen(call.Fun.(*ast.SelectorExpr).X).(*ast.CallExpr)
		if !isCall || !technique.IsFunc(info, made, "strings", "NewReplacer") ||
			made.Ellipsis.IsValid() || len(made.Args)%2 != 0 {
			return nil, l, false
		}
		l, ok = d.pairs(made.Args, func(pairs ...string) func(string) string {
			return strings.NewReplacer(pairs...).Replace
		})
		return call.Args[0], l, ok
	}
	return nil, l, false
}

// pairs makes a link of old and new texts, which must be constants, and the old
// ones of them single bytes.
func (d *draft) pairs(args []ast.Expr, make func(...string) func(string) string) (link, bool) {
	var l link
	var pairs []string
	for i, arg := range args {
		s, ok := text(d.ix.info.Types[arg].Value)
		if !ok || i%2 == 0 && (len(s) != 1 || s[0] >= 0x80) {
			return l, false // a longer text could be made of what other links wrote
		}
		if i%2 == 0 {
			l.olds += s
		}
		pairs = append(pairs, s)
	}
	l.apply = make(pairs...)
	return l, len(pairs) > 0
}

func (d *draft) isNegative(e ast.Expr) bool {
	v := d.ix.info.Types[e].Value
	return v != nil && v.Kind() == constant.Int && constant.Sign(v) < 0
}

// table returns what links make of each byte that they do not leave alone.
func table(links []link) map[byte]string {
	became := make(map[byte]string)
	for _, first := range links {
		for _, c := range []byte(first.olds) {
			s := string(rune(c)) // below 0x80
			for _, l := range links {
				s = l.apply(s)
			}
			if s != string(rune(c)) {
				became[c] = s
			}
		}
	}
	return became
}

// allLinks matches a text that went through links, those of statements before
// included.
func (d *draft) allLinks(e ast.Expr) (base ast.Expr, links []link) {
	base, links = d.chain(e)
	if r := d.rowOf(base); r != nil {
		links = append(slices.Clone(r.links), links...)
	}
	return base, links
}

// rowOf returns the row of statements whose outcome an expression is, or nil.
func (d *draft) rowOf(e ast.Expr) *row {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := d.ix.info.Uses[id].(*types.Var)
	if r := d.chained[v]; ok && r != nil && r.use == id {
		return r
	}
	return nil
}

// escapes reports whether e is a text that goes through two links or more and
// nothing else, and is a variable before.
func (d *draft) escapes(e ast.Expr) bool {
	base, links := d.allLinks(e)
	return len(links) > 1 && d.variable(base) != nil
}

// unchanged returns the statement that returns a text as it is when nothing in
// it is to be replaced: then there was no allocation either.
func (d *draft) unchanged(stmt ast.Stmt, e ast.Expr) []string {
	ret, ok := stmt.(*ast.ReturnStmt)
	if !ok || !d.escapes(e) {
		return nil
	}
	base, links := d.allLinks(e)
	became := table(links)
	var olds strings.Builder
	for _, c := range slices.Sorted(maps.Keys(became)) {
		olds.WriteByte(c)
	}
	d.repl[e] = d.render(base)
	defer delete(d.repl, e)
	return []string{"if !" + d.qualifier("strings") + ".ContainsAny(" + d.render(base) + ", " +
		pretty(olds.String()) + ") {\n" + d.render(ret) + "\n}"}
}

// escaped returns the steps for a text that goes through links: one loop over
// its bytes.
func (d *draft) escaped(e ast.Expr) ([]step, bool) {
	base, links := d.allLinks(e)
	if len(links) == 0 {
		return nil, false
	}
	if r := d.rowOf(base); r != nil {
		r.drop(d)
	}
	became := table(links)
	d.used[ast.Unparen(base)] = true
	d.saved(24)
	if len(became) == 0 {
		return []step{spread(d.render(base))}, true
	}
	return []step{{stmt: d.escapeLoop(base, became)}}, true
}

// escapeLoop returns the statements that append what becomes of a text. What
// stays as it is between two bytes that do not is appended in one piece.
func (d *draft) escapeLoop(base ast.Expr, became map[byte]string) string {
	var b strings.Builder
	s := d.render(base)
	if c, ok := ast.Unparen(base).(*ast.CallExpr); ok && d.isConversion(base) &&
		isIdent(c.Args[0]) {
		s = d.render(c.Args[0])
	} else if !isIdent(base) {
		s = d.fresh("text")
		b.WriteString(s + " := " + verbatim(d.render(base)) + "\n")
	}
	done, i, to := d.fresh("done"), d.fresh("i"), d.fresh("became")
	b.WriteString(done + " := 0\nfor " + i + " := 0; " + i + " < len(" + s + "); " + i +
		"++ {\nvar " + to + " string\nswitch " + s + "[" + i + "] {\n")
	for _, old := range slices.Sorted(maps.Keys(became)) {
		b.WriteString("case " + verbatim(strconv.QuoteRune(rune(old))) + ":\n" +
			to + " = " + verbatim(pretty(became[old])) + "\n")
	}
	b.WriteString("default:\ncontinue\n}\n" +
		stepText(spread(s+"["+done+":"+i+"]")) + "\n" + stepText(spread(to)) + "\n" +
		done + " = " + i + " + 1\n}\n" + stepText(spread(s+"["+done+":]")))
	return b.String()
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
