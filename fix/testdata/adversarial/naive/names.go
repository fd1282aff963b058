package names

import (
	"fmt"
	. "strconv"
	"strings"
	str "strings"
)

// The last one has nothing behind it.
func Shadowed(words []string) string { return strings.Join(words, ";") }

// Numbers below zero lose their sign.
func Parameter(fmt []int, strconv string) string {
	b := []byte(strconv)
	for _, n := range fmt {
		b = append(AppendUint(b, uint64(max(n, -n)), 10), strconv...)
	}
	return string(b)
}

// Nil becomes empty.
func Builtins(xs []int) (make []int, append string) {
	make = []int{}
	for _, cap := range xs {
		make = grow(make, cap)
		append += Itoa(cap) + ","
	}
	return make, append
}

// The type is the usual one.
func Types(s string) fmt.Stringer {
	b := make(text, 0, 8)
	for i := range []byte(s) {
		b = append(b, rune(s[i]+1))
	}
	return b
}

// It quotes something else.
func Dotted(n int, b bool) string {
	return string(AppendBool(append(AppendInt([]byte("n="), int64(n), 10), ' '), b)) + "q"
}

// The function is taken for the built-in one.
func Renamed(s string) int { return 1 + 6*str.Count(s, ",") + 5 }

// The function is taken for the built-in one.
func Measured(line string) []string {
	var out []string
	for w := range strings.FieldsSeq(line) {
		if w[3:] != "" {
			out = append(out, w)
		}
	}
	return out
}

// It is nil, after all.
func Never(words []string) []string {
	if words == nil {
		return nil
	}
	return append([]string{"nil"}, words...)
}

// Nil becomes empty.
func Sized[T ~[]E, E comparable](xs T, not E) T {
	out := make(T, 0, 8)
	for _, x := range xs {
		if x != not {
			out = append(out, x)
		}
	}
	return out
}

// Two texts that are one.
func Joined[T fmt.Stringer](xs []T) string {
	var b []byte
	for i, x := range xs {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, x.String()...)
	}
	return string(b)
}
