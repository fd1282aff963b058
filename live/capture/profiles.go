package capture

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/wring-go/wring/live"
	"github.com/wring-go/wring/service/poolwatch"
)

// part is how long one CPU profile takes. A capture that is stopped loses no more
// than one.
const part = 5 * time.Second

// cpu takes CPU profiles, one after the other.
func (r *run) cpu(ctx context.Context) {
	all := sums{}
	seconds := 0.0
	for {
		left := r.opt.For - time.Since(r.begin)
		span := min(part, left.Truncate(time.Second))
		if ctx.Err() != nil || span < time.Second {
			break
		}
		p, err := r.server.profile(ctx, "profile", fmt.Sprintf("seconds=%.0f", span.Seconds()),
			span+patience)
		if stopped(ctx, err) {
			break
		}
		if err != nil {
			how := "serve /debug/pprof/profile, too"
			if strings.Contains(err.Error(), "already in use") {
				how = "wait until the other CPU profile is done, and capture again"
			}
			r.missing("CPU profile: "+err.Error(), how)
			break
		}
		for stack, v := range r.values(p, "samples", "cpu") {
			sum := all[stack]
			all[stack] = [2]int64{sum[0] + v[0], sum[1] + v[1]}
		}
		seconds += span.Seconds()
	}
	if seconds > 0 {
		r.mu.Lock()
		r.out.CPU = all.minus(nil, seconds)
		r.mu.Unlock()
	}
}

// counters are what is read at the beginning and in the end.
type counters struct {
	at                   time.Time
	allocs, mutex, block sums
	mutexOff, blockOff   bool
	pools                poolwatch.Sample
	vitals               vitals
	process              process
	log                  logMark
	endBooks             func(context.Context) // nil where nothing is booked
}

// first reads everything that is compared with what it is in the end.
func (r *run) first(ctx context.Context) counters {
	c := r.read(ctx)
	c.process = findProcess(r.server.base.Host, c.vitals.PID)
	c.endBooks = r.books(ctx, c.process.pid)
	c.log = r.markLog()
	return c
}

// read reads profiles of sums, and what the process says of itself.
func (r *run) read(ctx context.Context) counters {
	c := counters{at: time.Now()}
	if p, err := r.server.profile(ctx, "allocs", "", patience); err == nil {
		c.allocs = r.values(p, "alloc_objects", "alloc_space")
	}
	if p, err := r.server.profile(ctx, "mutex", "", patience); err == nil {
		c.mutex, c.mutexOff = r.values(p, "contentions", "delay"), len(p.Sample) == 0
	}
	if p, err := r.server.profile(ctx, "block", "", patience); err == nil {
		c.block, c.blockOff = r.values(p, "contentions", "delay"), len(p.Sample) == 0
	}
	c.vitals, c.pools = r.readVitals(ctx)
	return c
}

// last compares with what was read first.
func (r *run) last(ctx context.Context, before counters) {
	now := r.read(ctx)
	seconds := now.at.Sub(before.at).Seconds()
	if before.allocs != nil && now.allocs != nil {
		r.out.Allocs = now.allocs.minus(before.allocs, seconds)
	} else {
		r.missing("profile of allocations", "serve /debug/pprof/allocs, too")
	}
	r.contention("mutex", before.mutex, now.mutex, now.mutexOff, seconds, &r.out.Mutex,
		"runtime.SetMutexProfileFraction(10)")
	r.contention("block", before.block, now.block, now.blockOff, seconds, &r.out.Block,
		"runtime.SetBlockProfileRate(10_000)")
	if before.pools.Pools != nil && now.pools.Pools != nil {
		r.out.Pools = poolwatch.Costs(before.pools, now.pools)
	} else {
		r.missing("sql.DBStats", `expvar.Publish("db", expvar.Func(func() any { return `+
			"db.Stats() })), or serve kit/vitals at /debug/vitals")
	}
	r.runtime(before.vitals, now.vitals)
	r.endProcess(before.process, now.vitals)
	r.endLog(ctx, before.log)
	r.keepLooks() // after all that is counted until now
	if !r.labelled() {
		r.missing("labels of routes", "serve by kit/route: mux := route.NewMux(), or call "+
			"pprof.Do(ctx, pprof.Labels(\"route\", r.Pattern), ...) in a middleware")
	}
}

// contention keeps what a profile of waits has more than before.
func (r *run) contention(name string, before, now sums, off bool, seconds float64,
	to **live.Profile, how string) {
	switch {
	case now == nil:
		r.missing(name+" profile", "serve /debug/pprof/"+name+", too")
	case off:
		r.missing("the "+name+" profile is off, or nothing has waited since the start", how)
	default:
		*to = now.minus(maps.Clone(before), seconds)
	}
}

// labelled reports whether any goroutine had the label of a route.
func (r *run) labelled() bool {
	for _, s := range r.out.Stacks {
		if s.Route != "" {
			return true
		}
	}
	return false
}
