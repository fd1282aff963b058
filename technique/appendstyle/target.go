package appendstyle

import (
	"fmt"
	"go/ast"
	"math/bits"
	"strconv"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/appendstyle/recognise"
	"github.com/wring-go/wring/technique/effects"
)

// target is an accumulator with the slice that stands for it.
type target struct {
	p      planner
	a      *recognise.Accumulator
	out    code
	prefix string // constant text that is put in front of what is read
	start  *local // the length of the slice on entry, when it is the one of a twin
}

// The slice of a root begins on the stack: make with a constant capacity does
// not allocate when the slice stays in the function and in what it calls. A
// text that is longer moves to the heap by itself.
const (
	leastScratch = 64
	mostScratch  = 512
	// perLoop is how often a loop is expected to run.
	perLoop = 8
)

// scratch returns the expression for a slice that has room for about n bytes.
func scratch(n int) string {
	n = min(max(n, leastScratch), mostScratch)
	return fmt.Sprintf("make([]byte, 0, %d)", 1<<bits.Len(uint(n-1)))
}

// plan plans all statements of the accumulator. It is not ok when that gains
// nothing, or when some of them were replaced before.
func (t target) plan(before change) (change, bool) {
	a := t.a
	for _, use := range a.In.Pkg.Uses(a.Var) {
		if before.covers(use.Node()) {
			return change{}, false
		}
	}
	c := t.questions()
	for _, w := range a.Adds {
		c = c.and(t.add(w))
	}
	if a.Fill != nil {
		c = c.and(t.filled(a.Fill))
	}
	for _, s := range a.Grows {
		c = c.and(replaced(s, t.grow(s)...))
	}
	for _, s := range a.Resets {
		c = c.and(replaced(s, code{t.out, " = ", t.out, "[:", t.base(), "]"}))
	}
	if t.start == nil {
		for _, r := range a.Reads {
			c = c.and(t.read(r, c))
		}
		c.at = a.Place()
	}
	decl, ok := t.declare(c.size)
	c = c.and(decl)
	c.gain += a.Worth(t.start != nil)
	return c, ok && c.gain > 0 && c.keeps(before)
}

// questions replaces what asks for the length.
func (t target) questions() change {
	var c change
	for cmp, negated := range t.a.Empties {
		op := " == "
		if negated {
			op = " > "
		}
		c.edits = append(c.edits, edit{cmp, code{"len(", t.out, ")" + op, t.base()}})
	}
	for _, id := range t.a.Names {
		c.edits = append(c.edits, edit{id, t.out})
	}
	for _, e := range t.a.Lens {
		text := code{"len(", t.out, ")"}
		if t.start != nil || t.prefix != "" {
			text = code{"(", text, " - ", t.base(), ")"}
		}
		c.edits = append(c.edits, edit{e, text})
	}
	return c
}

// base returns the length of the slice when the accumulator is empty.
func (t target) base() code {
	switch n := len(t.prefix); {
	case t.start == nil:
		return code{strconv.Itoa(n)}
	case n > 0:
		return code{t.start, fmt.Sprintf("+%d", n)}
	}
	return code{t.start}
}

// whole returns the slice that holds the text of the accumulator.
func (t target) whole() code {
	cut := fmt.Sprintf(")-%d", len(t.a.Sep))
	switch {
	case t.a.Sep == "":
		return t.out
	case t.a.SureElem:
		return code{t.out, "[:len(", t.out, cut + "]"}
	}
	return code{t.out, "[:max(len(", t.out, cut + ", ", t.base(), ")]"}
}

// add plans a statement that adds.
func (t target) add(w recognise.Add) change {
	loop := t.a.Looped(w.Stmt)
	var c change
	var ps pieces
	if w.Call != nil {
		ps = t.p.written(w.Call)
	} else {
		var forwarded bool
		c, forwarded = t.forward(w, loop)
		ps = t.texts(w.Texts, forwarded)
	}
	return c.and(replaced(w.Stmt, assigned(ps.steps, t.out)...)).counting(ps, loop)
}

// texts plans texts, the first leaf of which may have been forwarded. Each
// element of parts is followed by the separator; the last one's is cut off when
// the text is taken.
func (t target) texts(texts []ast.Expr, forwarded bool) pieces {
	var all pieces
	for i, e := range texts {
		leaves := t.a.In.Leaves(e)
		if t.a.Kind != recognise.Plain {
			if len(leaves) > 1 {
				all.gain++ // the sum is no string any more
			}
			if t.a.In.Pkg.MakesString(ast.Unparen(e)) {
				all.gain++
			}
		}
		if i == 0 && forwarded {
			leaves = leaves[1:]
		}
		all = all.and(t.p.texts(leaves))
		if t.a.Sep != "" {
			all = all.and(one(t.p.constant(t.a.SepExpr, t.a.Sep), len(t.a.Sep), 0))
		}
	}
	return all
}

// grow returns the lines for a statement that calls Grow.
//
//	have: b.Grow(len(s))
//	want: dst = slices.Grow(dst, len(s))
//
// Before there was slices.Grow, its like was written as
// append(dst, make([]byte, n)...)[:len(dst)].
func (t target) grow(stmt ast.Stmt) []code {
	size := recognise.Grown(stmt)
	if _, ok := t.a.In.Pkg.Integer(size); ok || t.start != nil {
		return nil
	}
	if !t.a.In.Since("go1.21") {
		return []code{{t.out, " = append(", t.out, ", make([]byte, ", size, ")...)[:len(", t.out,
			")]"}}
	}
	return []code{{t.out, " = ", imported("slices"), ".Grow(", t.out, ", ", size, ")"}}
}

// declare plans the statement that declares the accumulator, given how much is
// appended later.
func (t target) declare(size int) (change, bool) {
	ps := pieces{steps: merge([]step{literal(t.prefix, "")})}
	var pair []code
	count := ps
	if t.a.Pair == nil {
		ps = ps.and(t.texts(t.a.Init, false))
		count = ps
	} else if lines, call, ok := t.pair(t.a.Pair); ok {
		pair, count = lines, call
	} else {
		return change{}, false
	}
	lines := append(assigned(ps.steps, t.out), pair...)
	switch {
	case t.start != nil:
	case t.a.Kind == recognise.Raw:
		return change{}, true // where it begins is the author's choice
	default:
		begin := code{t.out, " := " + scratch(size+count.size+count.looped)}
		lines = append([]code{begin}, lines...)
	}
	return replaced(t.a.Decl, lines...).counting(count, false), true
}

// read plans an expression that takes the text in a root: with the return
// statement that it is in, when the rest of that can be appended too.
func (t target) read(r ast.Expr, before change) change {
	ret := t.a.In.ReturnOf(r)
	if ret != nil && !before.replaces(ret) && t.a.In.InList(ret) {
		for i, e := range ret.Results {
			front, rest, ok := t.a.AroundResult(ret, i)
			if !ok || front != t.prefix || len(t.a.In.Leaves(e)) < 2 {
				continue
			}
			c, steps := t.rest(ret, rest)
			c.gain++
			stmts, last := lines(steps, t.whole(), t.out)
			return c.and(replaced(ret, append(stmts,
				code{altered{ret, []edit{{e, code{"string(", last, ")"}}}}})...))
		}
	}
	return change{edits: []edit{t.taken(r)}}
}

// taken returns the edit of an expression that takes the text: its bytes do where they are
// appended, or where a copy of them is only read.
//
//	have: f([]byte(s)), append(b, s...)
//	want: f(dst), append(b, dst...)
func (t target) taken(r ast.Expr) edit {
	pkg, cur := t.a.In.Pkg, t.a.In.Cursor(r)
	switch call, _ := cur.Parent().Node().(*ast.CallExpr); {
	case call == nil:
	case technique.IsBuiltin(pkg.Info, call, "append") && cur.ParentEdgeIndex() == 1 &&
		call.Ellipsis.IsValid():
		return edit{r, t.whole()}
	case pkg.IsBytesOf(call) && technique.IsBytes(pkg.Info.TypeOf(call)):
		if read, leaves := effects.OnlyRead(pkg.Pass, cur.Parent()); read && !leaves {
			return edit{call, t.whole()}
		}
	}
	return edit{r, code{"string(", t.whole(), ")"}}
}

// rest plans what is returned behind the text.
func (t target) rest(ret *ast.ReturnStmt, rest []ast.Expr) (change, []step) {
	var c change
	if len(rest) > 0 && t.a.Sep == "" {
		var forwarded bool
		if c, forwarded = t.forward(recognise.Add{Stmt: ret, Texts: rest}, false); forwarded {
			rest = rest[1:]
		}
	}
	ps := t.p.texts(rest)
	return c.counting(ps, false), ps.steps
}
