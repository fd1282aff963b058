package appendstyle

import (
	"fmt"
	"go/constant"
	"strconv"
	"strings"
	"unicode/utf8"
)

// step appends once to the slice: as an expression around it, or as a
// statement.
type step struct {
	head, tail string // the expression is head + slice + tail
	// stmt is a statement that appends to the slice, which it spells %[1]s.
	stmt string
	// lit is the text of a literal, which may be joined with its neighbours.
	lit   string
	isLit bool
}

// call returns the step that passes the slice as the first argument.
func call(fun string, args ...string) step {
	tail := ")"
	if len(args) > 0 {
		tail = ", " + strings.Join(args, ", ") + ")"
	}
	return step{head: fun + "(", tail: tail}
}

// spread returns the step that appends all bytes of an expression.
func spread(text string) step { return call("append", text+"...") }

// literal returns the step that appends a text known now; src is its spelling
// in the source, if it has one that can be kept.
func literal(text, src string) step {
	if len(text) == 1 && text[0] < utf8.RuneSelf {
		s := call("append", strconv.QuoteRune(rune(text[0])))
		s.lit, s.isLit = text, true
		return s
	}
	if src == "" {
		src = strconv.Quote(text)
	}
	s := spread(src)
	s.lit, s.isLit = text, true
	return s
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

// lines returns the statements that take the steps, and the expression for the
// slice behind them. The slice is read from first and kept in dst.
func lines(steps []step, first, dst string) (stmts []string, last string) {
	last, pending := first, false
	for _, s := range steps {
		if pending || s.stmt != "" && last != dst {
			stmts = append(stmts, dst+" = "+last)
			last = dst
		}
		pending = s.stmt == ""
		if pending {
			last = s.head + last + s.tail
		} else {
			stmts = append(stmts, fmt.Sprintf(s.stmt, dst))
		}
	}
	return stmts, last
}

// assigned returns the statements that take all steps.
func assigned(steps []step, first, dst string) []string {
	stmts, last := lines(steps, first, dst)
	if last != dst {
		stmts = append(stmts, dst+" = "+last)
	}
	return stmts
}

// verbatim protects text from the formatting of a step's statement.
func verbatim(s string) string { return strings.ReplaceAll(s, "%", "%%") }

// text returns the value of a string constant.
func text(v constant.Value) (string, bool) {
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}

func constantInt(v constant.Value) (int64, bool) {
	if v == nil || v.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(v)
}
