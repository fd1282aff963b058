package replaceonce

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// chain is several links, each of which works on what the one before it has made.
type chain struct {
	pass  *analysis.Pass
	links []link
	steps []step   // none where the links are nested in another expression
	whole ast.Expr // what the last of these links makes
}

// chainOf returns the chain that begins with the links of an expression. It is not ok where the
// chain began before.
func chainOf(pass *analysis.Pass, cur inspector.Cursor) (c chain, ok bool) {
	c = chain{pass: pass, whole: cur.Node().(ast.Expr)}
	c.links, _ = linksOf(pass.TypesInfo, c.whole)
	s, ok := stepAround(pass, cur)
	if !ok {
		return c, !technique.RunsLater(cur) && !technique.Commented(pass, c.whole)
	}
	if before, ok := s.stmt.PrevSibling(); ok {
		if b, ok := stepOf(pass, before); ok && follows(pass, s, b) {
			return c, false
		}
	}
	c.steps = []step{s}
	for {
		next, ok := s.stmt.NextSibling()
		if !ok {
			break
		}
		n, ok := stepOf(pass, next)
		if !ok || !follows(pass, n, s) {
			break
		}
		c.links = append(c.links, n.links...)
		c.steps = append(c.steps, n)
		s = n
	}
	return c, len(c.steps) > 1 || !technique.Commented(pass, c.whole)
}

// stepAround returns the step whose value an expression is.
func stepAround(pass *analysis.Pass, cur inspector.Cursor) (step, bool) {
	for stmt := range cur.Enclosing((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil),
		(*ast.ReturnStmt)(nil)) {
		s, ok := stepOf(pass, stmt)
		return s, ok && ast.Unparen(s.value) == cur.Node()
	}
	return step{}, false
}

// edits returns the edits that put one call in the place of the chain.
func (c *chain) edits(call string) []analysis.TextEdit {
	if len(c.steps) == 0 {
		return []analysis.TextEdit{technique.Replace(c.whole, call)}
	}
	kept := c.kept()
	var edits []analysis.TextEdit
	for i, s := range c.steps {
		switch {
		case i == kept:
			edits = append(edits, technique.Replace(s.value, call))
		case s.v != nil:
			edits = append(edits, technique.Remove(c.pass, s.stmt.Node()))
		case len(s.links) > 0:
			edits = append(edits, technique.Replace(s.value, c.steps[kept].v.Name()))
		}
	}
	return edits
}

// kept returns the index of the step that gets the call: the first that gives its value to the
// variable that has it in the end, or the one that returns it.
func (c *chain) kept() int {
	last := len(c.steps) - 1
	if c.steps[last].v == nil {
		if last == 0 || c.spare() {
			return last
		}
		last--
	}
	v := c.steps[last].v
	return slices.IndexFunc(c.steps, func(s step) bool { return s.v == v })
}

// spare reports whether the variable that is returned need not get its value: the chain declares
// it for itself, or the text that the chain begins with uses it.
func (c *chain) spare() bool {
	last := len(c.steps) - 1
	v := c.steps[last-1].v
	if !slices.ContainsFunc(c.steps, func(s step) bool { return s.v == v && s.declares }) {
		return technique.Uses(c.pass.TypesInfo, c.steps[0].text, v)
	}
	for _, use := range technique.UsesOf(c.pass, v) {
		if use.Node().Pos() > c.steps[last].stmt.Node().End() {
			return false
		}
	}
	return true
}
