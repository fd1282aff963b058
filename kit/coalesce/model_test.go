package coalesce

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// A visit is one caller: when it calls, when it loses patience (never, if 0),
// and what becomes of it. Times are nanoseconds from the start.
type visit struct {
	at, leaves int
	run        int // the run whose result it got, from 1; -1 if its context ended first
	got        int // when it came back
}

// A model says what a group must do, by moving through time one event after
// the other. It knows nothing of locks or goroutines.
type model struct {
	lasts   []int // how long each run takes, if it is not cancelled
	visits  []visit
	running []int // who shares the present run, by index
	queued  []int
	runs    int
	ends    int
	clashed bool // two events fell together, so that their order is undefined
}

// play fills in what becomes of each visit.
func (m *model) play() {
	for now := 0; ; {
		next, act := m.next(now)
		if act == nil {
			return
		}
		now = next
		act()
	}
}

// next returns the first event after now, or nil.
func (m *model) next(now int) (at int, act func()) {
	at = int(^uint(0) >> 1)
	offer := func(t int, f func()) {
		switch {
		case t <= now:
		case t == at:
			m.clashed = true
		case t < at:
			at, act = t, f
		}
	}
	for i := range m.visits {
		v := &m.visits[i]
		offer(v.at, func() { m.arrive(i, v.at) })
		if v.leaves > v.at && v.run == 0 {
			offer(v.leaves, func() { m.leave(i, v.leaves) })
		}
	}
	if len(m.running) > 0 {
		offer(m.ends, func() { m.end(m.ends) })
	}
	return at, act
}

func (m *model) arrive(i, now int) {
	if len(m.running) > 0 {
		m.queued = append(m.queued, i)
		return
	}
	m.begin([]int{i}, now)
}

func (m *model) begin(who []int, now int) {
	m.running = who
	m.ends = now + m.lasts[m.runs]
	m.runs++
}

func (m *model) end(now int) {
	for _, i := range m.running {
		m.visits[i].run, m.visits[i].got = m.runs, now
	}
	m.after(now)
}

func (m *model) after(now int) {
	m.running = nil
	if len(m.queued) > 0 {
		m.begin(m.queued, now)
		m.queued = nil
	}
}

func (m *model) leave(i, now int) {
	m.visits[i].run, m.visits[i].got = -1, now
	m.queued = slices.DeleteFunc(m.queued, func(j int) bool { return j == i })
	if slices.Contains(m.running, i) {
		m.running = slices.DeleteFunc(m.running, func(j int) bool { return j == i })
		if len(m.running) == 0 { // The run minds its context, which is cancelled.
			m.after(now)
		}
	}
}

// randomModel has up to 40 callers within a second; runs take up to a fifth.
func randomModel(r *rand.Rand) *model {
	m := &model{}
	for range 1 + r.IntN(40) {
		v := visit{at: 1 + r.IntN(int(time.Second))}
		if r.IntN(3) == 0 {
			v.leaves = v.at + 1 + r.IntN(int(time.Second)/3)
		}
		m.visits = append(m.visits, v)
		m.lasts = append(m.lasts, 1+r.IntN(int(time.Second)/5))
	}
	return m
}

// TestModel compares a group with the model: who gets the result of which run,
// and when, to the nanosecond of synthetic time.
func TestModel(t *testing.T) {
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	for seed := range rounds {
		m := randomModel(rand.New(rand.NewPCG(uint64(seed), 1)))
		m.play()
		if m.clashed {
			continue
		}
		var got []visit
		synctest.Test(t, func(t *testing.T) { got = replay(t, m) })
		if !slices.Equal(got, m.visits) {
			t.Fatalf("seed %d:\n got %+v\nwant %+v", seed, got, m.visits)
		}
	}
}

// replay lets a real group have the visits of m.
func replay(t *testing.T, m *model) []visit {
	begin := time.Now()
	now := func() int { return int(time.Since(begin)) }
	runs, active := 0, 0
	began := make([]int, len(m.lasts)+1)
	c := New(func(ctx context.Context) (int, error) {
		runs++ // The race detector tells if runs overlap without order.
		if active++; active > 1 {
			t.Error("two runs at once")
		}
		defer func() { active-- }()
		run := runs
		began[run] = now()
		select {
		case <-time.After(time.Duration(m.lasts[run-1])):
			return run, nil
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	})
	got := slices.Clone(m.visits)
	for i := range got {
		v := &got[i]
		v.run, v.got = 0, 0
		go func() {
			time.Sleep(time.Duration(v.at))
			v.run = visitOnce(c, v)
			v.got = now()
			if v.run > 0 && began[v.run] < v.at {
				t.Errorf("called at %d, got a result begun at %d", v.at, began[v.run])
			}
		}()
	}
	time.Sleep(time.Hour)
	synctest.Wait()
	return got
}

// visitOnce returns the run whose result the caller got, or -1.
func visitOnce(c *Cache[int], v *visit) int {
	ctx := context.Background()
	if v.leaves > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Duration(v.leaves-v.at))
		defer cancel()
	}
	run, err := c.Get(ctx)
	if err != nil {
		return -1
	}
	return run
}
