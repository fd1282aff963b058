package visit

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/wring-go/wring/casebook/load/histogram"
)

// What an answer that was checked is worth, and what one costs that was wrong or
// did not come.
const (
	assetPoints = 1 // a picture or the stylesheet, also when it is a 304
	pagePoints  = 2
	writePoints = 5 // something was written, and the page after it shows it
	errorPoints = 50
)

// board counts the points of a run while its time lasts. What is answered outside
// of it counts for nothing; what is wrong outside of it is still an error.
type board struct {
	least int              // answers that the run should have
	each  func(points int) // of Options; may be nil

	mu       sync.Mutex
	from, to time.Time // when counting began and ended; zero before that
	points   int
	right    int             // answers that were checked
	errors   map[Mistake]int // how often; the count in the key is 0
	took     map[string]*histogram.Histogram
	edges    error // of Options.Edge
}

func newBoard(least int, each func(int)) *board {
	return &board{least: least, each: each, errors: make(map[Mistake]int),
		took: make(map[string]*histogram.Histogram)}
}

// count counts after the warm-up until the time is over and there are enough
// answers, or the longest time is over, and calls then. The function that it
// returns has it stop at once, and waits until it has.
func (b *board) count(opt Options, then func()) (stop func()) {
	stopped, done := make(chan struct{}), make(chan struct{})
	wait := func(d time.Duration) bool {
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-timer.C:
			return true
		case <-stopped:
			return false
		}
	}
	go func() {
		defer close(done)
		defer then()
		if opt.Warmup > 0 && !wait(opt.Warmup) {
			return
		}
		begin := b.edge(opt, 0, &b.from)
		for more := opt.For; wait(more) && !b.enough(); {
			more = min(opt.For, 200*time.Millisecond, opt.longest()-time.Since(begin))
			if more <= 0 {
				break
			}
		}
		b.edge(opt, 1, &b.to)
	}()
	return sync.OnceFunc(func() {
		close(stopped)
		<-done
	})
}

// edge notes that counting begins or ends.
func (b *board) edge(opt Options, which int, at *time.Time) time.Time {
	var err error
	if opt.Edge != nil {
		err = opt.Edge(which)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.edges = errors.Join(b.edges, err)
	*at = time.Now()
	return *at
}

func (b *board) enough() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.right >= b.least
}

// add counts an answer that is as it should be.
func (b *board) add(points int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.from.IsZero() && b.to.IsZero() {
		b.points += points
		b.right++
		if b.each != nil {
			b.each(points)
		}
	}
}

// time notes how long an answer took.
func (b *board) time(name string, d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.from.IsZero() || !b.to.IsZero() {
		return
	}
	h := b.took[name]
	if h == nil {
		h = new(histogram.Histogram)
		b.took[name] = h
	}
	h.Record(d)
}

// Latency is how long answers of one kind took, right or wrong.
type Latency struct {
	Name          string
	Count         uint64
	P50, P99, Max time.Duration
	Sum           time.Duration
}

// latencies returns those of each kind, what took most in all first.
func (b *board) latencies() (all []Latency) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for name, h := range b.took {
		all = append(all, Latency{name, h.Count(), h.Quantile(0.5), h.Quantile(0.99), h.Max(),
			h.Mean() * time.Duration(h.Count())})
	}
	slices.SortFunc(all, func(x, y Latency) int {
		return cmp.Or(cmp.Compare(y.Sum, x.Sum), strings.Compare(x.Name, y.Name))
	})
	return all
}

// wrong counts an error.
func (b *board) wrong(err error) {
	_, silent := errors.AsType[unanswered](err)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.errors[Mistake{Text: err.Error(), Unanswered: silent}]++
}

// Mistake is what was wrong with answers, and how often.
type Mistake struct {
	Text       string
	Count      int
	Unanswered bool // no answer came, or one of status 500 or more
}

// mistakes returns what was wrong, the most frequent first.
func (b *board) mistakes() (all []Mistake, count int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for m, n := range b.errors {
		m.Count = n
		all = append(all, m)
		count += n
	}
	slices.SortFunc(all, func(x, y Mistake) int {
		return cmp.Or(y.Count-x.Count, strings.Compare(x.Text, y.Text))
	})
	return all, count
}
