package visit

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"github.com/wring-go/wring/casebook/load/generator"
	"github.com/wring-go/wring/casebook/load/scenario"
)

// Options say how to put the service to the test.
type Options struct {
	Base    string // such as http://127.0.0.1:8004
	World   *World
	Ledger  *Ledger // nil means an empty one
	Clients int     // visitors at once; 0 means DefaultClients
	Warmup  time.Duration
	For     time.Duration // that counts, after the warm-up

	// Least is how many answers a score should consist of. A run of fewer goes
	// on for a while: what is slow would have a score of chance.
	Least int

	// Edge, when not nil, is called with 0 when counting begins and with 1 when it
	// ends.
	Edge func(end int) error

	// Each, when not nil, is called with the points of each right answer that counts.
	Each func(points int)

	// Visits, when not 0, ends the run after so many visits. For is then how long
	// they may take; 0 means ten minutes.
	Visits uint64
}

// DefaultClients is how many visitors there are at once.
const DefaultClients = 4

// EnoughAnswers is how many answers make a score that is more than chance.
const EnoughAnswers = 1000

// A run that has few answers may take longer: stretch times as long, or
// as leastStretch at the least.
const (
	stretch      = 6
	leastStretch = 12 * time.Second
)

// Result is what came of a run.
type Result struct {
	Score    float64 // points per minute, without what the errors cost, and at least 0
	Points   int
	Answers  int // that were checked and right
	Errors   int
	Mistakes []Mistake // the most frequent first
	Seconds  float64
	Latency  []Latency // by the kind of answer, what took most in all first
}

// longest returns how long may be counted.
func (o Options) longest() time.Duration {
	if o.Least == 0 {
		return o.For
	}
	return max(o.For*stretch, leastStretch)
}

// Run has visitors come as fast as they are answered.
func Run(ctx context.Context, opt Options) (*Result, error) {
	if opt.Clients == 0 {
		opt.Clients = DefaultClients
	}
	if opt.Ledger == nil {
		opt.Ledger = NewLedger(0)
	}
	if opt.Visits > 0 && opt.For == 0 {
		opt.For = 10 * time.Minute
	}
	timed, cancel := context.WithCancel(ctx)
	defer cancel()
	b := newBoard(opt.Least, opt.Each)
	stop := b.count(opt, cancel)
	defer stop()
	var begun, ended atomic.Uint64
	visit := func(v *scenario.Visit) error {
		n := begun.Add(1) - 1
		if opt.Visits > 0 && n >= opt.Visits {
			<-timed.Done()
			return nil
		}
		err := one(timed, n, &browser{v, opt.World, opt.Ledger, b, make(map[string]kept)})
		if ended.Add(1) == opt.Visits {
			stop()
		}
		return err
	}
	dial, err := scenario.Dialer(scenario.Options{Base: opt.Base, Seed: 1}, visit)
	if err != nil {
		return nil, err
	}
	_, err = generator.Run(timed, generator.Options{Dial: dial, Clients: opt.Clients,
		Duration: opt.Warmup + opt.longest(), Warmup: opt.Warmup})
	if err != nil {
		return nil, err
	}
	stop()
	return b.result(), errors.Join(ctx.Err(), b.edges)
}

// one makes one visit. What fails because the time is over is no error.
func one(ctx context.Context, n uint64, b *browser) error {
	err := kindOf(n)(b)
	if err != nil && ctx.Err() == nil {
		b.board.wrong(err)
	}
	return err
}

func (b *board) result() *Result {
	mistakes, count := b.mistakes()
	seconds := b.to.Sub(b.from).Seconds()
	r := &Result{Points: b.points, Answers: b.right, Errors: count, Mistakes: mistakes,
		Seconds: seconds, Latency: b.latencies()}
	if seconds > 0 {
		r.Score = max(float64(b.points-count*errorPoints), 0) / seconds * 60
	}
	return r
}

// Err returns an error that says what was wrong, if anything was.
func (r *Result) Err() error { return joined(r.Mistakes) }

// Wrong returns an error that says which answers were wrong, without those that
// did not come, if any was.
func (r *Result) Wrong() error {
	return joined(slices.DeleteFunc(slices.Clone(r.Mistakes),
		func(m Mistake) bool { return m.Unanswered }))
}

// joined returns the first few mistakes as an error.
func joined(mistakes []Mistake) error {
	var all []error
	for _, m := range mistakes[:min(len(mistakes), 5)] {
		all = append(all, errors.New(m.Text))
	}
	return errors.Join(all...)
}

// Apart returns by how many percent of the smallest score the largest is larger.
func Apart(scores []float64) float64 {
	low, high := slices.Min(scores), slices.Max(scores)
	if low <= 0 {
		return math.Inf(1)
	}
	return 100 * (high/low - 1)
}
