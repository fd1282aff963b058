package capture

import (
	"context"
	"slices"
	"time"

	"github.com/google/pprof/profile"

	"github.com/wring-go/wring/live"
)

// Limits of how often goroutines are looked at.
const (
	shortest = 20 * time.Millisecond
	longest  = 2 * time.Second
	recent   = 60 // answers of which the fastest tells what one costs
	learning = 12 // answers after which that is known, even where processors are busy
)

// looks looks at all goroutines, as often as the bound on its cost allows: the
// fastest of the last answers is what the target works for one, for the others
// waited as well.
func (r *run) looks(ctx context.Context) {
	var took []time.Duration
	cost := live.Cost{Bound: r.opt.MaxCost, Measured: -1}
	spent := 0.0
	for ctx.Err() == nil {
		begin := time.Now()
		data, err := r.server.get(ctx, "goroutine", "", patience)
		if stopped(ctx, err) {
			break
		}
		if err != nil {
			r.warn("looks-ended", err.Error())
			break
		}
		one := time.Since(begin)
		r.see(seen{data, begin, one})
		took = append(took, one)
		fastest := slices.Min(took[max(len(took)-recent, 0):])
		spent += fastest.Seconds()
		cost.Looks++
		gap := shortest
		if cost.Looks >= learning {
			gap = nextLook(fastest, r.opt.MaxCost)
		}
		pause(ctx, gap-time.Since(begin))
	}
	if elapsed := time.Since(r.begin).Seconds(); elapsed > 0 {
		cost.Estimate = spent / elapsed
	}
	r.mu.Lock()
	r.out.Cost = cost
	r.mu.Unlock()
}

// nextLook returns the time from one look to the next.
func nextLook(one time.Duration, bound float64) time.Duration {
	if bound <= 0 {
		return longest
	}
	return min(max(time.Duration(float64(one)/bound), shortest), longest)
}

func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// seen is a look of which the profile is not read yet.
type seen struct {
	data  []byte
	begin time.Time
	took  time.Duration
}

// maxUnread is how many bytes of profiles are kept for later.
const maxUnread = 32 << 20

// see keeps a look. Its profile is read when the capture is over, and takes nothing
// from a service on the same machine before that, unless there are very many.
func (r *run) see(s seen) {
	r.mu.Lock()
	r.unread, r.latest = append(r.unread, s), s.data
	size := 0
	for _, s := range r.unread {
		size += len(s.data)
	}
	r.mu.Unlock()
	if size > maxUnread {
		r.keepLooks()
	}
}

// keepLooks reads the profiles that are not read yet.
func (r *run) keepLooks() {
	r.mu.Lock()
	list := r.unread
	r.unread = nil
	r.mu.Unlock()
	for _, s := range list {
		p, err := r.server.parse("goroutine", s.data)
		if err != nil {
			r.warn("looks-ended", err.Error())
			return
		}
		r.keepLook(p, s)
	}
}

// keepLook keeps the goroutines of one profile.
func (r *run) keepLook(p *profile.Profile, s seen) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := live.Look{At: s.begin.Sub(r.begin).Seconds(), Took: s.took.Seconds(),
		Counts: []live.Tallied{}}
	counts := map[int32]int64{}
	for _, s := range p.Sample {
		counts[r.add(s)] += s.Value[0]
	}
	for stack, n := range counts {
		l.Counts = append(l.Counts, live.Tallied{Stack: stack, N: int32(n)})
	}
	slices.SortFunc(l.Counts, func(a, b live.Tallied) int { return int(a.Stack - b.Stack) })
	r.out.Looks = append(r.out.Looks, l)
}
