package harness

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"sync"
	"sync/atomic"
	"time"
)

// kept is an earlier result: later calls must not change it.
type kept struct {
	results []reflect.Value
	text    string
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
	for _, k := range s.ring {
		if resultsText(k.results, s.hidden) != k.text {
			text += "\nan earlier result has changed"
		}
	}
	if len(s.ring) == 2 {
		s.ring = s.ring[1:]
	}
	s.ring = append(s.ring, kept{c.results, resultsText(c.results, s.hidden)})
	if index%each == each-1 {
		text += s.variables()
	}
	return text, flags
}

func resultsText(results []reflect.Value, hidden map[string]bool) string {
	w := &words{hidden: hidden}
	for _, r := range results {
		w.dynamic(r, 0)
	}
	return string(w.buf)
}

// variables puts the package's variables into words.
func (s *session) variables() string {
	w := &words{hidden: s.hidden, nodes: maxNodes * 3 / 4}
	for _, v := range s.reg.Vars {
		w.add("\nvariable " + v.Name + ": ")
		w.dynamic(reflect.ValueOf(v.Pointer).Elem(), 0)
	}
	return string(w.buf)
}

// busy is how much longer than its limit a process may take: on a machine with
// other work the limit is one of processor time.
const busy = 5

// hashes runs the plan's inputs and writes 16 bytes for each: index, flags, hash.
func (s *session) hashes(plan Plan, out *os.File) int {
	can := newBuilder(s.reg)
	begun, used := time.Now(), cpuTime()
	limit := time.Duration(plan.Millis) * time.Millisecond
	for i := plan.From; i < plan.To; i++ {
		if cpuTime()-used >= limit || time.Since(begun) >= busy*limit {
			break
		}
		atomic.AddInt64(&s.guard.count, 1)
		text, flags := s.tryAll(can, i)
		var b [16]byte
		binary.LittleEndian.PutUint32(b[:], uint32(i))
		binary.LittleEndian.PutUint32(b[4:], uint32(flags))
		binary.LittleEndian.PutUint64(b[8:], hashText(text))
		if _, err := out.Write(b[:]); err != nil {
			return 2
		}
	}
	for _, block := range hitBlocks() {
		var b [16]byte
		binary.LittleEndian.PutUint32(b[4:], flagBlock)
		binary.LittleEndian.PutUint64(b[8:], uint64(block))
		if _, err := out.Write(b[:]); err != nil {
			return 2
		}
	}
	return 0
}

// explain writes inputs and outcomes in words, one JSON object after the other.
func (s *session) explain(indices []int, out *os.File) int {
	enc := json.NewEncoder(out)
	can := newBuilder(s.reg)
	for _, i := range indices {
		atomic.AddInt64(&s.guard.count, 1)
		for before := i - 3; before < i; before++ { // what may be left behind by a call
			if before >= 0 {
				s.tryAll(can, before)
			}
		}
		c := s.prepare(can, i)
		w := &words{}
		for n, a := range c.args {
			if n > 0 {
				w.add(", ")
			}
			w.dynamic(a, 0)
		}
		text, _ := s.tryAll(can, i)
		if err := enc.Encode(Explanation{i, cut(string(w.buf), 600), cut(text, 4000)}); err != nil {
			return 2
		}
	}
	return 0
}

// concurrent compares calls that run at once with calls one after the other and
// writes how many outcomes differed.
func (s *session) concurrent(plan Plan, out *os.File) int {
	can := newBuilder(s.reg)
	want := make([]string, plan.To-plan.From)
	for i := range want {
		want[i], _ = s.try(can, plan.From+i)
	}
	var differ int64
	var all sync.WaitGroup
	deadline := time.Now().Add(time.Duration(plan.Millis) * time.Millisecond)
	for g := 0; g < 4; g++ {
		all.Add(1)
		go func() {
			defer all.Done()
			can := newBuilder(s.reg)
			for time.Now().Before(deadline) {
				for i := range want {
					atomic.AddInt64(&s.guard.count, 1)
					if got, _ := s.try(can, plan.From+i); got != want[i] {
						atomic.AddInt64(&differ, 1)
					}
				}
			}
		}()
	}
	all.Wait()
	fmt.Fprint(out, differ)
	return 0
}

// guard ends the process when a call does not come back.
type guard struct{ count int64 }

// patience is how long one call may take.
const patience = 2 * time.Second

func (g *guard) watch() {
	go func() {
		last := int64(-1)
		for {
			time.Sleep(patience)
			now := atomic.LoadInt64(&g.count)
			if now == last {
				os.Exit(ExitStuck)
			}
			last = now
		}
	}()
}
