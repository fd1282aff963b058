package locks

import (
	"fmt"
	"slices"

	"github.com/wring-go/wring/service/gosource"
	"github.com/wring-go/wring/service/stackdump"
)

// Analyse answers for dumps of one process in the order of time. The locks are
// those of the last one; with several, each says how it was in all of them.
func Analyse(targets []Dump, source gosource.Options) Report {
	source.Files, source.Std = files(targets), watched(targets)
	return analyse(newEngine(gosource.New(source)), targets)
}

func analyse(eng *engine, targets []Dump) Report {
	var dumps []Dump
	for _, d := range targets {
		dumps = append(dumps, split(d)...)
	}
	last := dumps[len(dumps)-1]
	rep := find(eng, last.Goroutines)
	rep.Goroutines, rep.Headers = last.Summary.Goroutines, last.Summary.Headers
	rep.Contention = append(rep.Contention, eng.named(last.Contention)...)
	rep.Warnings = append(rep.Warnings, warnings(last)...)
	if len(dumps) > 1 {
		rep.Goroutines, rep.Headers = 0, 0
		for _, d := range targets {
			rep.Goroutines += d.Summary.Goroutines
			rep.Headers += d.Summary.Headers
		}
		compare(&rep, dumps, eng)
	}
	return rep
}

// split returns each dump of an input on its own.
func split(d Dump) []Dump {
	if d.Summary.Dumps < 2 {
		return []Dump{d}
	}
	list := make([]Dump, d.Summary.Dumps)
	for i := range list {
		list[i] = d
		list[i].Name = fmt.Sprintf("%s, dump %d", d.Name, i+1)
		list[i].Goroutines = nil
	}
	for _, g := range d.Goroutines {
		list[g.Dump].Goroutines = append(list[g.Dump].Goroutines, g)
	}
	return slices.DeleteFunc(list, func(d Dump) bool { return len(d.Goroutines) == 0 })
}

// warnings says what the reader of the answer should know about the input.
func warnings(d Dump) []Warning {
	var list []Warning
	add := func(code, format string, args ...any) {
		list = append(list, Warning{Code: code, Text: fmt.Sprintf(format, args...)})
	}
	if d.Summary.Aggregated {
		add("aggregated", "%s is in the form of debug=1, which has no states and no "+
			"addresses: ask for debug=2", d.Name)
	}
	if d.Mutex == "off" {
		add("mutex-profile-off", "the mutex profile is off (runtime.SetMutexProfileFraction), "+
			"so it says nothing about contention")
	}
	if d.Block == "off" {
		add("block-profile-off", "the block profile is off (runtime.SetBlockProfileRate)")
	}
	if n := d.Summary.Problems; n > 0 {
		p := d.Summary.First[0]
		add("not-understood", "%d lines were not understood, the first at line %d: %s (%s)",
			n, p.Line, p.Text, p.Kind)
	}
	if missing := withoutStack(d.Goroutines); missing > 0 {
		add("no-stack", "%d goroutines have no stack in the dump", missing)
	}
	return list
}

func withoutStack(list []*stackdump.Goroutine) int {
	n := 0
	for _, g := range list {
		if len(g.Frames) == 0 {
			n++
		}
	}
	return n
}

// Sample is one lock in one of several dumps.
type Sample struct {
	Dump    string `json:"dump"`
	Waiters int    `json:"waiters"`
	Longest int    `json:"longest_wait_minutes"`
	Same    int    `json:"same_waiters"` // who waited in the dump before, too
	Holder  int64  `json:"holder"`       // the first one, or 0
}

// compare adds to each lock how it was in each dump.
func compare(rep *Report, dumps []Dump, eng *engine) {
	for i := range rep.Locks {
		rep.Locks[i].Samples = []Sample{}
	}
	var before []Lock
	for _, d := range dumps {
		now := find(eng, d.Goroutines).Locks
		for i := range rep.Locks {
			l := &rep.Locks[i]
			s := Sample{Dump: d.Name}
			if at := indexOf(now, *l); at >= 0 {
				s.Waiters, s.Longest = len(now[at].Waiters), now[at].Longest
				if len(now[at].Holders) > 0 {
					s.Holder = now[at].Holders[0].Goroutine
				}
				if was := indexOf(before, *l); was >= 0 {
					s.Same = common(before[was].Waiters, now[at].Waiters)
				}
			}
			l.Samples = append(l.Samples, s)
		}
		before = now
	}
}

func indexOf(list []Lock, l Lock) int {
	return slices.IndexFunc(list, func(o Lock) bool {
		return o.Lock == l.Lock && o.Address == l.Address
	})
}

func common(a, b []int64) int {
	n := 0
	for _, id := range a {
		if slices.Contains(b, id) {
			n++
		}
	}
	return n
}
