package profile

import (
	"strings"
	"testing"
)

const built = `package p

import "fmt"

// Join joins.
func Join(parts []string) string {
	out := ""
	for _, p := range parts {
		out += fmt.Sprintf("%s,", p)
	}
	return out
}

func old(n int) []int {
	list := make([]int, n)
	fill(list)
	return list
}

func (l *list[T]) Add(v T) {
	l.items = append(l.items, v)
	l.seen(fmt.Sprint(v))
}
`

const today = `package p

import (
	"fmt"
	"strings"
)

func (l *list[T]) Add(v T) {
	if l == nil {
		return
	}
	l.items = append(l.items, v)
	l.seen(fmt.Sprint(v))
}

func renamed(n int) []int {
	list := make([]int, n)
	fill(list)
	return list
}

// Join joins.
func Join(parts []string) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(fmt.Sprintf("%s,", strings.TrimSpace(p)))
	}
	return b.String()
}
`

func source(text string) *Source {
	return NewSource(map[string]map[string][]byte{"m/p": {"/m/p/p.go": []byte(text)}})
}

// lineOf returns the line of a text that holds some words.
func lineOf(t *testing.T, text, words string) int {
	t.Helper()
	i := strings.Index(text, words)
	if i < 0 {
		t.Fatalf("there is no %q", words)
	}
	return 1 + strings.Count(text[:i], "\n")
}

// TestFind finds lines with the source of the build, and without it where the
// calls of a line say which one it is.
func TestFind(t *testing.T) {
	now, then := source(today), source(built)
	for _, c := range []struct {
		name, fn, was string
		callees       []string
		then          *Source
		want, reason  string
	}{
		{"moved", "m/p.(*list[...]).Add", "l.items = ", nil, then, "l.items = ", ""},
		{"moved, by its call", "m/p.(*list[...]).Add", "l.seen", []string{"fmt.Sprint"}, nil,
			"l.seen", ""},
		{"changed", "m/p.Join", `out += fmt`, []string{"fmt.Sprintf"}, nil, "b.WriteString", ""},
		{"rewritten", "m/p.Join", `out := ""`, nil, then, "", "rewritten"},
		{"renamed", "m/p.old", "fill(list)", nil, then, "fill(list)", ""},
		{"gone", "m/p.old", "fill(list)", nil, nil, "", "the function is gone"},
		{"in a literal", "m/p.(*list[...]).Add.func1", "l.items = ", nil, then, "l.items = ", ""},
		{"too far", "m/p.Join", "l.seen", nil, nil, "", "its build is not known"},
	} {
		t.Run(c.name, func(t *testing.T) {
			line := lineOf(t, built, c.was)
			start := 0
			if c.then == nil {
				start = now.startOf(t, built, c.fn)
			}
			got := now.Find(Place{Package: "m/p", Func: c.fn, File: "/build/p/p.go", Line: line,
				Start: start}, c.callees, c.then)
			if c.reason != "" {
				if got.Line != 0 || !strings.Contains(got.Reason, c.reason) {
					t.Errorf("got %+v, want a reason with %q", got, c.reason)
				}
				return
			}
			if got.Reason != "" || got.File != "/m/p/p.go" || got.Line != lineOf(t, today, c.want) {
				t.Errorf("got %+v, want line %d", got, lineOf(t, today, c.want))
			}
		})
	}
}

// startOf returns where a function of the build began, as profiles have it.
func (s *Source) startOf(t *testing.T, text, fn string) int {
	t.Helper()
	d := source(text).find(Place{Package: "m/p", Func: fn, File: "p.go"})
	if d == nil {
		return 0
	}
	return d.start
}

// FuzzAlign pairs equal lines only, in their order.
func FuzzAlign(f *testing.F) {
	f.Add("a\nb\nc", "b\nc\na")
	f.Add("", "x")
	f.Fuzz(func(t *testing.T, old, now string) {
		a, b := strings.Split(old, "\n"), strings.Split(now, "\n")
		last := -1
		for i, j := range align(a, b) {
			if j < 0 {
				continue
			}
			if j <= last || a[i] != b[j] {
				t.Fatalf("line %d is paired with %d after %d", i, j, last)
			}
			last = j
		}
	})
}

// TestIndirect tells calls of variables and fields from those of functions.
func TestIndirect(t *testing.T) {
	s := source(`package p

import "strconv"

func known() {}

func f(g func(), s struct{ call func() }) {
	g()
	s.call()
	known()
	_ = strconv.Itoa(1)
	_ = append([]int{}, 1)
	_ = len("")
}
`)
	d := s.find(Place{Package: "m/p", Func: "m/p.f", File: "p.go"})
	for line, want := range map[int]bool{8: true, 9: true, 10: false, 11: false, 12: false,
		13: false, 99: false} {
		if d.indirect(line) != want {
			t.Errorf("line %d: %t", line, !want)
		}
	}
}
