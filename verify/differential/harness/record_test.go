package harness

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
)

// recordTo returns a recorder and a function that reads what it has written.
func recordTo(t *testing.T) (*recorder, func() []byte) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "calls")
	r := &recorder{file: file, count: map[string]int{}, seen: map[uint64]bool{}}
	return r, func() []byte {
		data, err := os.ReadFile(file)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return data
	}
}

// pointers returns pointers to copies of the arguments, which is what functions
// record.
func pointers(args ...interface{}) (list []interface{}) {
	for _, a := range args {
		p := reflect.New(reflect.TypeOf(a))
		p.Elem().Set(reflect.ValueOf(a))
		list = append(list, p.Interface())
	}
	return list
}

// TestRecordedTypes keeps what interfaces hold, as parameters and in them.
func TestRecordedTypes(t *testing.T) {
	r, written := recordTo(t)
	var nothing, number, text interface{} = nil, int8(7), "seven"
	err := errors.New("a plain error")
	list := []error{err, nil}
	r.add("f", []interface{}{&nothing, &number, &text, &err, &list})
	fn := func(a, b, c interface{}, err error, list []error) {}
	s, _ := recording(t, fn)
	calls := ReadCalls(written(), "f")
	if len(calls) != 1 || !complete(calls[0].Args) {
		t.Fatalf("recorded: %+v", calls)
	}
	for i := range 20 {
		args := newSource(s.reg, newBuilder(s.reg), i+2).recorded(calls[0], s.params, false)
		if args[0].Interface() != nil || args[1].Interface() != number ||
			args[2].Interface() != text || args[3].Interface().(error).Error() != err.Error() ||
			args[4].Len() != 2 || args[4].Index(0).Interface().(error).Error() != err.Error() ||
			!args[4].Index(1).IsNil() {
			t.Fatalf("made again: %s", allWords(args))
		}
	}
}

// TestRecorderBounds keeps so many calls of each function, and no large ones.
func TestRecorderBounds(t *testing.T) {
	r, written := recordTo(t)
	for i := range 3 * maxRecords {
		r.add("many", pointers(i))
		r.add("same", pointers("again"))
	}
	r.add("text too long", pointers(strings.Repeat("x", maxRecordSize)))
	r.add("too many values", pointers(make([]int, maxRecordNodes+1)))
	count := Count(written())
	if count["many"] != maxRecords || count["same"] != 1 {
		t.Errorf("%v, want %d and 1", count, maxRecords)
	}
	if count["text too long"] != 0 || count["too many values"] != 0 {
		t.Errorf("%v: a large call was kept", count)
	}
}

// TestRecorderOff records nothing where no file is named.
func TestRecorderOff(t *testing.T) {
	r := &recorder{count: map[string]int{}, seen: map[uint64]bool{}}
	r.add("f", pointers(1))
	if len(r.count) != 0 {
		t.Errorf("calls were counted: %v", r.count)
	}
	r.file = filepath.Join(t.TempDir(), "no", "such", "folder", "calls")
	r.add("f", pointers(1)) // cannot be written: the program goes on
}

// TestRecorderAtOnce records from several goroutines: each line is whole.
func TestRecorderAtOnce(t *testing.T) {
	r, written := recordTo(t)
	var all sync.WaitGroup
	for g := range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			for i := range 10 {
				r.add(fmt.Sprint("f", g), pointers(strings.Repeat("x", 100*i), g))
			}
		}()
	}
	all.Wait()
	data := written()
	if lines := bytes.Count(data, []byte("\n")); lines != 40 {
		t.Errorf("%d lines, want 40", lines)
	}
	for g := range 4 {
		if n := len(ReadCalls(data, fmt.Sprint("f", g))); n != 10 {
			t.Errorf("%d calls of f%d can be read, want 10", n, g)
		}
	}
}

// TestUnrecorded names what is not kept of an argument, and makes it up.
func TestUnrecorded(t *testing.T) {
	deep := &pair{}
	for range 2 * maxRecordDepth {
		deep = &pair{next: deep}
	}
	e := encoder{}
	for name, test := range map[string]struct {
		of    interface{}
		whole bool
	}{
		"a number": {1, true}, "nothing": {nil, true}, "a nil slice": {[]int(nil), true},
		"a struct": {pair{Name: "x"}, true}, "an interface": {[]interface{}{1, "a"}, true},
		"a function":  {func() {}, false},
		"a channel":   {make(chan int), false},
		"a buffer":    {bytes.NewBufferString("x"), false},
		"a deep list": {deep, false},
		"a field":     {struct{ f func() }{func() {}}, false},
	} {
		e.nodes = 0
		if got := complete([]Node{e.encode(test.of)}); got != test.whole {
			t.Errorf("%s: recorded whole is %t", name, got)
		}
	}
	s, call := recording(t, func(func(int) int, *bytes.Buffer) {}, func(int) int { return 1 },
		bytes.NewBufferString("x"))
	made := 0
	for i := range 50 {
		args := newSource(s.reg, newBuilder(s.reg), i+2).recorded(call, s.params, false)
		if !args[0].IsNil() && !args[1].IsNil() {
			made++
		}
	}
	if made < 40 {
		t.Errorf("%d of 50 calls have what was not recorded", made)
	}
}

// TestDamaged reads a file whose end, middle and types are not what they were.
func TestDamaged(t *testing.T) {
	r, written := recordTo(t)
	r.add("f", pointers("text", 7))
	r.add("f", pointers("other", 8))
	data := written()
	for cut := range data {
		if n := len(ReadCalls(data[:cut], "f")); n > 2 || cut < len(data)/2-2 && n > 1 {
			t.Fatalf("%d calls of the first %d bytes", n, cut)
		}
	}
	s, _ := recording(t, func(map[int]bool, []string) {})
	for i, c := range ReadCalls(data, "f") { // a call of another signature
		args := newSource(s.reg, newBuilder(s.reg), i+2).recorded(c, s.params, false)
		if len(args) != 2 || args[0].Type() != s.params[0] || args[1].Type() != s.params[1] {
			t.Errorf("call %d gives %v", i, args)
		}
	}
}
