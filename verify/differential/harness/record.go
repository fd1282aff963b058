package harness

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"sync"
)

// Record notes the arguments of a call, to which it gets pointers, if the process
// was asked to: the package's own tests and benchmarks know better than chance
// what its functions are called with. Calls to it are put at the beginning of
// functions.
func Record(name string, args ...interface{}) { tape.add(name, args) }

// tape is where Record writes. It is a variable since the functions that call
// Record have nothing to hold it.
var tape = &recorder{file: os.Getenv(RecordVariable), count: map[string]int{},
	seen: map[uint64]bool{}}

type recorder struct {
	mu    sync.Mutex
	file  string // "" when nothing is to be noted
	count map[string]int
	seen  map[uint64]bool
}

// The most calls that are kept of one function, and the most bytes of one call.
const (
	maxRecords    = 60
	maxRecordSize = 32 << 10
)

// Call is a recorded call.
type Call struct {
	Func string `json:"f"`
	Args []Node `json:"a"`
}

func (r *recorder) add(name string, args []interface{}) {
	if r.file == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.count[name] >= maxRecords {
		return
	}
	call := Call{Func: name}
	e := encoder{}
	for _, a := range args {
		call.Args = append(call.Args, e.value(reflect.ValueOf(a).Elem(), 0))
	}
	line, err := json.Marshal(call)
	if err != nil || len(line) > maxRecordSize || e.nodes > maxRecordNodes {
		return
	}
	if h := hashText(string(line)); !r.seen[h] {
		r.seen[h] = true
		r.count[name]++
		r.write(append(line, '\n'))
	}
}

// write appends to the file at once: the process may end at any moment.
func (r *recorder) write(line []byte) {
	f, err := os.OpenFile(r.file, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0600)
	if err != nil {
		return
	}
	_, _ = f.Write(line)
	_ = f.Close()
}

// ReadCalls reads the calls of one function. Lines that are damaged are left
// out.
func ReadCalls(data []byte, name string) []Call {
	var list []Call
	for _, line := range bytes.Split(data, []byte("\n")) {
		var c Call
		if json.Unmarshal(line, &c) == nil && c.Func == name {
			list = append(list, c)
		}
	}
	return list
}

// Count returns how many calls of each function a file of recorded calls holds.
func Count(data []byte) map[string]int {
	count := map[string]int{}
	for _, line := range bytes.Split(data, []byte("\n")) {
		var c Call
		if json.Unmarshal(line, &c) == nil && c.Func != "" {
			count[c.Func]++
		}
	}
	return count
}
