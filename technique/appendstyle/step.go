package appendstyle

import (
	"go/ast"
	"slices"
	"strconv"
	"unicode/utf8"
)

// step appends once to the slice: as an expression around it, or as statements.
type step struct {
	expr code
	stmt code
	// lit is the text of a literal, which may be joined with its neighbours.
	lit   string
	isLit bool
}

// call returns the step that passes the slice as the first argument.
func call(fun any, args ...code) step {
	expr := code{fun, "(", slice{}}
	for _, arg := range args {
		expr = append(expr, ", ", arg)
	}
	return step{expr: append(expr, ")")}
}

// spread returns the step that appends all bytes of an expression.
func spread(text ...any) step { return call("append", append(code(text), "...")) }

// literal returns the step that appends a text known now; src is its spelling
// in the source, if it has one that can be kept.
func literal(text, src string) step {
	if src == "" {
		src = strconv.Quote(text)
	}
	s := spread(src)
	if len(text) == 1 && text[0] < utf8.RuneSelf {
		s = call("append", code{strconv.QuoteRune(rune(text[0]))})
	}
	s.lit, s.isLit = text, true
	return s
}

// stmtOf returns a step as a statement.
func stmtOf(s step) code {
	if s.stmt != nil {
		return s.stmt
	}
	return code{slice{}, " = ", s.expr}
}

// merge joins literals that follow each other and drops empty ones.
func merge(steps []step) []step {
	var out []step
	for _, s := range steps {
		switch n := len(out); {
		case s.isLit && s.lit == "":
		case s.isLit && n > 0 && out[n-1].isLit:
			out[n-1] = literal(out[n-1].lit+s.lit, "")
		default:
			out = append(out, s)
		}
	}
	return out
}

// lines returns the statements that take all steps but the last, if that is an
// expression, and what the slice is then. It is read from first and kept in dst,
// of which the latter has a single part.
func lines(steps []step, first, dst code) (stmts []code, last code) {
	last = first
	moved := len(first) != 1 || first[0] != dst[0]
	pending := moved && len(steps) > 0 && steps[0].stmt != nil
	for _, s := range steps {
		if pending {
			stmts = append(stmts, code{dst, " = ", last})
			last = dst
		}
		if pending = s.stmt == nil; pending {
			last = s.expr.fill(last)
		} else {
			stmts = append(stmts, s.stmt.fill(dst))
		}
	}
	return stmts, last
}

// assigned returns the statements that take all steps, from dst to dst.
func assigned(steps []step, dst code) []code {
	stmts, last := lines(steps, dst, dst)
	if n := len(steps); n > 0 && steps[n-1].stmt == nil {
		stmts = append(stmts, code{dst, " = ", last})
	}
	return stmts
}

// pieces is how texts are appended, one after the other.
type pieces struct {
	steps  []step
	gain   int        // allocations that go away, at least
	size   int        // about how many bytes are appended
	looped int        // and how many more by loops of the steps' own
	drops  []ast.Stmt // statements that the steps do the work of
}

// one is a single step that appends about so many bytes.
func one(s step, size, gain int) pieces {
	return pieces{steps: []step{s}, size: size, gain: gain}
}

func (p pieces) and(q pieces) pieces {
	return pieces{steps: merge(slices.Concat(p.steps, q.steps)), gain: p.gain + q.gain,
		size: p.size + q.size, looped: p.looped + q.looped,
		drops: slices.Concat(p.drops, q.drops)}
}
