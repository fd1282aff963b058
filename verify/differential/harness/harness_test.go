package harness

import (
	"errors"
	"hash"
	"io"
	"math"
	"reflect"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

type pair struct {
	Name  string
	count int
	next  *pair
}

type shape interface{ Area() int }

func (p *pair) Area() int { return p.count }

func registry(fn interface{}) *Registry {
	return &Registry{
		Targets: []Target{{Name: "f", Func: fn}},
		Types:   []interface{}{(*pair)(nil)},
		Strings: []string{"a word", "%d of %s", "key=value"}, Ints: []int64{42, 7},
	}
}

// TestSameInputs makes each input twice: the old code and the new must get the
// same.
func TestSameInputs(t *testing.T) {
	fn := func(string, []byte, int8, uint64, float32, bool, []string, map[string]pair, *pair,
		shape, interface{}, error, io.Writer, io.Reader, func(int) string, time.Time, [3]int,
		chan int) {
	}
	s, reason := newSession(registry(fn), "f", &guard{})
	if reason != "" {
		t.Fatal(reason)
	}
	seen := map[string]bool{}
	for i := 0; i < 300; i++ {
		var texts [2]string
		for n := range texts {
			c := s.prepare(newBuilder(s.reg), i)
			texts[n], _ = c.outcome(nil)
		}
		if texts[0] != texts[1] {
			t.Fatalf("input %d differs:\n%s\n%s", i, texts[0], texts[1])
		}
		seen[texts[0]] = true
	}
	if len(seen) < 290 {
		t.Errorf("only %d of 300 inputs are different", len(seen))
	}
}

func TestUnable(t *testing.T) {
	type hidden interface{ Do(hidden string) }
	for _, fn := range []interface{}{
		func(hidden) {}, func([]map[string]hidden) {}, func(*testing.T) {},
	} {
		if _, reason := newSession(registry(fn), "f", &guard{}); reason == "" {
			t.Errorf("%T: inputs were made", fn)
		}
	}
}

// TestWords compares values that a caller can tell apart, and ones that it
// cannot.
func TestWords(t *testing.T) {
	var shared = &pair{Name: "x"}
	x, y := 1, 1
	for _, test := range []struct {
		name string
		a, b interface{}
		same bool
	}{
		{"nil and empty slice", []int(nil), []int{}, false},
		{"nil and empty map", map[string]int(nil), map[string]int{}, false},
		{"capacity", make([]int, 1), make([]int, 1, 9), true},
		{"unexported field", pair{count: 1}, pair{count: 2}, false},
		{"pointers to equal values", &pair{count: 1}, &pair{count: 1}, true},
		{"one pointer twice", []*pair{shared, shared}, []*pair{shared, {Name: "x"}}, false},
		{"pointers in maps", map[string]*int{"a": &x, "b": &y},
			map[string]*int{"b": &y, "a": &x}, true},
		{"dynamic types", []interface{}{1}, []interface{}{int64(1)}, false},
		{"times in different zones", time.Unix(0, 0).UTC(),
			time.Unix(0, 0).In(time.FixedZone("x", 60)), false},
		{"negative zero", 0.0, math.Copysign(0, -1), false},
		{"not a number", math.NaN(), math.Float64frombits(math.Float64bits(math.NaN()) + 1), true},
		{"frames of two functions", frame(TestWords), frame(TestOutcome), true},
		{"a writer of nothing", textWriter{}, textWriter{&writer{}}, false},
		{"addresses", "at 0xc000123456", "at 0xc000999999", true},
		{"numbers like addresses", "0x10", "0x20", false},
		{"long texts", strings.Repeat("a", 5000), strings.Repeat("a", 4999) + "b", false},
	} {
		if got := word(test.a) == word(test.b); got != test.same {
			t.Errorf("%s: same is %t:\n%s\n%s", test.name, got, word(test.a), word(test.b))
		}
	}
}

// frame returns what is known of where a function lies, but for its name.
func frame(fn func(*testing.T)) runtime.Frame {
	return runtime.Frame{Func: runtime.FuncForPC(reflect.ValueOf(fn).Pointer())}
}

func allWords(values []reflect.Value) string {
	return kept{results: values}.words(nil)
}

func word(x interface{}) string {
	w := &canon{}
	w.dynamic(reflect.ValueOf(x), 0)
	return string(w.buf)
}

// TestOutcome looks for what must be seen of one call.
func TestOutcome(t *testing.T) {
	b := make([]byte, 4, 8)
	for _, test := range []struct {
		name string
		fn   interface{}
		want string
	}{
		{"panic", func(int) { panic("no way") }, `panic: string: "no way"`},
		{"runtime error", func(n int) byte { return b[n&7+9] }, "error: index out of range"},
		{"error", func(int) error { return errors.New("sorry") }, `"sorry"`},
		{"written argument", func(xs []int) {
			for i := range xs {
				xs[i] = 12345
			}
		}, "12345"},
		{"written behind the end", func(xs []byte) { _ = append(xs, "behind"...) }, "behin"},
		{"shared memory", func(xs []byte) []byte { return xs[:len(xs)/2] }, "shares bytes 0 to"},
		{"text in an argument's memory", func(p *pair) *pair { return p }, "has the memory of"},
		{"writes", func(w io.Writer) {
			if w != nil {
				io.WriteString(w, "hello")
			}
		}, `.Write("hello")`},
		{"closed", func(c io.ReadCloser) { c.Close() }, "writer0.Close()"},
		{"expression", func(r *regexp.Regexp) []string { return r.FindStringSubmatch("n: -12") },
			`"n: -12" "n" "-12"`},
		{"hash", func(h hash.Hash64) []byte { h.Reset(); return h.Sum(nil) },
			strconv.Quote(string(new(sum).Sum(nil)))},
		{"state of a hash", func(h hash.Hash) { h.Reset(); h.Write([]byte("a")) },
			strconv.FormatUint(97*1099511628211, 10)},
		{"calls", func(f func(int) string) {
			if f != nil {
				f(99)
			}
		}, "func0(99 )"},
		{"iterator", func(n int) func(func(int) bool) {
			return func(yield func(int) bool) { yield(77) }
		}, "yields 77"},
	} {
		s, reason := newSession(registry(test.fn), "f", &guard{})
		if reason != "" {
			t.Fatal(reason)
		}
		found := false
		for i := 0; i < 200 && !found; i++ {
			text, _ := s.try(newBuilder(s.reg), i)
			found = strings.Contains(text, test.want)
		}
		if !found {
			t.Errorf("%s: %q is in no outcome", test.name, test.want)
		}
	}
}

// TestRecordedCalls records a call and makes it again.
func TestRecordedCalls(t *testing.T) {
	fn := func(string, []pair, map[string]interface{}, *pair, time.Time, [2]bool, error) {}
	args := []interface{}{"text \xff", []pair{{"a", 1, &pair{Name: "b"}}},
		map[string]interface{}{"k": 1.5, "l": []byte("x")}, &pair{count: 3},
		time.Unix(12, 34).UTC(), [2]bool{true, false}, nil}
	e := encoder{}
	var c Call
	var want []reflect.Value
	for i, a := range args {
		c.Args = append(c.Args, e.encode(a))
		v := reflect.New(reflect.TypeOf(fn).In(i)).Elem()
		if a != nil {
			v.Set(reflect.ValueOf(a))
		}
		want = append(want, v)
	}
	s, reason := newSession(registry(fn), "f", &guard{})
	if reason != "" {
		t.Fatal(reason)
	}
	from := newSource(s.reg, newBuilder(s.reg), 5)
	got := from.recorded(c, s.params, false)
	if a, b := allWords(got), allWords(want); a != b {
		t.Errorf("got  %s\nwant %s", a, b)
	}
	s.calls = []Call{c}
	if a := allWords(s.arguments(newSource(s.reg, newBuilder(s.reg), 2), 2)); a != allWords(want) {
		t.Errorf("the call is not made again, but %s", a)
	}
	changed := 0
	for i := 0; i < 50; i++ {
		from := newSource(s.reg, newBuilder(s.reg), i+2)
		if allWords(from.recorded(c, s.params, true)) != allWords(want) {
			changed++
		}
	}
	if changed < 40 {
		t.Errorf("%d of 50 calls were changed", changed)
	}
}

// FuzzCalls decodes what is no recording.
func FuzzCalls(f *testing.F) {
	f.Add([]byte(`{"f":"f","a":[{"k":"v","t":"YQ=="},{"k":"l","i":[{"k":"0"}]}]}` + "\n{"))
	fn := func(string, []pair, map[string]interface{}, *pair, time.Time, [2]bool, error) {}
	s, reason := newSession(registry(fn), "f", &guard{})
	if reason != "" {
		f.Fatal(reason)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for i, c := range ReadCalls(data, "f") {
			from := newSource(s.reg, newBuilder(s.reg), i)
			if args := from.recorded(c, s.params, i%2 == 0); len(args) != len(s.params) {
				t.Errorf("%d arguments", len(args))
			}
		}
	})
}
