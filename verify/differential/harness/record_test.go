package harness

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// tapes are those of several functions that are written to one file.
type tapes struct {
	recorder
	mu     sync.Mutex
	byName map[string]*Tape
}

// add records a call, if it is wanted.
func (r *tapes) add(name string, args []interface{}) {
	r.mu.Lock()
	if r.byName[name] == nil {
		var params []string
		for i := range args {
			params = append(params, fmt.Sprint("p", i))
		}
		r.byName[name] = newTape(&r.recorder, name, params)
	}
	t := r.byName[name]
	r.mu.Unlock()
	if t.Wants() {
		t.Keep(args...)
	}
}

// recordTo returns tapes and a function that reads what they have written.
func recordTo(t *testing.T) (*tapes, func() []byte) {
	t.Helper()
	r := &tapes{byName: map[string]*Tape{}}
	r.file = filepath.Join(t.TempDir(), "calls")
	return r, func() []byte {
		data, err := os.ReadFile(r.file)
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
	held := reflect.ValueOf(map[int]string{4: "four"})
	types := []reflect.Type{reflect.TypeOf([]*time.Time(nil)), reflect.TypeOf(time.Second), nil}
	r.add("f", []interface{}{&nothing, &number, &text, &err, &list, &held, &types})
	fn := func(a, b, c interface{}, err error, list []error, held reflect.Value,
		types []reflect.Type) {
	}
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
			!args[4].Index(1).IsNil() ||
			args[5].Interface().(reflect.Value).MapIndex(reflect.ValueOf(4)).String() != "four" ||
			!reflect.DeepEqual(args[6].Interface(), types) {
			t.Fatalf("made again: %s", allWords(args))
		}
	}
}

// TestRecorderBounds keeps so many calls of each function, and no large ones.
func TestRecorderBounds(t *testing.T) {
	r, written := recordTo(t)
	for i := range 3 * maxRecords {
		r.add("many", pointers(1000+i))
		r.add("same", pointers("again"))
		r.add("shapes", pointers(strings.Repeat("x", i), make([]int, i/2)))
	}
	r.add("text too long", pointers(strings.Repeat("x", maxRecordSize+1)))
	most := make([]byte, maxRecordSize*2/3)
	r.add("texts too long", pointers(most, most))
	r.add("too many values", pointers(make([]int, maxRecordNodes+1)))
	count := Count(written())
	if count["many"] != anyShape || count["same"] != 1 {
		t.Errorf("%v, want %d of many and 1", count, anyShape)
	}
	if n := count["shapes"]; n <= anyShape || n > maxRecords {
		t.Errorf("%d calls of many shapes, want more than %d", n, anyShape)
	}
	for _, name := range []string{"text too long", "texts too long", "too many values"} {
		if count[name] != 0 {
			t.Errorf("%s: the call was kept", name)
		}
	}
}

// TestRecorderLooks looks at ever fewer calls, late ones among them.
func TestRecorderLooks(t *testing.T) {
	r, _ := recordTo(t)
	tape := newTape(&r.recorder, "f", []string{"x"})
	var looked []int
	for i := range 1_000_000 {
		if tape.Wants() {
			looked = append(looked, i)
		}
	}
	if n := len(looked); n < 300 || n > 700 || looked[n-1] < 900_000 {
		t.Errorf("%d calls of a million were looked at, the last of them %d", n, looked[n-1])
	}
	r.begun, r.spent = time.Now(), time.Hour // all of the time went to noting
	tape = newTape(&r.recorder, "g", []string{"x"})
	if tape.Wants() {
		t.Error("a call is wanted although noting took more than its share of the time")
	}
}

// TestRecorderFull writes no more than its file may hold, whoever wrote the rest of it.
func TestRecorderFull(t *testing.T) {
	r, _ := recordTo(t)
	if err := os.WriteFile(r.file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(r.file, maxTapes-100); err != nil { // a file with a hole
		t.Fatal(err)
	}
	for i := range 20 {
		r.add("f", pointers(i))
	}
	info, err := os.Stat(r.file)
	if err != nil || info.Size() > maxTapes || info.Size() == maxTapes-100 {
		t.Errorf("the file has %d bytes, %v", info.Size(), err)
	}
	if r.byName["f"].Wants() {
		t.Error("a call is wanted that cannot be kept")
	}
}

type password string

// TestRedacted keeps nothing of what a tag or a pattern excludes, wherever it stands.
func TestRedacted(t *testing.T) {
	type account struct {
		Name     string
		Key      string `wring:"-"`
		pin      int    `wring:"-"`
		APIToken []byte
		Nested   map[string]interface{}
	}
	secret := "s3cret"
	value := account{"visible", secret, 31337, []byte(secret), map[string]interface{}{
		"token-of-life": secret, "other": []account{{Key: secret, pin: 31337}}}}
	r, written := recordTo(t)
	r.redact = regexp.MustCompile("(?i)token|password")
	tape := newTape(&r.recorder, "f", []string{"a", "thePassword", "p", "err"})
	for i, args := range [][]interface{}{
		pointers(value, secret, password(secret), errors.New("an error")),
		pointers(&value, secret, []password{password(secret)}, []interface{}{password(secret), 1}),
		pointers([]account{value}, secret, map[password]int{password(secret): 1},
			map[string]*account{"x": &value}),
	} {
		if tape.Keep(args...); len(ReadCalls(written(), "f")) != i+1 {
			t.Errorf("call %d was not kept at all", i)
		}
	}
	encoded := base64.StdEncoding.EncodeToString([]byte(secret))
	for _, text := range []string{secret, encoded, "31337",
		base64.StdEncoding.EncodeToString([]byte("31337"))} {
		if bytes.Contains(written(), []byte(text)) {
			t.Errorf("%q was kept:\n%s", text, written())
		}
	}
	if !bytes.Contains(written(), []byte(base64.StdEncoding.EncodeToString([]byte("visible")))) {
		t.Error("what nothing excludes was not kept")
	}
}

// TestRecorderOff records nothing where no file is named, or none can be written.
func TestRecorderOff(t *testing.T) {
	if newTape(&recorder{}, "f", nil).Wants() {
		t.Error("a call is wanted, and there is no file")
	}
	r, _ := recordTo(t)
	r.file = filepath.Join(t.TempDir(), "no", "such", "folder", "calls")
	r.add("f", pointers(1)) // cannot be written: the program goes on
	if r.byName["f"].Wants() {
		t.Error("a call is wanted that cannot be kept")
	}
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
		"a buffer":    {bytes.NewBufferString("x"), true},
		"a scanner":   {bufio.NewScanner(strings.NewReader("x")), false},
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

// leaf is a node of a tree that knows where it hangs.
type leaf struct {
	Name        string
	Up, Down    *leaf
	Left, Right *leaf
}

// TestRings records values that lead back to themselves, and makes them again as they were, also
// where several arguments lead to one.
func TestRings(t *testing.T) {
	root := &leaf{Name: "root"}
	last := &leaf{Name: "last", Up: root}
	root.Down = &leaf{Name: "first", Up: root, Right: last}
	last.Left = root.Down
	s, call := recording(t, func(*leaf, *leaf, leaf) {}, root, last, *root)
	if !complete(call.Args) {
		t.Fatalf("a tree is not recorded as a whole: %v", call.Args)
	}
	for _, mutate := range []bool{false, true} {
		args := newSource(s.reg, newBuilder(s.reg), 3).recorded(call, s.params, mutate)
		if mutate {
			continue // which comes to an end
		}
		top, end := args[0].Interface().(*leaf), args[1].Interface().(*leaf)
		if end.Up != top || top.Down.Right != end || end.Left != top.Down || end.Name != "last" ||
			args[2].Interface().(leaf).Down != top.Down {
			t.Errorf("the tree is another one: %v", args)
		}
	}
}
