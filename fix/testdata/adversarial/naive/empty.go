package empty

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Nil becomes empty.
func Doubled(xs []int) []int {
	out := make([]int, 0, len(xs))
	for _, x := range xs {
		out = append(out, 2*x)
	}
	return out
}

// Nil becomes empty only where all are filtered out.
func Positive(xs []int) []int {
	if len(xs) == 0 {
		return nil
	}
	out := make([]int, 0, len(xs))
	for _, x := range xs {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out
}

// Empty becomes nil.
func Copied(xs []string) []string { return append([]string(nil), xs...) }

// Nil becomes empty.
func Keys(m map[string]int) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// The first of equal words wins, not the last.
func Positions(words []string) map[string]int {
	m := make(map[string]int, len(words))
	for i := len(words) - 1; i >= 0; i-- {
		m[words[i]] = i
	}
	return m
}

// The panic is gone.
func Put(m map[string]int, keys []string) string {
	if m == nil {
		return strings.Join(keys, "+")
	}
	for i, k := range keys {
		m[k] = i
	}
	return strings.Join(keys, "+")
}

// The panic is gone.
func FirstField(line string) string {
	for f := range strings.FieldsSeq(line) {
		return f
	}
	return ""
}

// The panic is gone, and the rest of the line comes along.
func SecondPart(line string) string {
	_, after, _ := strings.Cut(line, ":")
	return after
}

// The panic is gone.
func Greeting(p *Person) string {
	if p == nil {
		return ""
	}
	return "dear " + p.Name + " of " + strings.Join(p.Tags, "/")
}

// It panics before it writes.
func Fill(dst []string, src []int) {
	dst = dst[:len(src)]
	for i, x := range src {
		dst[i] = "#" + strconv.Itoa(x)
	}
}

// An empty text has no parts.
func Parts(s string) int {
	if s == "" {
		return 0
	}
	return strings.Count(s, ",") + 1
}

// It counts separators.
func Characters(s string) int { return utf8.RuneCountInString(s) + 1 }

// It takes zero for all.
func Head(s string, n int) []string {
	if n <= 0 {
		return strings.Split(s, ",")
	}
	return strings.SplitN(s, ",", n)
}

// Nil and empty are taken for one.
func Joined(parts []string) string {
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ";") + ";"
}

// Nil becomes empty.
func Pairs(line string) ([][2]string, error) {
	words := strings.Fields(line)
	out := make([][2]string, 0, len(words)/2)
	if len(words)%2 != 0 {
		return out, errors.New("odd number of words in " + strconv.Quote(line))
	}
	for i := 0; i < len(words); i += 2 {
		out = append(out, [2]string{words[i], words[i+1]})
	}
	return out, nil
}

// The panic is gone.
func Row(n int) []byte {
	var b []byte
	for range n {
		b = append(b, '-')
	}
	return append(b, '\n')
}
