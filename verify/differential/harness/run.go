package harness

import (
	"encoding/json"
	"os"
	"reflect"
	"runtime"
	"sync/atomic"
	"time"
)

// kept is what an earlier call returned, and was given: later calls must not
// change it, nor hand out its memory again.
type kept struct {
	results, args []reflect.Value
	regions       []region
	was           uint64 // the hash of its words then
	log           *calls
}

func (k kept) words(hidden map[string]bool) string {
	w := &canon{hidden: hidden, buf: make([]byte, 0, roomy)}
	for _, r := range k.results {
		w.dynamic(r, 0)
		w.follow(r, 0)
	}
	for _, a := range k.args {
		w.dynamic(a, 0)
	}
	return string(w.buf)
}

// each is how often the package's variables are looked at.
const each = 64

// try runs input number index and returns what happened, in words.
func (s *session) try(can *builder, index int) (text string, flags byte) {
	c := s.prepare(can, index)
	c.do(s.fn)
	text, flags = c.outcome(s.hidden)
	return text, flags
}

// tryAll is try, with what is to be seen only from one call to the next.
func (s *session) tryAll(can *builder, index int) (text string, flags byte) {
	c := s.prepare(can, index)
	c.do(s.fn)
	text, flags = c.outcome(s.hidden)
	k := kept{results: append(c.results, c.sent...), args: c.args, log: c.source.log}
	if index%4 == 3 {
		more, changed := s.onceMore(c, k.results)
		text, flags = text+more, flags|changed&Reused
		c.after = regionsOf(c.args, "argument") // they are another call's now
		c.found = regionsOf(k.results, "result")
	} else if len(c.sent) > 0 {
		c.found = regionsOf(k.results, "result")
	}
	k.regions = append(c.found, c.after...)
	for _, earlier := range append(s.ring[:len(s.ring):len(s.ring)], k) {
		if earlier.log.changed() != "" {
			flags |= Reused
		}
	}
	for i, earlier := range s.ring {
		shared := common(k.regions, earlier.regions)
		// Once is enough, after the last call that may change it, unless there is a reason.
		last := i == 0 && len(s.ring) == 2
		if (last || shared != "") && hashText(earlier.words(s.hidden)) != earlier.was {
			text += "\nan earlier result or argument has changed"
		}
		text += shared
	}
	if len(s.ring) == 2 {
		s.ring = s.ring[1:]
	}
	k.was = hashText(k.words(s.hidden))
	s.ring = append(s.ring, k)
	if index%each == each-1 {
		text += s.variables()
	}
	return text + s.written(), flags
}

// onceMore calls the target again on what the call before has left of its first
// argument, the receiver if there is one, with other arguments. It tells if that changes the
// results, to which the caller writes before.
func (s *session) onceMore(c *call, results []reflect.Value) (text string, flags byte) {
	if len(c.args) == 0 || c.panicked != "" {
		return "", 0
	}
	switch c.args[0].Kind() {
	case reflect.Ptr, reflect.Map, reflect.Slice, reflect.Interface:
	default:
		return "", 0
	}
	again := &call{source: c.source, args: []reflect.Value{c.args[0]}}
	for _, t := range s.params[1:] {
		again.args = append(again.args, c.source.value(t))
	}
	s.makeMaps(again.args)
	undo := overwrite(results, append(c.args[:len(c.args):len(c.args)], again.args...))
	defer undo() // they may be arguments later
	first := kept{results: results}
	was := hashText(first.words(s.hidden))
	again.before = regionsOf(again.args, "argument")
	again.do(s.fn)
	text, flags = again.outcome(s.hidden)
	if hashText(first.words(s.hidden)) != was {
		text += "\nan earlier result has changed"
	}
	return "\nonce more " + text, flags
}

// variables puts the package's variables into words.
func (s *session) variables() string {
	w := &canon{hidden: s.hidden, nodes: maxNodes * 3 / 4}
	for _, v := range s.reg.Vars {
		w.add("\nvariable " + v.Name + ": ")
		w.dynamic(reflect.ValueOf(v.Pointer).Elem(), 0)
	}
	return string(w.buf)
}

// written tells of variables that only the new code has and that have changed
// since the beginning: calls that run at once would share them.
func (s *session) written() string {
	text := ""
	for i, v := range s.reg.Added {
		w := &canon{hidden: s.hidden, pkg: s.pkg, foreign: true, nodes: maxNodes * 3 / 4}
		w.dynamic(reflect.ValueOf(v.Pointer).Elem(), 0)
		if len(s.added) == i {
			s.added = append(s.added, string(w.buf))
		}
		if s.added[i] != string(w.buf) {
			text += "\nit writes to variable " + v.Name + ", which all calls share"
		}
	}
	return text
}

// hashes runs the plan's inputs and writes the outcome of each.
func (s *session) hashes(plan Plan, out *os.File) int {
	can := newBuilder(s.reg)
	s.written()
	cover := &coverage{}
	begun, used, running := time.Now(), cpuTime(), runtime.NumGoroutine()
	limit := time.Duration(plan.Millis) * time.Millisecond
	for i := plan.From; i < plan.To; i++ {
		if cpuTime()-used >= limit || time.Since(begun) >= Busy*limit {
			break
		}
		atomic.AddInt64(&s.guard.count, 1)
		text, flags := s.tryAll(can, i)
		o := Outcome{uint32(flags), hashText(text)}
		if _, err := out.Write(o.encode(i)); err != nil || cover.write(out) != nil {
			return 2
		}
	}
	awaitGoroutines(running)
	return ExitDone
}

// awaitGoroutines waits for what calls have started and left running, which may end the process
// yet. What waits for something itself never ends.
func awaitGoroutines(before int) {
	const atMost = 300 * time.Millisecond
	for begun := time.Now(); runtime.NumGoroutine() > before && time.Since(begun) < atMost; {
		time.Sleep(time.Millisecond)
	}
}

// explain writes inputs and outcomes in words, one JSON object after the other.
func (s *session) explain(indices []int, out *os.File) int {
	enc := json.NewEncoder(out)
	can := newBuilder(s.reg)
	s.written()
	for _, i := range indices {
		atomic.AddInt64(&s.guard.count, 1)
		for before := i - 3; before < i; before++ { // what may be left behind by a call
			if before >= 0 {
				s.tryAll(can, before)
			}
		}
		c := s.prepare(can, i)
		w := &canon{}
		for n, a := range c.args {
			if n > 0 {
				w.add(", ")
			}
			w.dynamic(a, 0)
		}
		text, flags := s.tryAll(can, i)
		whole := Outcome{uint32(flags), hashText(text)}
		if text = cut(text, 4000); flags&Reused != 0 {
			text += "\nit writes to memory that it had handed to what was passed in"
		}
		if err := enc.Encode(Explanation{i, cut(string(w.buf), 600), text, whole}); err != nil {
			return 2
		}
	}
	return ExitDone
}
