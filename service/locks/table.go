// Package locks finds out from a dump of goroutines who waits for which lock, who
// holds it, what the holder waits for in turn, and where that goes in a circle. It
// also says who may end a wait for a channel, a WaitGroup, a Cond or a connection.
//
// Three things are joined. The address of a lock is in the frames of those who
// wait for it. Which locks a function holds at a line follows from its source, by
// what it and the functions that it calls do to locks on every way to that line.
// And which object a frame works on follows from its arguments, from offsets of
// fields, and from the calls above and below it.
package locks

import (
	"cmp"
	"slices"
	"strings"

	"github.com/wring-go/wring/service/gosource"
	"github.com/wring-go/wring/service/stackdump"
)

// Report is the answer.
type Report struct {
	Goroutines int       `json:"goroutines"`
	Headers    int       `json:"headers"`
	Locks      []Lock    `json:"locks"`
	Cycles     [][]int64 `json:"cycles"`
	Warnings   []Warning `json:"warnings"`
	// Contention is what the profiles of mutexes and blocking say of the time since
	// the process began, where they are on.
	Contention []Contention `json:"contention"`
}

// Warning is something worth knowing that is no failure.
type Warning struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// Lock is something for which goroutines wait.
type Lock struct {
	Lock     string   `json:"lock"`
	Kind     string   `json:"kind"`
	Address  string   `json:"address"`
	Waiters  []int64  `json:"waiters"`
	Longest  int      `json:"longest_wait_minutes"`
	Holders  []Holder `json:"holders"`
	WaitsFor string   `json:"waits_for"`
	Cycle    bool     `json:"cycle"`
	// Routes counts the waiters by the label "route", where there are labels.
	Routes []Route  `json:"routes"`
	Advice []string `json:"advice"`
	// Samples tells how it was in each of several dumps.
	Samples []Sample `json:"samples,omitempty"`
}

// Route is how many goroutines with the same label wait.
type Route struct {
	Route   string `json:"route"`
	Waiters int    `json:"waiters"`
}

// Holder is a goroutine that holds a lock, or that may end another wait.
type Holder struct {
	Goroutine int64  `json:"goroutine"`
	Grade     string `json:"grade"`
	Func      string `json:"func"`
	File      string `json:"file"`
	Line      int    `json:"line"`
	State     string `json:"state"`
	Evidence  string `json:"evidence"`
}

// Grades of a claim.
const (
	Proven   = "proven"   // the lock is the same, and it is held on every way to the line
	Likely   = "likely"   // one candidate holds a lock of this kind
	Possible = "possible" // one of several
)

// table is the work on one dump.
type table struct {
	eng    *engine
	stacks []*stack
	byID   map[int64]*stack
	shared *facts // of variables that exist once
	groups []*group
	rows   []*row // what is no mutex

	inCircle map[*stack]bool // who waits on a circle
	creators map[creatorKey]*activation
}

// find returns who waits for what in one dump.
func find(eng *engine, goroutines []*stackdump.Goroutine) Report {
	t := &table{eng: eng, byID: map[int64]*stack{}, shared: newFacts(),
		creators: map[creatorKey]*activation{}}
	for _, g := range goroutines {
		if g.System || g.ID == 0 || t.byID[g.ID] != nil {
			continue
		}
		s := t.read(g)
		t.stacks = append(t.stacks, s)
		t.byID[g.ID] = s
		s.waits = t.waitOf(s)
	}
	for range 2 {
		for _, s := range t.stacks {
			t.learn(s)
		}
	}
	t.group()
	t.blame()
	t.others()
	return t.report()
}

// watched returns the packages of the standard library in whose functions something
// is waited for. No other holds what is waited for: what a program locks itself it
// unlocks itself. sync calls back, and is always among them.
func watched(dumps []Dump) []string {
	list := []string{"sync"}
	seen := map[string]bool{"sync": true}
	for _, d := range dumps {
		for _, g := range d.Goroutines {
			f := caller(g)
			if f == nil || !blocked(g.State) {
				continue
			}
			pkg, _, _ := gosource.SplitName(f.Func)
			lock := waitingStates[g.State] && g.State != "select"
			if !seen[pkg] && (lock || !slices.Contains(idle, pkg)) {
				seen[pkg] = true
				list = append(list, pkg)
			}
		}
	}
	return list
}

// idle are packages whose goroutines wait for channels when there is nothing to do.
var idle = []string{"net/http", "net", "runtime", "os/signal", "time", "testing"}

// blocked reports whether a goroutine waits for what another one may do.
func blocked(state string) bool {
	return waitingStates[state] && state != "syscall" || strings.HasPrefix(state, "chan ") ||
		state == "sync.WaitGroup.Wait" || state == "sync.Cond.Wait"
}

// caller returns the innermost frame that is not part of locking or of the runtime.
func caller(g *stackdump.Goroutine) *stackdump.Frame {
	for i := range g.Frames {
		if !inPackage(g.Frames[i].Func, "runtime", "sync", "internal/sync", "internal/runtime",
			"internal/poll", "syscall") {
			return &g.Frames[i]
		}
	}
	return nil
}

// files returns the paths that dumps name, each once.
func files(dumps []Dump) []string {
	seen := map[string]bool{}
	var list []string
	add := func(file string) {
		if file != "" && !seen[file] {
			seen[file] = true
			list = append(list, file)
		}
	}
	for _, d := range dumps {
		for _, g := range d.Goroutines {
			for i := range g.Frames {
				add(g.Frames[i].File)
			}
		}
		for _, c := range d.Contention {
			add(c.File)
		}
	}
	slices.SortFunc(list, cmp.Compare[string])
	return list
}
