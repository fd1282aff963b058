package harness

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"
)

// apart returns the first of n inputs on which two functions of one type differ
// for a caller, and how; -1 if there is none.
func apart(t *testing.T, reg func(fn interface{}) *Registry, old, now interface{}, n int) (
	int, string) {
	t.Helper()
	var sessions [2]*session
	var can [2]*builder
	for i, fn := range []interface{}{old, now} {
		s, reason := newSession(reg(fn), "f", &guard{})
		if reason != "" {
			t.Fatal(reason)
		}
		sessions[i], can[i] = s, newBuilder(s.reg)
	}
	for i := range n {
		was, before := sessions[0].tryAll(can[0], i)
		is, after := sessions[1].tryAll(can[1], i)
		if was != is || before != after {
			return i, was + "\nand\n" + is
		}
	}
	return -1, ""
}

var scratchBytes []byte

var counter int

// different are pairs of functions that a caller can tell apart.
var different = []struct {
	name     string
	old, now interface{}
}{
	{"a byte that is read too much", func(l *lexer) byte {
		c, _ := l.in.ReadByte()
		return c
	}, func(l *lexer) byte {
		c, _ := l.in.ReadByte()
		l.in.ReadByte()
		return c
	}},
	{"a slice that is handed out and left room", func(r *room) []int {
		if r == nil {
			return nil
		}
		if len(r.items) == 0 {
			r.items = make([]int, 2)
		}
		return r.items
	}, func(r *room) []int {
		if r == nil {
			return nil
		}
		if len(r.items) == 0 {
			r.items = make([]int, 2, 16)
		}
		return r.items
	}},
	{"nil for empty", func(xs []int) []int { return append([]int(nil), xs...) },
		func(xs []int) []int { return append([]int{}, xs...) }},
	{"empty map for nil", func(m map[string]int) map[string]int { return m },
		func(m map[string]int) map[string]int {
			if m == nil {
				return map[string]int{}
			}
			return m
		}},
	{"a copy for the argument", func(b []byte) []byte { return b },
		func(b []byte) []byte { return append([]byte(nil), b...) }},
	{"room behind the end is written", func(b []byte) int { return len(b) },
		func(b []byte) int { return len(append(b, 'x')) - 1 }},
	{"sorting in place", func(xs []int) []int {
		ys := append([]int(nil), xs...)
		sort.Ints(ys)
		return ys
	}, func(xs []int) []int {
		sort.Ints(xs)
		return append([]int(nil), xs...)
	}},
	{"unstable sorting", func(ps []pair) []pair {
		sort.SliceStable(ps, func(i, j int) bool { return len(ps[i].Name) < len(ps[j].Name) })
		return ps
	}, func(ps []pair) []pair {
		sort.SliceStable(ps, func(i, j int) bool { return len(ps[i].Name) <= len(ps[j].Name) })
		return ps
	}},
	{"the text of an error", func(n int) error { return fmt.Errorf("no %d", n) },
		func(n int) error { return errors.New("no " + strconv.Itoa(n+n/1000)) }},
	{"the type of an error", func(n int) error { return &failure{"no"} },
		func(n int) error { return errors.New("no") }},
	{"that an error wraps one", func(n int) error { return fmt.Errorf("no: %w", io.EOF) },
		func(n int) error { return fmt.Errorf("no: %v", io.EOF) }},
	{"a typed nil in an interface", func(n int) error { return nil },
		func(n int) error { return (*failure)(nil) }},
	{"the type in an interface", func(n int) interface{} { return n },
		func(n int) interface{} { return int64(n) }},
	{"a panic less", func(xs []int) int { return xs[2] },
		func(xs []int) int {
			if len(xs) < 3 {
				return 0
			}
			return xs[2]
		}},
	{"another panic", func(xs []int) int { return xs[2] },
		func(xs []int) int {
			if len(xs) < 3 {
				panic("too short")
			}
			return xs[2]
		}},
	{"what was written before a panic", func(xs []int) { xs[0] = 7; _ = xs[3] },
		func(xs []int) { _ = xs[3]; xs[0] = 7 }},
	{"two writes for one", func(w io.Writer, s string) { fmt.Fprint(w, s, "!") },
		func(w io.Writer, s string) { io.WriteString(w, s); io.WriteString(w, "!") }},
	{"a write after a failure", func(w io.Writer) error {
		if _, err := io.WriteString(w, "a"); err != nil {
			return err
		}
		_, err := io.WriteString(w, "b")
		return err
	}, func(w io.Writer) error {
		io.WriteString(w, "a")
		_, err := io.WriteString(w, "b")
		return err
	}},
	{"a reader is not read to its end", func(r io.Reader) int {
		b, _ := io.ReadAll(r)
		return len(b)
	}, func(r io.Reader) int {
		b := make([]byte, 1<<12)
		n, _ := r.Read(b)
		return n
	}},
	{"another order of calls", func(f func(int) int) int { a := f(1); return a + 2*f(2) },
		func(f func(int) int) int { b := 2 * f(2); return b + f(1) }},
	{"a call more", func(f func(int) int) int { return f(1) + f(1) },
		func(f func(int) int) int { return 2 * f(1) }},
	{"an iterator that does not stop", func(xs []int) func(func(int) bool) {
		return func(yield func(int) bool) {
			for _, x := range xs {
				if !yield(x) {
					return
				}
			}
		}
	}, func(xs []int) func(func(int) bool) {
		return func(yield func(int) bool) {
			for _, x := range append([]int{0}, xs...) {
				if !yield(x) {
					return
				}
			}
		}
	}},
	{"memory of an earlier result", func(s string) []byte { return []byte(s) },
		func(s string) []byte {
			scratchBytes = append(scratchBytes[:0], s...)
			return scratchBytes
		}},
	{"an earlier argument is kept", func(p *pair) *pair { return &pair{Name: p.Name} },
		func() func(p *pair) *pair {
			var last *pair
			return func(p *pair) *pair {
				if last != nil {
					last.count++
				}
				last = p
				return &pair{Name: p.Name}
			}
		}()},
	{"state from call to call", func(n int) int { return n },
		func(n int) int { counter++; return n + counter/40 }},
	{"the sign of zero", func(x float64) float64 { return x },
		func(x float64) float64 { return x + 0 }},
	{"digits of a float", func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) },
		func(x float64) string { return fmt.Sprintf("%.6g", x) }},
	{"an overflow", func(x int8) int { return int(x) * 2 }, func(x int8) int { return int(x * 2) }},
	{"a sign", func(x uint8) int { return int(x) }, func(x uint8) int { return int(int8(x)) }},
	{"bytes for runes", func(s string) int { return len([]rune(s)) },
		func(s string) int { return len(s) }},
	{"broken UTF-8", func(s string) string { return s },
		func(s string) string { return string([]rune(s)) }},
	{"case mapping", strings.ToLower,
		func(s string) string {
			b := []byte(s)
			for i, c := range b {
				if 'A' <= c && c <= 'Z' {
					b[i] = c + 'a' - 'A'
				}
			}
			return string(b)
		}},
	{"what is space", func(s string) []string { return strings.Fields(s) },
		func(s string) []string {
			return strings.FieldsFunc(s, func(c rune) bool { return c == ' ' })
		}},
	{"a word of the dictionary", func(s string) bool { return false },
		func(s string) bool { return s == "key=value" }},
	{"a number of the dictionary", func(n int) bool { return false },
		func(n int) bool { return n == 43 }},
	{"more than a stack buffer holds", func(s string) string { return s },
		func(s string) string { return s[:min(len(s), 3000)] }},
	{"a zone", func(x time.Time) string { return x.Format(time.RFC3339) },
		func(x time.Time) string { return x.UTC().Format(time.RFC3339) }},
	{"fractions of a second", func(x time.Time) string { return x.Format(time.RFC3339Nano) },
		func(x time.Time) string { return x.Format("2006-01-02T15:04:05.000000000Z07:00") }},
	{"a year of five digits", func(x time.Time) string { return x.Format("2006") },
		func(x time.Time) string { return fmt.Sprintf("%04d", x.Year()%10000) }},
	{"a context that has ended", func(ctx context.Context) error { return ctx.Err() },
		func(ctx context.Context) error { return nil }},
	{"equal elements", func(xs []string) int { return len(xs) },
		func(xs []string) int {
			set := map[string]bool{}
			for _, x := range xs {
				set[x] = true
			}
			return len(set)
		}},
	{"one slice twice", func(a, b []int) { copy(a, b) },
		func(a, b []int) {
			for i := len(b) - 1; i >= 0; i-- {
				if i < len(a) {
					a[i] = b[i] + a[0] - a[0]
				}
			}
			if len(a) > 0 && len(b) > 1 && &a[0] == &b[0] {
				a[0]++
			}
		}},
	{"a receiver is changed", func(p *pair) int { return p.count },
		func(p *pair) int { p.count |= 1 << 20; return p.count &^ (1 << 20) }},
	{"a pointer's identity", func(p *pair) [2]*pair { return [2]*pair{p, p} },
		func(p *pair) [2]*pair { q := *p; return [2]*pair{p, &q} }},
	{"a method of an interface", func(s fmt.Stringer) string { return s.String() },
		func(s fmt.Stringer) string { return fmt.Sprint(s) }},
	{"how something formats itself", func(x interface{}) string { return fmt.Sprintf("%v", x) },
		func(x interface{}) string { return fmt.Sprintf("%s", x) }},
	{"a header by the name that it is stored under", func(h map[string][]string) int {
		return len(h["A word"])
	}, func(h map[string][]string) int { return len(h["A word"]) + len(h["a word"]) }},
	{"a header in large letters", func(h map[string][]string) int { return 0 },
		func(h map[string][]string) int { return len(h["A WORD"]) }},
	{"a long text inside a word", func(s string) int { return 0 }, func(s string) int {
		if strings.HasPrefix(s, "key=") && strings.HasSuffix(s, "value") {
			return max(len(s), 64)
		}
		return 0
	}},
	{"a long map in a reflect.Value", func(v reflect.Value) int {
		if v.Kind() != reflect.Map {
			return 0
		}
		return v.Len()
	}, func(v reflect.Value) int {
		if v.Kind() != reflect.Map {
			return 0
		}
		return min(v.Len(), 8)
	}},
	{"a write through a reflect.Value", func(v reflect.Value) {}, func(v reflect.Value) {
		if v.Kind() == reflect.Slice && v.Len() > 0 {
			v.Index(0).Set(v.Index(v.Len() - 1))
		}
	}},
	{"a copy for what a reflect.Value holds", func(v reflect.Value) []string {
		list, _ := v.Interface().([]string)
		return list
	}, func(v reflect.Value) []string {
		list, _ := v.Interface().([]string)
		return append([]string(nil), list...)
	}},
	{"a type of another kind", func(t reflect.Type) bool {
		return t != nil && t.Kind() == reflect.Map
	}, func(t reflect.Type) bool {
		return t != nil && t.Kind() == reflect.Map && t.Key().Kind() == reflect.String
	}},
	{"which type is returned", func(t reflect.Type) reflect.Type { return t },
		func(t reflect.Type) reflect.Type {
			if t != nil && t.Kind() == reflect.Ptr {
				return t.Elem()
			}
			return t
		}},
	{"a channel is read", func(c chan int) int { return len(c) },
		func(c chan int) int {
			if n := len(c); n > 0 {
				<-c
				return n
			}
			return len(c)
		}},
}

func TestDifferent(t *testing.T) {
	for _, test := range different {
		t.Run(test.name, func(t *testing.T) {
			if i, _ := apart(t, registry, test.old, test.now, 4000); i < 0 {
				t.Error("no input tells them apart")
			}
		})
	}
}

// lexer reads from a reader of its own.
type lexer struct{ in bufio.Reader }

// room is a slice behind a pointer.
type room struct{ items []int }

// equal are pairs of functions that no caller can tell apart.
var equal = []struct {
	name     string
	old, now interface{}
}{
	{"another capacity", func(xs []int) []int { return append([]int(nil), xs...) },
		func(xs []int) []int {
			if len(xs) == 0 {
				return nil
			}
			return append(make([]int, 0, 2*len(xs)), xs...)
		}},
	{"another capacity behind the pointer that is handed back", func(r *room) *room {
		if r != nil && len(r.items) == 0 {
			r.items = make([]int, 2)
		}
		return r
	}, func(r *room) *room {
		if r != nil && len(r.items) == 0 {
			r.items = make([]int, 2, 16)
		}
		return r
	}},
	{"appending for formatting", func(n int, s string) string {
		return fmt.Sprintf("%d of %s", n, s)
	}, func(n int, s string) string {
		return string(append(strconv.AppendInt(nil, int64(n), 10), " of "+s...))
	}},
	{"a writer's WriteString", func(w io.Writer, s string) error {
		_, err := w.Write([]byte(s))
		return err
	}, func(w io.Writer, s string) error {
		_, err := io.WriteString(w, s)
		return err
	}},
	{"the order of a map", func(m map[string]int) map[string]int { return m },
		func(m map[string]int) map[string]int {
			for k, v := range m {
				m[k] = v
			}
			return m
		}},
	{"how often a comparison is called", func(xs []int, less func(a, b int) bool) int {
		sort.SliceStable(xs, func(i, j int) bool { return less(xs[i], xs[j]) })
		return len(xs)
	}, func(xs []int, less func(a, b int) bool) int {
		for i := range xs {
			for j := i; j > 0 && less(xs[j], xs[j-1]); j-- {
				xs[j], xs[j-1] = xs[j-1], xs[j]
			}
		}
		return len(xs)
	}},
	{"an address in a text", func(p *pair) string { return fmt.Sprintf("%p", p) },
		func(p *pair) string { q := p; return fmt.Sprintf("%p", q) }},
	{"a buffer of its own", func(s string) string {
		var b bytes.Buffer
		b.WriteString(s)
		return b.String()
	}, func(s string) string { return s }},
	{"a text of the same memory", func(s string) string { return s },
		func(s string) string { return strings.Clone(s) }},
	{"an error of the same text", func(n int) error { return fmt.Errorf("no: %w", io.EOF) },
		func(n int) error { return fmt.Errorf("no: %w", errors.New("EOF")) }},
	{"which method says that a reflect.Value is no map", func(v reflect.Value) int {
		return len(v.MapKeys())
	}, func(v reflect.Value) int {
		n := 0
		for it := v.MapRange(); it.Next(); {
			n++
		}
		return n
	}},
	{"whether make or append finds a length out of range", func(n int) []int {
		if n > 1000 && n < 1<<50 {
			return nil
		}
		return make([]int, n)
	}, func(n int) []int {
		if n > 1000 && n < 1<<50 {
			return nil
		}
		return append(make([]int, 0, 32), make([]int, n)...)
	}},
	{"a fresh error that is constant", func(n int) error { return errors.New("no") },
		func() func(n int) error {
			once := errors.New("no")
			return func(int) error { return once }
		}()},
}

func TestEqual(t *testing.T) {
	for _, test := range equal {
		t.Run(test.name, func(t *testing.T) {
			if i, how := apart(t, registry, test.old, test.now, inputs()); i >= 0 {
				t.Errorf("input %d tells them apart:\n%s", i, how)
			}
		})
	}
}

// inputs is how many inputs show that two functions are alike.
func inputs() int {
	if testing.Short() {
		return 200
	}
	return 3000
}

// TestSelf compares functions of many types with themselves: what is seen of a
// call must follow from the number of the input alone.
func TestSelf(t *testing.T) {
	for _, fn := range []interface{}{
		func(m map[string][]pair) map[string][]pair { return m },
		func(x interface{}) interface{} { return x },
		func(f func(pair) (string, error)) (string, error) { return f(pair{Name: "x"}) },
		func(c <-chan string) int { return len(c) },
		func(s shape) int { return s.Area() },
		func(t time.Time, d time.Duration) time.Time { return t.Add(d) },
		func(b *bytes.Buffer, s *strings.Builder) string { return b.String() + s.String() },
		func(xs ...error) error { return errors.Join(xs...) },
		func(a [3]complex128, u uintptr) (complex128, uintptr) { return a[0] * a[1], u },
		func(p **pair) *pair { return *p },
		func(v reflect.Value, list []reflect.Value) []reflect.Value { return append(list, v) },
		func(t reflect.Type, list []reflect.Type) []reflect.Type { return append(list, t) },
	} {
		if i, how := apart(t, registry, fn, fn, 500); i >= 0 {
			t.Errorf("%T differs from itself for input %d:\n%s", fn, i, how)
		}
	}
}
