package fix

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"github.com/wring-go/wring/alloc"
)

// phaseOrder is the order in which the phases of the loop are reported.
var phaseOrder = []string{"propose", "build", "counts", "tests", "differential", "timing"}

// phases adds up the time of each phase. Judges that work at the same time each
// count all of their time.
type phases struct {
	mu   sync.Mutex
	list []alloc.Phase
}

// begin begins a phase; the caller must call end when it ends.
func (p *phases) begin(name string) (end func()) {
	start := time.Now()
	return func() { p.add(name, 1, time.Since(start)) }
}

// wait begins a pause within a phase, which does not count.
func (p *phases) wait(name string) (end func()) {
	start := time.Now()
	return func() { p.add(name, 0, -time.Since(start)) }
}

func (p *phases) add(name string, runs int, took time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.list, func(q alloc.Phase) bool { return q.Name == name })
	if i < 0 {
		i = len(p.list)
		p.list = append(p.list, alloc.Phase{Name: name})
	}
	p.list[i].Runs += runs
	p.list[i].Seconds += took.Seconds()
}

// sorted returns the phases in the order of their work.
func (p *phases) sorted() []alloc.Phase {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.SortedFunc(slices.Values(p.list), func(a, b alloc.Phase) int {
		return cmp.Compare(slices.Index(phaseOrder, a.Name), slices.Index(phaseOrder, b.Name))
	})
}
