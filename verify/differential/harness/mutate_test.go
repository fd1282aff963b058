package harness

import (
	"io"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// recording returns a call with these arguments, and the session that makes it
// again.
func recording(t *testing.T, fn interface{}, args ...interface{}) (*session, Call) {
	t.Helper()
	s, reason := newSession(registry(fn), "f", &guard{})
	if reason != "" {
		t.Fatal(reason)
	}
	var c Call
	e := encoder{}
	for _, a := range args {
		c.Args = append(c.Args, e.encode(a))
	}
	return s, c
}

// TestChanges looks for each way in which the parts of a recorded call are
// changed: those that lie next to what the program's own tests do.
func TestChanges(t *testing.T) {
	type options struct {
		Limit  int
		hidden bool
		name   string
	}
	list := []int{10, 20, 30}
	fn := func([]int, string, map[string]int, *options, interface{}, []byte, [2]uint8) {}
	s, call := recording(t, fn, list, "a word", map[string]int{"k": 1},
		&options{5, true, "n"}, "dynamic", []byte("bytes"), [2]uint8{1, 2})
	can := newBuilder(s.reg)
	found := map[string]bool{}
	for i := range 3000 {
		args := newSource(s.reg, can, i+2).recorded(call, s.params, true)
		got := args[0].Interface().([]int)
		note := func(name string, is bool) { found[name] = found[name] || is }
		note("shorter", len(got) == 2 && got[0] == 10 && got[1] == 20)
		note("without its beginning", len(got) == 2 && got[0] == 20 && got[1] == 30)
		note("an element twice", len(got) == 4 && got[0] == 10 && got[3] == got[1])
		note("two elements alike", len(got) == 3 && got[0] == got[2])
		note("as it was", reflect.DeepEqual(got, list))
		text := args[1].String()
		note("another text", text != "a word" && text != "")
		note("no text", text == "")
		note("broken text", !utf8.ValidString(text))
		m := args[2].Interface().(map[string]int)
		note("one key more", len(m) == 2 && m["k"] == 1)
		if o := args[3].Interface().(*options); o != nil {
			note("a field", o.Limit != 5 && o.hidden && o.name == "n")
			note("an unexported field", o.Limit == 5 && o.hidden && o.name != "n")
		} else {
			note("no struct", true)
		}
		held := args[4].Interface()
		_, isText := held.(string)
		note("another type in an interface", held != nil && !isText)
		note("another text in an interface", isText && held != "dynamic")
		note("other bytes", string(args[5].Bytes()) != "bytes")
		note("an array's element", args[6].Index(0).Uint() != 1 && args[6].Index(1).Uint() == 2)
	}
	for _, name := range []string{"shorter", "without its beginning", "an element twice",
		"two elements alike", "as it was", "another text", "no text", "broken text",
		"one key more", "a field", "an unexported field", "no struct",
		"another type in an interface", "another text in an interface", "other bytes",
		"an array's element"} {
		if !found[name] {
			t.Errorf("none of 3,000 calls: %s", name)
		}
	}
}

// TestChangesEnd reads all that readers give which stand in for a recorded one: none gives
// nothing for ever.
func TestChangesEnd(t *testing.T) {
	s, call := recording(t, func(io.Reader) {}, strings.NewReader("a text"))
	can, changed := newBuilder(s.reg), 0
	for i := range 3000 {
		arg := newSource(s.reg, can, i+2).recorded(call, s.params, true)[0]
		r, ok := arg.Interface().(io.Reader)
		if !ok || reflect.ValueOf(r).IsNil() {
			continue
		}
		text := make([]byte, 0, 1<<20)
		for n, err, empty := 0, error(nil), 0; err == nil && len(text) < cap(text); {
			if n, err = r.Read(text[len(text):cap(text)]); n == 0 && err == nil {
				empty++
			}
			if empty > 100 {
				t.Fatalf("input %d is a %T that never ends", i, r)
			}
			text = text[:len(text)+n]
		}
		if string(text) != "a text" {
			changed++
		}
	}
	if changed < 100 {
		t.Errorf("%d of 3,000 readers give another text; want more", changed)
	}
}

// TestChangesAreCopies changes calls and makes the recorded one again after it:
// no change may write to what the next call is made of.
func TestChangesAreCopies(t *testing.T) {
	fn := func([]string, map[string][]int) {}
	s, call := recording(t, fn, []string{"a", "b"}, map[string][]int{"k": {1, 2}})
	can := newBuilder(s.reg)
	want := allWords(newSource(s.reg, can, 2).recorded(call, s.params, false))
	for i := range 200 {
		newSource(s.reg, can, i+2).recorded(call, s.params, true)
		if got := allWords(newSource(s.reg, can, 2).recorded(call, s.params, false)); got != want {
			t.Fatalf("after change %d the call is %s, want %s", i, got, want)
		}
	}
}

// TestForeignFields leaves alone what no caller could set: unexported fields of
// another package's types.
func TestForeignFields(t *testing.T) {
	fn := func(reflect.StructField, *mutated) {}
	s, call := recording(t, fn, reflect.StructField{Name: "N", PkgPath: "p"}, &mutated{n: 1})
	s.reg.Types = []interface{}{(*pair)(nil), (*mutated)(nil)}
	can := newBuilder(s.reg)
	own := false
	for i := range 500 {
		args := newSource(s.reg, can, i+2).recorded(call, s.params, true)
		if m := args[1].Interface().(*mutated); m != nil && m.n != 1 {
			own = true
		}
	}
	if !own {
		t.Error("an unexported field of the package's own type never changes")
	}
}

type mutated struct{ n int }

// TestMutateTexts bounds how long a text becomes.
func TestMutateTexts(t *testing.T) {
	sources(300, func(s *source) {
		text := "seed"
		for range 40 {
			text = s.mutate(text + text)
		}
		if len(text) > 10000 {
			t.Fatalf("%d bytes", len(text))
		}
	})
}

// TestHashable has keys that hold what no map takes.
func TestHashable(t *testing.T) {
	for _, test := range []struct {
		key  interface{}
		want bool
	}{
		{1, true}, {"text", true}, {[2]int{1, 2}, true}, {struct{ x interface{} }{1}, true},
		{struct{ x interface{} }{[]int{1}}, false}, {[1]interface{}{map[string]int{}}, false},
	} {
		if got := hashable(reflect.ValueOf(test.key)); got != test.want {
			t.Errorf("%T: %t", test.key, got)
		}
	}
}

// TestFolded makes the look-alikes of a word, which mapping to lower case and folding
// tell apart.
func TestFolded(t *testing.T) {
	s, _ := recording(t, func(string) {}, "task")
	can := newBuilder(s.reg)
	found := map[string]bool{}
	for i := range 200 {
		found[newSource(s.reg, can, i+2).folded("task")] = true
	}
	for _, want := range []string{"ta\u017fk", "tas\u212a", "taSk", "tasK", "Task"} {
		if !found[want] {
			t.Errorf("%q is not among %v", want, found)
		}
	}
	if got := newSource(s.reg, can, 1).folded("1 2"); got != "1 2" {
		t.Errorf("%q has no letters", got)
	}
}
