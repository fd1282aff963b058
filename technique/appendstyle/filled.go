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
func filled(f *recognise.Fill) change {
	loop, ranges := f.Loop.(*ast.RangeStmt)
	if !ranges || len(f.Olds) > 0 {
		return ranged(f)
	}
	var c change
	if f.Over != nil {
		c.edits = append(c.edits, edit{loop.X, code{f.Over}})
	}
	switch {
	case !f.Unused:
	case loop.Value != nil:
		c.edits = append(c.edits, edit{loop.Key, code{"_"}})
	default:
		c = c.and(replaced(loop, code{"for range ", loop.X, " ", loop.Body}))
	}
	return c
}

// ranged plans a loop with another head. One that counts as far as something else stays.
func ranged(f *recognise.Fill) change {
	if f.Over == nil {
		return change{}
	}
	var c change
	head := code{f.Index.Name(), " := "}
	switch {
	case len(f.Olds) > 0:
		part := &local{base: "part", block: f.Loop}
		head = code{f.Index.Name(), ", ", part, " := "}
		if f.Unused {
			head[0] = "_"
		}
		for _, e := range f.Olds {
			c.edits = append(c.edits, edit{e, code{part}})
		}
	case f.Unused:
		head = nil
	}
	return c.and(replaced(f.Loop, code{"for ", head, "range ", f.Over, " ", f.Body}))
}
