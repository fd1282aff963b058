package harness

import (
	"encoding/json"
	"flag"
	"os"
	"strings"
	"sync"
)

// Timer is what Replay needs of a *testing.B, which it must not name: whoever
// imports the harness would link package testing.
type Timer interface {
	StopTimer()
	StartTimer()
}

// perBatch is how many calls are prepared before the timer starts: stopping it
// costs far more than a call.
const perBatch = 256

// Replay makes n calls of the target of that name, with the arguments that are
// recorded in a file, again and again in their order, each equally often when
// calls are counted. call takes pointers to the arguments. The timer runs during
// the calls and not while arguments are made. Calls that panic are left out. It
// reports false if no call is left.
func Replay(reg Registry, file, name string, call func([]interface{}), n int,
	timer Timer) bool {
	timer.StopTimer()
	r := preparedReplay(reg, file, name, call)
	if len(r.calls) == 0 {
		return false
	}
	if counting() {
		r = r.spread(Replayed(len(r.calls), n))
	}
	var batch [perBatch][]interface{}
	for made := 0; made < n; {
		size := 0
		for ; size < perBatch && made < n; size++ {
			batch[size] = r.arguments(made % len(r.calls))
			made++
		}
		timer.StartTimer()
		for _, args := range batch[:size] {
			call(args)
		}
		timer.StopTimer()
	}
	return true
}

// replay is what is made again of a target: the calls that come back without a panic.
type replay struct {
	session *session
	can     *builder
	calls   []replayed
}

// replayed is a call that is made again.
type replayed struct {
	Call
	seed int           // of what was not recorded: it came back with that
	kept []interface{} // arguments that a call leaves as they were, else nil
}

// replays are what was prepared, by file and target: a benchmark that is run again and again
// is prepared once. It is a variable since package testing keeps nothing between its runs.
var replays sync.Map

func preparedReplay(reg Registry, file, name string, call func([]interface{})) replay {
	of := [2]string{file, name}
	if r, ok := replays.Load(of); ok {
		return r.(replay)
	}
	r := newReplay(reg, file, name, call)
	replays.Store(of, r)
	return r
}

// newReplay tries the calls that are recorded of a target. It has none if there are none.
func newReplay(reg Registry, file, name string, call func([]interface{})) replay {
	s, reason := newSession(&reg, name, &guard{})
	data, err := os.ReadFile(file)
	if reason != "" || err != nil {
		return replay{}
	}
	r := replay{session: s, can: newBuilder(&reg)}
	for i, c := range ReadCalls(data, recordedAs(name)) {
		c := replayed{Call: c, seed: i + 2}
		args := r.made(c)
		before, whole := textOf(args)
		if !returns(call, args) {
			continue
		}
		if after, _ := textOf(args); whole && before == after {
			c.kept = args
		}
		r.calls = append(r.calls, c)
	}
	return r
}

// arguments returns pointers to the arguments of a call.
func (r replay) arguments(index int) []interface{} {
	if c := r.calls[index]; c.kept == nil {
		return r.made(c)
	}
	return r.calls[index].kept
}

// made makes the arguments of a call.
func (r replay) made(c replayed) []interface{} {
	var args []interface{}
	from := newSource(r.session.reg, r.can, c.seed)
	for _, v := range from.recorded(c.Call, r.session.params, false) {
		args = append(args, v.Addr().Interface())
	}
	return args
}

// counting reports whether the number of calls was given, rather than a time.
func counting() bool {
	f := flag.Lookup("test.benchtime")
	return f != nil && strings.HasSuffix(f.Value.String(), "x")
}

// Replayed returns how many of some recorded calls are made again in n calls:
// the most of which each can be made equally often, so that the average over the
// n calls is the average over these.
func Replayed(recorded, n int) int {
	for ; recorded > 1 && recorded <= n; recorded-- {
		if n%recorded == 0 {
			break
		}
	}
	return min(recorded, n)
}

// spread returns that many of the calls, from all over.
func (r replay) spread(to int) replay {
	some := replay{session: r.session, can: r.can}
	for i := 0; i < to; i++ {
		some.calls = append(some.calls, r.calls[i*len(r.calls)/to])
	}
	return some
}

// textOf returns the arguments as they would be recorded, and whether that is
// all of them.
func textOf(args []interface{}) (text string, whole bool) {
	e := encoder{}
	var nodes []Node
	for _, a := range args {
		nodes = append(nodes, e.encode(a))
	}
	data, err := json.Marshal(nodes)
	return string(data), err == nil && complete(nodes)
}

// complete reports whether nothing of the values is missing.
func complete(nodes []Node) bool {
	for _, n := range nodes {
		if n.Kind == "" || !complete(n.Items) {
			return false
		}
	}
	return true
}

// returns reports whether a call comes back without a panic.
func returns(call func([]interface{}), args []interface{}) (returned bool) {
	defer func() {
		if !returned {
			_ = recover()
		}
	}()
	call(args)
	return true
}
