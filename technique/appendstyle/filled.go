package appendstyle

import (
	"go/ast"

	"github.com/wring-go/wring/technique/appendstyle/recognise"
)

// filled plans the loop that gave elements their texts: without an index that only did that,
// and over what is there where it went over the elements.
//
//	have: for i := range parts { parts[i] = f(parts[i]) }
//	want: for _, part := range strings.Split(s, ",") { dst = append(dst, f(part)...) }
func (t target) filled(f *recognise.Fill) change {
	c, old := head(f)
	keep := t.kept(old)
	for _, s := range f.Kept {
		c = c.and(replaced(s, append(keep, code{"continue"})...))
	}
	if f.If != nil && len(keep) > 0 {
		c = c.and(replaced(f.If, code{"if ", f.If.Cond, " ", f.If.Body, " else {\n",
			block(keep...), "\n}"}))
	}
	return c
}

// kept returns the statements that append the text that an element keeps, which is empty where it
// has no old one.
func (t target) kept(old code) []code {
	var ps pieces
	if old != nil {
		ps = one(spread(old), 16, 0)
	}
	if t.a.Sep != "" {
		ps = ps.and(one(t.p.constant(t.a.SepExpr, t.a.Sep), len(t.a.Sep), 0))
	}
	return assigned(ps.steps, t.out)
}

// head plans the head of the loop, and returns what an element of pieces is called in it.
func head(f *recognise.Fill) (c change, old code) {
	loop, ranges := f.Loop.(*ast.RangeStmt)
	value := f.Value()
	asked := len(f.Olds) > 0 || f.Pieces && (len(f.Kept) > 0 || f.If != nil)
	switch {
	case f.Over == nil && !ranges:
		return c, nil // it counts as far as something else
	case asked && value == nil:
		return named(f)
	case !ranges:
		return replaced(f.Loop, over(f, code{f.Index.Name()})), nil
	case f.Over != nil:
		c.edits = append(c.edits, edit{loop.X, code{f.Over}})
	}
	switch {
	case !f.Unused:
	case loop.Value != nil:
		c.edits = append(c.edits, edit{loop.Key, code{"_"}})
	default:
		c = c.and(replaced(loop, code{"for range ", loop.X, " ", loop.Body}))
	}
	if value != nil {
		old = code{value}
	}
	return c, old
}

// named plans a loop in which the piece gets a name.
func named(f *recognise.Fill) (c change, old code) {
	part := &local{base: "part", block: f.Loop}
	for _, e := range f.Olds {
		c.edits = append(c.edits, edit{e, code{part}})
	}
	index := f.Index.Name()
	if f.Unused {
		index = "_"
	}
	return c.and(replaced(f.Loop, over(f, code{index, ", ", part}))), code{part}
}

// over returns the loop with another head.
func over(f *recognise.Fill, vars code) code {
	if f.Unused && len(vars) == 1 {
		return code{"for range ", f.Over, " ", f.Body}
	}
	return code{"for ", vars, " := range ", f.Over, " ", f.Body}
}
