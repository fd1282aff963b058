package harness

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"
)

// sources calls f with n sources of different inputs.
func sources(n int, f func(s *source)) {
	reg := registry(nil)
	can := newBuilder(reg)
	for i := range n {
		f(newSource(reg, can, i+2))
	}
}

// TestKindsOfValues looks for the values that matter among those that are made.
func TestKindsOfValues(t *testing.T) {
	type kind = func(v reflect.Value) bool
	isNil, empty := func(v reflect.Value) bool { return v.IsNil() },
		func(v reflect.Value) bool { return !v.IsNil() && v.Len() == 0 }
	for _, test := range []struct {
		of    interface{}
		kinds map[string]kind
	}{
		{[]int{}, map[string]kind{"nil": isNil, "empty": empty,
			"room": func(v reflect.Value) bool { return v.Cap() > v.Len() },
			"long": func(v reflect.Value) bool { return v.Len() > 32 },
			"equal elements": func(v reflect.Value) bool {
				return v.Len() > 1 && v.Index(0).Int() == v.Index(1).Int()
			}}},
		{[]byte{}, map[string]kind{"nil": isNil, "empty": empty,
			"long": func(v reflect.Value) bool { return v.Len() > 1000 }}},
		{map[string]int{}, map[string]kind{"nil": isNil, "empty": empty,
			"some": func(v reflect.Value) bool { return v.Len() > 8 }}},
		{(*pair)(nil), map[string]kind{"nil": isNil,
			"chain": func(v reflect.Value) bool {
				p := v.Interface().(*pair)
				return p != nil && p.next != nil && p.next.next != nil
			}}},
		{"", map[string]kind{"empty": func(v reflect.Value) bool { return v.Len() == 0 },
			"dictionary": func(v reflect.Value) bool { return v.String() == "key=value" },
			"broken": func(v reflect.Value) bool {
				return strings.Contains(v.String(), "\xff")
			},
			"very long": func(v reflect.Value) bool { return v.Len() > 2000 }}},
		{int8(0), map[string]kind{"least": func(v reflect.Value) bool { return v.Int() == -128 },
			"most": func(v reflect.Value) bool { return v.Int() == 127 }}},
		{uint64(0), map[string]kind{
			"huge": func(v reflect.Value) bool { return v.Uint() > math.MaxInt64 }}},
		{int64(0), map[string]kind{
			"dictionary": func(v reflect.Value) bool { return v.Int() == 41 || v.Int() == 43 }}},
		{0.0, map[string]kind{"not a number": func(v reflect.Value) bool {
			return math.IsNaN(v.Float())
		}, "infinite": func(v reflect.Value) bool { return math.IsInf(v.Float(), 0) },
			"negative zero": func(v reflect.Value) bool {
				return v.Float() == 0 && math.Signbit(v.Float())
			}}},
		{time.Time{}, map[string]kind{"zero": func(v reflect.Value) bool { return v.IsZero() },
			"odd zone": func(v reflect.Value) bool {
				_, offset := v.Interface().(time.Time).Zone()
				return offset%60 != 0
			}}},
		{(func() int)(nil), map[string]kind{"nil": isNil}},
	} {
		found := map[string]bool{}
		typ := reflect.TypeOf(test.of)
		sources(4000, func(s *source) {
			v := s.value(typ)
			for name, is := range test.kinds {
				found[name] = found[name] || is(v)
			}
		})
		for name := range test.kinds {
			if !found[name] {
				t.Errorf("no %v of 4,000 is one of the kind %q", typ, name)
			}
		}
	}
}

// TestInterfaces looks for the dynamic types that parameters get.
func TestInterfaces(t *testing.T) {
	for _, test := range []struct {
		of   interface{}
		want []string
	}{
		{(*error)(nil), []string{"<nil>", "*errors.errorString", "*harness.wrapping",
			"*harness.failure"}},
		{(*io.Writer)(nil), []string{"<nil>", "*harness.writer", "harness.textWriter",
			"*bytes.Buffer"}},
		{(*io.Reader)(nil), []string{"*harness.reader", "*strings.Reader", "*bytes.Buffer"}},
		{(*fmt.Stringer)(nil), []string{"*harness.stringer", "harness.plain", "time.Time"}},
		{(*interface{})(nil), []string{"<nil>", "int64", "float64", "bool", "[]uint8", "string",
			"time.Time", "harness.fussy"}},
		{(*shape)(nil), []string{"*harness.pair"}},
	} {
		got := map[string]bool{}
		sources(3000, func(s *source) {
			v := s.value(reflect.TypeOf(test.of).Elem())
			got[fmt.Sprintf("%T", v.Interface())] = true
		})
		for _, want := range test.want {
			if !got[want] {
				t.Errorf("%T never holds a %s: %v", test.of, want, got)
			}
		}
	}
}

// TestReasons says of which types no value can be made.
func TestReasons(t *testing.T) {
	type hidden interface{ secret() }
	type list struct {
		next *list
		n    int
	}
	can := newBuilder(registry(nil))
	for _, test := range []struct {
		of   interface{}
		want string // "" when values can be made
	}{
		{list{}, ""}, {[]*list(nil), ""}, {map[string][]func(int) error(nil), ""},
		{(*hidden)(nil), "hidden"}, {map[hidden]int(nil), "hidden"},
		{[]map[string]hidden(nil), "hidden"}, {(*testing.T)(nil), "testing.T"},
		{reflect.Value{}, ""}, {[]reflect.Type(nil), ""}, {struct{ w io.Writer }{}, ""},
	} {
		reason := can.reason(reflect.TypeOf(test.of))
		if (reason == "") != (test.want == "") || !strings.Contains(reason, test.want) {
			t.Errorf("%T: %q, want %q", test.of, reason, test.want)
		}
	}
}

// TestMakers fills a type by the package's own functions, but not with what comes with an error
// or panics; and by nothing else, and leaves it so, where values are to be sound.
func TestMakers(t *testing.T) {
	type sealed struct{ n int }
	reg := &Registry{Types: []interface{}{(*sealed)(nil)}, Makers: []interface{}{
		func(n int8) (*sealed, error) {
			switch {
			case n == 1:
				panic("one")
			case n < 0:
				return &sealed{-1}, errors.New("negative")
			}
			return &sealed{1000}, nil
		}}}
	can := newBuilder(reg)
	made, sound := 0, 0
	typ := reflect.TypeOf((*sealed)(nil))
	for i := range 500 {
		if p := newSource(reg, can, i+2).value(typ).Interface().(*sealed); p != nil && p.n == 1000 {
			made++
		}
		s := newSource(reg, can, i+2)
		s.sound = true
		v := s.value(typ)
		s.change(v, 0)
		if p := v.Interface().(*sealed); p != nil && p.n == 1000 {
			sound++
		}
	}
	if made < 200 || made > 450 {
		t.Errorf("%d of 500 values were made by the function", made)
	}
	if sound < 475 { // the function itself may fail thrice
		t.Errorf("%d of 500 values are as the function makes them", sound)
	}
}

// TestSound leaves what was recorded of a type with unexported fields as it is, where values are
// to be sound, and changes the rest.
func TestSound(t *testing.T) {
	type closed struct{ n int }
	reg := &Registry{Types: []interface{}{(*closed)(nil)}, Targets: []Target{{Name: "F",
		Func: func(*closed, string) {}, Receiver: true}}}
	r, _ := recordTo(t)
	r.add("F", pointers(&closed{7}, "text"))
	data, err := os.ReadFile(r.file)
	if err != nil {
		t.Fatal(err)
	}
	s, reason := newSession(reg, "F", &guard{})
	if reason != "" {
		t.Fatal(reason)
	}
	s.calls = ReadCalls(data, "F")
	can := newBuilder(reg)
	for _, sound := range []bool{false, true} {
		s.sound = sound
		kept, texts := 0, map[string]bool{}
		for i := range 500 {
			args := s.prepare(can, i).args
			if c := args[0].Interface().(*closed); c != nil && c.n == 7 {
				kept++
			}
			texts[args[1].String()] = true
		}
		if (kept == 500) != sound {
			t.Errorf("sound %t: %d of 500 values are the recorded one", sound, kept)
		}
		if len(texts) < 50 {
			t.Errorf("sound %t: %d texts", sound, len(texts))
		}
	}
}

// TestTame bounds numbers, of which few are large, since loops in loops take a power of
// them; and makes no value twice.
func TestTame(t *testing.T) {
	numbers, large := 0, 0
	sources(2000, func(s *source) {
		s.tame = true
		v := s.value(reflect.TypeOf([]int64(nil))).Interface().([]int64)
		for _, n := range v {
			if n >= 1000 || n <= -1000 {
				t.Fatalf("%d is not tame", n)
			}
			if numbers++; n >= 64 || n <= -64 {
				large++
			}
		}
		seen := map[*pair]bool{}
		for _, p := range s.value(reflect.TypeOf([]*pair(nil))).Interface().([]*pair) {
			if p != nil && seen[p] {
				t.Fatal("a pointer occurs twice")
			}
			seen[p] = true
		}
	})
	if large == 0 || large > numbers/20 {
		t.Errorf("%d of %d numbers are large", large, numbers)
	}
}

// TestFunctions makes functions whose results follow from their arguments.
func TestFunctions(t *testing.T) {
	results := map[string]bool{}
	sources(300, func(s *source) {
		f := s.value(reflect.TypeOf((func(int, string) string)(nil))).
			Interface().(func(int, string) string)
		if f == nil {
			return
		}
		first, second := f(1, "a"), f(1, "a")
		if first != second {
			t.Fatal("the same arguments give different results")
		}
		results[f(1, "a")] = true
		if s.log.count != 3 || !strings.Contains(s.log.String(), `(1 "a" )`) {
			t.Fatalf("the log of three calls: %s", s.log)
		}
	})
	if len(results) < 50 {
		t.Errorf("%d different results of 300 functions", len(results))
	}
}

// TestOrder makes comparisons that sorting can rely on.
func TestOrder(t *testing.T) {
	sources(50, func(s *source) {
		less, ok := s.value(reflect.TypeOf((func(a, b string) bool)(nil))).
			Interface().(func(a, b string) bool)
		if !ok || less == nil {
			return
		}
		words := []string{"", "a", "b", "ab", "longer", "x", "y", "z"}
		for _, a := range words {
			if less(a, a) {
				t.Fatalf("%q is less than itself", a)
			}
			for _, b := range words {
				if less(a, b) && less(b, a) {
					t.Fatalf("%q and %q are less than each other", a, b)
				}
				for _, c := range words {
					if less(a, b) && less(b, c) && !less(a, c) {
						t.Fatalf("%q, %q, %q have no order", a, b, c)
					}
				}
			}
		}
		if s.log.count != 0 {
			t.Fatal("comparisons are logged: how many there are is no difference")
		}
	})
}

// TestWriters has a writer fail, with and without having written something.
func TestWriters(t *testing.T) {
	log := &calls{}
	w := &writer{name: "w", log: log, failAt: 2, short: true}
	if n, err := w.Write([]byte("one")); n != 3 || err != nil {
		t.Errorf("the first write: %d, %v", n, err)
	}
	if n, err := (textWriter{w}).WriteString("four"); n != 2 || err != io.ErrShortWrite {
		t.Errorf("the second write: %d, %v", n, err)
	}
	if got := log.String(); got != "w.Write(\"one\")\nw.Write(\"four\")\n2 calls" {
		t.Errorf("log %s", got)
	}
	for range 2 * keptCalls {
		log.add("more")
	}
	if len(log.lines) != keptCalls || log.count != 2+2*keptCalls {
		t.Errorf("%d lines of %d calls", len(log.lines), log.count)
	}
}

// TestReaders reads texts in pieces, with both kinds of end.
func TestReaders(t *testing.T) {
	for _, joined := range []bool{false, true} {
		for _, step := range []int{1, 3, 1000} {
			r := &reader{rest: "a text", step: step, err: io.ErrUnexpectedEOF, joined: joined}
			text, err := io.ReadAll(r)
			if string(text) != "a text" || err != io.ErrUnexpectedEOF {
				t.Errorf("in steps of %d: %q, %v", step, text, err)
			}
		}
	}
}

// mockShape is what the judge writes for an interface.
type mockShape struct{ Mock }

func (m mockShape) Area() (r0 int) {
	m.Mock.Answer("Area", []interface{}{}, []interface{}{&r0})
	return
}

// TestMocks has a type that asks the harness: the same answer each time, another
// one from another mock, and a note of each call.
func TestMocks(t *testing.T) {
	reg := registry(nil)
	reg.Types = nil
	reg.Mocks = []func(Mock) interface{}{func(m Mock) interface{} { return mockShape{m} }}
	can := newBuilder(reg)
	answers := map[int]bool{}
	for i := range 100 {
		s := newSource(reg, can, i+2)
		m, ok := s.value(reflect.TypeOf((*shape)(nil)).Elem()).Interface().(shape)
		if !ok {
			continue
		}
		if a, b := m.Area(), m.Area(); a != b {
			t.Fatalf("asked twice it says %d and %d", a, b)
		}
		answers[m.Area()] = true
		if s.log.count != 3 || !strings.Contains(s.log.lines[0], "mock0.Area()") {
			t.Fatalf("log %s", s.log)
		}
	}
	if len(answers) < 10 {
		t.Errorf("%d different answers", len(answers))
	}
	if got := (Mock{}).mockName(); got != "no mock" {
		t.Errorf("the zero value is %q", got)
	}
}

// walker is what a loop asks whether there is more.
type walker interface{ More() bool }

type mockWalker struct{ Mock }

func (m mockWalker) More() (r0 bool) {
	m.Mock.Answer("More", []interface{}{}, []interface{}{&r0})
	return
}

// TestLoopsEnd walks as long as something passed in says that there is more, and as long as
// it says that there is not, in a loop within another.
func TestLoopsEnd(t *testing.T) {
	const most = 100000
	reg := registry(nil)
	reg.Mocks = []func(Mock) interface{}{func(m Mock) interface{} { return mockWalker{m} }}
	can := newBuilder(reg)
	steps := 0
	for i := 2; i < 200; i++ {
		s := newSource(reg, can, i)
		w := s.value(reflect.TypeOf((*walker)(nil)).Elem()).Interface()
		next := s.value(reflect.TypeOf((func() bool)(nil))).Interface().(func() bool)
		m, ok := w.(walker)
		if !ok || next == nil {
			continue
		}
		for steps = 0; steps < most && m.More(); steps++ {
			for !m.More() && steps < most {
				steps++
			}
			for next() && steps < most {
				steps++
			}
			for !next() && steps < most {
				steps++
			}
		}
		if steps >= most {
			t.Fatalf("input %d does not come to an end", i)
		}
	}
}

// TestRandom pins the generator: the same inputs are tried on every machine.
func TestRandom(t *testing.T) {
	r := newRandom(1)
	want := [2]uint64{0x6f83fb58de1404e8, 0x2221644d6e3263df}
	if got := [2]uint64{r.next(), r.next()}; got != want {
		t.Errorf("the generator has changed: %#x", got)
	}
	if r.intn(0) != 0 || r.intn(-1) != 0 {
		t.Error("a number below nothing")
	}
	if hashText("abcdefgh") == hashText("abcdefgi") || hashText("") == hashText("\x00") {
		t.Error("texts with the same hash")
	}
	hits := 0
	for range 10000 {
		if r.chance(20) {
			hits++
		}
	}
	if hits < 1800 || hits > 2200 {
		t.Errorf("%d of 10,000 at 20 %%", hits)
	}
}

// TestRecordings records values of many types and makes them again.
func TestRecordings(t *testing.T) {
	for _, test := range []struct {
		fn    interface{}
		least int // of 100: what is deep, or has a type without a name, is made up
	}{
		{func(int8, uint16, uint64, float32, float64, bool) {}, 95},
		{func(string, []string, [][]byte, [2]string) {}, 90},
		{func(map[string][]int, map[int8]string, *[]int) {}, 60},
		{func(interface{}, error, time.Time) {}, 10},
	} {
		fn := test.fn
		s, reason := newSession(registry(fn), "f", &guard{})
		if reason != "" {
			t.Fatal(reason)
		}
		can := newBuilder(s.reg)
		alike := 0
		for i := range 100 {
			args := s.prepare(can, i).args
			var c Call
			e := encoder{}
			for _, a := range args {
				c.Args = append(c.Args, e.value(a, 0))
			}
			again := newSource(s.reg, can, i).recorded(c, s.params, false)
			if allWords(again) == allWords(args) {
				alike++
			}
		}
		if alike < test.least {
			t.Errorf("%T: %d of 100 inputs are made again, want %d", fn, alike, test.least)
		}
	}
}

// TestIsAddress: the heap may begin in the arena below that of its first objects.
func TestIsAddress(t *testing.T) {
	here := uint64(uintptr(unsafe.Pointer(&anchor[0])))
	for n, want := range map[uint64]bool{here: true, here - 1<<16: true, here &^ (1<<26 - 1): true,
		here&^(1<<26-1) - 1: true, 17: false, here + 1<<40: false} {
		if got := isAddress(n); got != want {
			t.Errorf("%#x is an address: %v, with the heap at %#x", n, got, here)
		}
	}
}
