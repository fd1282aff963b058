package appendstyle

import (
	"fmt"
	"go/ast"
	"strconv"

	"golang.org/x/tools/go/ast/inspector"
)

// apply rewrites all statements of an accumulator. It reports whether that
// gains something; when not, the draft must be restored.
func (d *draft) apply(a *acc) bool {
	for _, use := range d.ix.uses(a.v) {
		if d.done(use) {
			return false
		}
	}
	gain := d.gain
	d.size = 0
	d.replaceQuestions(a)
	for _, w := range a.adds {
		d.replaceAdd(a, w)
	}
	for _, s := range a.drops {
		d.replaceStmt(s, d.regrow(a, s))
	}
	for _, s := range a.resets {
		d.replaceStmt(s, []string{a.out + " = " + a.out + "[:" + d.base(a) + "]"})
	}
	if !a.merged {
		for _, r := range a.reads {
			d.replaceRead(a, r)
		}
	}
	d.gain += a.worth(d)
	if !d.replaceDecl(a) || d.gain <= gain {
		return false
	}
	if d.p.at == nil && !a.merged {
		d.p.at = a.place()
	}
	return true
}

// done reports whether a place is part of something that was replaced.
func (d *draft) done(cur inspector.Cursor) bool {
	for ; cur.Node() != d.fn; cur = cur.Parent() {
		if _, ok := d.repl[cur.Node()]; ok {
			return true
		}
	}
	return false
}

// worth returns how many allocations of its own an accumulator costs, at
// least, that a slice in the frame does not.
func (a *acc) worth(d *draft) int {
	looped := false
	for _, w := range a.adds {
		looped = looped || d.depth(w.stmt) > d.depth(a.decl)
	}
	switch n := len(a.adds); {
	case a.kind == parts || a.kind == buffer:
		return 1
	case a.kind == raw || a.merged && n == 0:
		return 0
	case looped || a.merged && n+len(a.init) > 1 || a.kind == builder && n > 1:
		return 1
	case a.kind == builder:
		return 0
	}
	return len(a.adds) - 1 // each makes a string; the conversion makes one
}

// place returns the expression that allocates.
func (a *acc) place() ast.Node {
	switch {
	case a.kind != plain && a.kind != raw:
		return a.reads[0]
	case len(a.adds) > 0:
		return a.adds[0].stmt
	case len(a.init) > 0:
		return a.init[0]
	}
	return a.reads[0]
}

// replaceQuestions replaces what asks for the length.
func (d *draft) replaceQuestions(a *acc) {
	base := d.base(a)
	for cmp, negated := range a.empties {
		op := " == "
		if negated {
			op = " > "
		}
		d.repl[cmp] = "len(" + a.out + ")" + op + base
	}
	for _, e := range a.lens {
		d.repl[e] = "len(" + a.out + ")"
		if base != "0" {
			d.repl[e] = "(len(" + a.out + ") - " + base + ")"
		}
	}
}

// base returns the length of the slice when the accumulator is empty.
func (d *draft) base(a *acc) string {
	if !a.merged {
		return strconv.Itoa(len(a.prefix))
	}
	if len(a.empties)+len(a.lens)+len(a.resets) == 0 && (a.sep == "" || a.sureElem) {
		return ""
	}
	start := d.entry()
	if len(a.prefix) > 0 {
		return fmt.Sprintf("%s+%d", start, len(a.prefix))
	}
	return start
}

// entry returns the variable with the length that the slice of a twin had on
// entry.
func (d *draft) entry() string {
	if d.start == "" {
		d.start = d.fresh("start")
	}
	return d.start
}

// replaceAdd replaces a statement that adds.
func (d *draft) replaceAdd(a *acc, w add) {
	d.loop = d.depth(w.stmt) - d.depth(a.decl)
	defer func() { d.loop = 0 }()
	if w.steps == nil {
		d.forward(a, w)
	}
	d.replaceStmt(w.stmt, assigned(d.addSteps(a, w), a.out, a.out))
}

// addSteps returns the steps for what is added. Each element of parts is
// followed by the separator; the last one's is cut off when the text is taken.
func (d *draft) addSteps(a *acc, w add) []step {
	if w.steps != nil {
		return w.steps(d)
	}
	var steps []step
	for _, e := range w.texts {
		if a.kind != plain && len(d.leaves(e)) > 1 {
			d.gain++ // the sum is no string any more
		}
		if a.kind != plain && d.isConversion(e) {
			d.gain++
		}
		steps = append(steps, d.emit(e)...)
		if a.sep != "" {
			d.grow(len(a.sep))
			steps = append(steps, d.constant(a.sepExpr, a.sep))
		}
	}
	return merge(steps)
}

// isConversion matches a string made of bytes.
func (d *draft) isConversion(e ast.Expr) bool {
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && d.ix.isConversion(c) && isBytes(d.ix.info.TypeOf(c.Args[0]))
}

// replaceDecl replaces the statement that declares an accumulator. It reports
// whether that was possible.
func (d *draft) replaceDecl(a *acc) bool {
	if a.pair != nil {
		return d.replacePair(a)
	}
	steps := d.addSteps(a, add{texts: a.init})
	if a.prefix != "" {
		steps = merge(append([]step{literal(a.prefix, "")}, steps...))
	}
	switch {
	case a.merged:
		d.replaceStmt(a.decl, assigned(steps, a.out, a.out))
	case a.kind == raw && len(steps) == 0 && a.out == a.v.Name():
		// It stays: where it begins is somebody's choice.
	default:
		decl := a.out + " := " + d.scratch()
		d.replaceStmt(a.decl, append([]string{decl}, assigned(steps, a.out, a.out)...))
	}
	return true
}

// replacePair replaces the call whose first result an accumulator begins with.
func (d *draft) replacePair(a *acc) bool {
	text, ok := d.forwardPair(a, a.pair)
	if !ok {
		return false
	}
	var steps []step
	if a.prefix != "" {
		steps = append(steps, literal(a.prefix, ""))
	}
	stmts := assigned(steps, a.out, a.out)
	if !a.merged {
		stmts = append([]string{a.out + " := " + d.scratch()}, stmts...)
	}
	d.replaceStmt(a.pair, append(stmts, text...))
	return true
}
