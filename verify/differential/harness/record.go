package harness

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Tape notes the arguments of calls of one function, if the process was asked to: the
// package's own tests and benchmarks know better than chance what its functions are called
// with. The code of a recorded function begins with
//
//	if tape.Wants() { a, b := x, y; tape.Keep(&a, &b) }
//
// so that a call that is not kept costs a look at two numbers, and the function's own
// parameters stay where they were.
type Tape struct {
	name   string
	params []string // receiver first
	to     *recorder

	off   uint32 // 1 as soon as nothing more is kept
	count uint64 // calls
	next  uint64 // the call that is looked at next

	kept   int
	tests  int             // that are noted
	seen   map[uint64]bool // calls, by hash
	shapes map[uint64]int  // calls kept, by what they look like
}

// NewTape returns the tape of a function with these parameters.
func NewTape(name string, params ...string) *Tape { return newTape(&deck, name, params) }

func newTape(to *recorder, name string, params []string) *Tape {
	t := &Tape{name: name, params: params, to: to, seen: map[uint64]bool{},
		shapes: map[uint64]int{}}
	if to.file == "" {
		t.off = 1
	}
	return t
}

// deck is where the tapes of this process are written. It is a variable since the
// functions that are recorded have nothing to hold it.
var deck = recorder{file: os.Getenv(RecordVariable), redact: redaction(), begun: time.Now()}

// recorder writes calls to a file.
type recorder struct {
	mu     sync.Mutex
	file   string         // "" when nothing is to be noted
	out    *os.File       // nil until the first call
	redact *regexp.Regexp // names of what is never kept; nil for none
	begun  time.Time
	spent  time.Duration // time that noting took
}

// redaction returns what the environment says is not to be kept. What cannot be read
// leaves nothing to keep: it was checked before.
func redaction() *regexp.Regexp {
	text := os.Getenv(RedactVariable)
	if text == "" {
		return nil
	}
	if re, err := regexp.Compile(text); err == nil {
		return re
	}
	return regexp.MustCompile("")
}

// The most that is kept: calls of one function, of which the last ones must look different
// from most before; bytes of one call; and bytes in the file.
const (
	maxRecords    = 80
	maxTests      = 3
	anyShape      = 60
	sameShape     = 3
	maxRecordSize = 32 << 10
	maxTapes      = 64 << 20
)

// Noting takes a quarter of a process's time at most, and so much more. Of the calls after
// the first hundred one in fifty is looked at, and ever fewer of more.
const (
	noteShare = 4
	noteTime  = 20 * time.Millisecond
	lookAtAll = 100
	lookAt    = 50
)

// Call is a recorded call, or only the test in which a call was made whose arguments cannot
// be kept.
type Call struct {
	Func string `json:"f"`
	Args []Node `json:"a,omitempty"`
	Test string `json:"t,omitempty"` // as the runtime names the function: "example.com/m/p.TestX"
}

// Wants reports whether this call is to be kept.
func (t *Tape) Wants() bool { return atomic.LoadUint32(&t.off) == 0 && t.look() }

func (t *Tape) look() bool {
	n := atomic.AddUint64(&t.count, 1)
	if n < atomic.LoadUint64(&t.next) {
		return false
	}
	next := n + 1
	if n >= lookAtAll {
		next = n + n/lookAt
	}
	atomic.StoreUint64(&t.next, next)
	t.to.mu.Lock()
	defer t.to.mu.Unlock()
	return t.to.spent <= noteTime+time.Since(t.to.begun)/noteShare
}

// Keep keeps the arguments, to which it gets pointers: nil for one that has no name.
func (t *Tape) Keep(args ...interface{}) {
	begun := time.Now()
	e := encoder{redact: t.to.redact}
	call := Call{Func: t.name}
	for i, a := range args {
		node := Node{}
		if i >= len(t.params) || !e.secret(t.params[i]) {
			node = e.value(reflect.ValueOf(a).Elem(), 0)
		}
		call.Args = append(call.Args, node)
	}
	if !complete(call.Args) {
		t.Ran()
	}
	if e.nodes <= maxRecordNodes && e.size <= maxRecordSize && t.fresh(call) {
		t.write(call)
	}
	t.to.mu.Lock()
	defer t.to.mu.Unlock()
	t.to.spent += time.Since(begun)
}

// write writes a call, and ends the tape when it can keep no more.
func (t *Tape) write(call Call) {
	line, err := json.Marshal(call)
	if err != nil || len(line) > maxRecordSize {
		return
	}
	t.to.mu.Lock()
	defer t.to.mu.Unlock()
	if !t.to.write(append(line, '\n')) {
		atomic.StoreUint32(&t.off, 1)
	}
}

// Ran notes the test that makes this call, which may stand for a call whose arguments cannot
// be kept.
func (t *Tape) Ran() {
	test := runningTest()
	if test == "" {
		return
	}
	t.to.mu.Lock()
	h := hashText(test)
	known := t.seen[h] || t.tests == maxTests
	if !known {
		t.seen[h] = true
		t.tests++
	}
	t.to.mu.Unlock()
	if !known {
		t.write(Call{Func: t.name, Test: test})
	}
}

// runningTest returns the test on whose goroutine this is called, as the runtime names its
// function, or "".
func runningTest() string {
	var callers [64]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(3, callers[:])])
	last := ""
	for {
		frame, more := frames.Next()
		if frame.Function == "testing.tRunner" {
			slash := strings.LastIndexByte(last, '/') + 1
			parts := strings.SplitN(last[slash:], ".", 3)
			if len(parts) > 1 && strings.HasPrefix(parts[1], "Test") {
				return last[:slash] + parts[0] + "." + parts[1]
			}
			return ""
		}
		if last = frame.Function; !more {
			return ""
		}
	}
}

// fresh reports whether a call is one that was not kept before, and counts it.
func (t *Tape) fresh(call Call) bool {
	h, shape := contentOf(call.Args), shapeOf(call.Args, 0)
	t.to.mu.Lock()
	defer t.to.mu.Unlock()
	if t.kept >= maxRecords || t.seen[h] || t.kept >= anyShape && t.shapes[shape] >= sameShape {
		return false
	}
	t.seen[h] = true
	t.shapes[shape]++
	if t.kept++; t.kept == maxRecords {
		atomic.StoreUint32(&t.off, 1)
	}
	return true
}

// contentOf says what values are.
func contentOf(nodes []Node) uint64 {
	h := uint64(len(nodes))
	for _, n := range nodes {
		h = mix(h ^ hashText(n.Kind))
		h = mix(h ^ hashText(n.Type))
		h = mix(h ^ hashText(string(n.Text)) ^ uint64(n.ID))
		h = mix(h ^ contentOf(n.Items))
	}
	return h
}

// shapeOf says what values look like without saying what they are: kinds, dynamic types,
// and how long texts and lists are, by powers of two.
func shapeOf(nodes []Node, depth int) uint64 {
	h := uint64(len(nodes))
	for i, n := range nodes {
		if i == 8 || depth == 4 {
			break
		}
		h = mix(h ^ hashText(n.Kind+" "+n.Type) ^ log2(len(n.Text))<<8 ^ log2(len(n.Items))<<16)
		h = mix(h ^ shapeOf(n.Items, depth+1))
	}
	return h
}

func log2(n int) uint64 {
	log := uint64(0)
	for ; n > 0; n >>= 1 {
		log++
	}
	return log
}

// write appends to the file at once: the process may end at any moment. It reports false
// when the file holds as much as it may.
func (r *recorder) write(line []byte) bool {
	if r.out == nil {
		f, err := os.OpenFile(r.file, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0600)
		if err != nil {
			return false
		}
		r.out = f
	}
	if info, err := r.out.Stat(); err != nil || info.Size()+int64(len(line)) > maxTapes {
		return false
	}
	_, err := r.out.Write(line)
	return err == nil
}

// ReadCalls reads the calls of one function: those that were kept as a whole, or all if
// none was. Lines that are damaged are left out.
func ReadCalls(data []byte, name string) []Call {
	quoted, _ := json.Marshal(name)
	return readAll(data, append([]byte(`{"f":`), quoted...))[name].best()
}

// Count returns how many calls of each function a file of recorded calls holds.
func Count(data []byte) map[string]int {
	count := map[string]int{}
	for name, r := range readAll(data, nil) {
		if n := len(r.best()); n > 0 {
			count[name] = n
		}
	}
	return count
}

// Tests returns the tests that call each of the functions of which no call could be kept as
// a whole.
func Tests(data []byte) map[string][]string {
	tests := map[string][]string{}
	for name, r := range readAll(data, nil) {
		if len(r.whole) == 0 && len(r.tests) > 0 {
			tests[name] = r.tests
		}
	}
	return tests
}

// recorded is what a file holds of one function.
type recorded struct {
	whole, partly []Call
	tests         []string
}

func (r *recorded) best() []Call {
	switch {
	case r == nil:
		return nil
	case len(r.whole) > 0:
		return r.whole
	}
	return r.partly
}

// readAll reads the calls in the lines that begin with begin.
func readAll(data, begin []byte) map[string]*recorded {
	all := map[string]*recorded{}
	for _, line := range bytes.Split(data, []byte("\n")) {
		var c Call
		if !bytes.HasPrefix(line, begin) || json.Unmarshal(line, &c) != nil || c.Func == "" {
			continue
		}
		r := all[c.Func]
		if r == nil {
			r = &recorded{}
			all[c.Func] = r
		}
		switch {
		case c.Test != "":
			r.tests = append(r.tests, c.Test)
		case complete(c.Args):
			r.whole = append(r.whole, c)
		default:
			r.partly = append(r.partly, c)
		}
	}
	return all
}
