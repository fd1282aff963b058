// Package crash finds in what a Go program printed when it died the place that is
// most likely to blame: what the message means, which value matters, and where in
// the stacks that value or one beside it occurs.
package crash

import (
	"errors"
	"fmt"

	"github.com/wring-go/wring/service/gosource"
	"github.com/wring-go/wring/service/locks"
	"github.com/wring-go/wring/service/stackdump"
)

// Report is the answer.
type Report struct {
	Kind     string    `json:"kind"`
	Value    string    `json:"value"`
	Suspects []Suspect `json:"suspects"` // the most likely first
	Message  string    `json:"message"`
	Means    string    `json:"means"`
	Next     []string  `json:"next"`
	// Shared are other goroutines in whose frames the value occurs.
	Shared    []int64   `json:"shared"`
	Recursion []string  `json:"recursion"` // one period, the innermost first
	Depth     int       `json:"depth"`     // frames on the stack that overflowed
	Creators  []Creator `json:"creators"`
	// Locks is the table of locks of a deadlock.
	Locks      *locks.Report   `json:"locks,omitempty"`
	Goroutines int             `json:"goroutines"`
	Headers    int             `json:"headers"`
	Warnings   []locks.Warning `json:"warnings"`
}

// Suspect is a frame that may be to blame.
type Suspect struct {
	Goroutine int64  `json:"goroutine"`
	Func      string `json:"func"`
	File      string `json:"file"`
	Line      int    `json:"line"`
	Evidence  string `json:"evidence"`

	score int
}

// Creator is how many goroutines one place started, and what most wait for.
type Creator struct {
	Func  string `json:"func"`
	File  string `json:"file"`
	Line  int    `json:"line"`
	Count int    `json:"count"`
	State string `json:"state"`
}

// inquiry is the work on one crash.
type inquiry struct {
	dump   locks.Dump
	world  *gosource.World
	source gosource.Options
	kind   kind
	text   []string // the message
	values []value
	rep    Report
}

// Explain finds out why the program died that printed the dump.
func Explain(d locks.Dump, source gosource.Options) (Report, error) {
	source.Files = files(d)
	q := &inquiry{dump: d, source: source, world: gosource.New(source)}
	for _, t := range d.Summary.Outside {
		q.text = append(q.text, t.Text)
	}
	if !q.classify() {
		return Report{}, errors.New(d.Name + " holds stacks but no message of a crash: " +
			"wring locks reads it as a dump; for a crash give what the program printed from " +
			"the line with \"panic:\", \"fatal error:\" or \"SIGSEGV:\" on")
	}
	q.rep = Report{Kind: q.kind.name, Means: q.kind.means, Next: q.kind.next,
		Suspects: []Suspect{}, Shared: []int64{}, Recursion: []string{}, Creators: []Creator{},
		Goroutines: d.Summary.Goroutines, Headers: d.Summary.Headers,
		Warnings: []locks.Warning{}, Message: q.rep.Message}
	q.findValues()
	q.suspect()
	if n := d.Summary.Problems; n > 0 {
		q.rep.Warnings = append(q.rep.Warnings, locks.Warning{Code: "not-understood",
			Text: fmt.Sprintf("%d lines were not understood, the first at line %d", n,
				d.Summary.First[0].Line)})
	}
	return q.rep, nil
}

// files returns the paths that the dump names, each once.
func files(d locks.Dump) []string {
	seen := map[string]bool{}
	var list []string
	for _, g := range d.Goroutines {
		for _, f := range append(g.Frames, g.Created) {
			if f.File != "" && !seen[f.File] {
				seen[f.File] = true
				list = append(list, f.File)
			}
		}
	}
	return list
}

// crashed returns the goroutine that the runtime shows first as running: the one
// that died. It is nil where the runtime itself did.
func (q *inquiry) crashed() *stackdump.Goroutine {
	for _, g := range q.dump.Goroutines {
		if g.System || g.ID == 0 {
			continue
		}
		if g.State == "running" || g.State == "syscall" && q.kind.name == cgoSignal {
			return g
		}
		break
	}
	for _, g := range q.dump.Goroutines {
		if g.ID != 0 && g.State == "running" {
			return g
		}
	}
	return nil
}
