package harness

import (
	"encoding/json"
	"flag"
	"os"
	"strings"
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
	s, reason := newSession(&reg, name, &guard{})
	data, err := os.ReadFile(file)
	if reason != "" || err != nil {
		return false
	}
	s.calls = ReadCalls(data, recordedAs(name))
	can := newBuilder(&reg)
	kept := s.returning(can, call)
	if len(s.calls) == 0 {
		return false
	}
	if counting() {
		kept = s.spread(kept, Replayed(len(s.calls), n))
	}
	var batch [perBatch][]interface{}
	for made := 0; made < n; {
		size := 0
		for ; size < perBatch && made < n; size++ {
			i := made % len(s.calls)
			if batch[size] = kept[i]; kept[i] == nil {
				batch[size] = s.replayed(can, i)
			}
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

// returning keeps those of the recorded calls that come back without a panic,
// and returns the arguments that a call leaves as they were; nil for those that
// must be made anew each time.
func (s *session) returning(can *builder, call func([]interface{})) (kept [][]interface{}) {
	var good []Call
	for i, c := range s.calls {
		args := s.replayed(can, i)
		before, whole := textOf(args)
		if !returns(call, args) {
			continue
		}
		good = append(good, c)
		after, _ := textOf(args)
		if !whole || before != after {
			args = nil
		}
		kept = append(kept, args)
	}
	s.calls = good
	return kept
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

// spread reduces the calls, and what is kept of them, to that many from all over.
func (s *session) spread(kept [][]interface{}, to int) [][]interface{} {
	from := s.calls
	var calls []Call
	var args [][]interface{}
	for i := 0; i < to; i++ {
		at := i * len(from) / to
		calls, args = append(calls, from[at]), append(args, kept[at])
	}
	s.calls = calls
	return args
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

// replayed makes the arguments of a recorded call and returns pointers to them.
func (s *session) replayed(can *builder, index int) []interface{} {
	var args []interface{}
	from := newSource(s.reg, can, index+2)
	for _, v := range from.recorded(s.calls[index], s.params, false) {
		args = append(args, v.Addr().Interface())
	}
	return args
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
