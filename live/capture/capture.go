// Package capture looks at a running service for some time and keeps what it saw
// as a live.Capture. It reads only: profiles of net/http/pprof, figures of expvar
// or kit/vitals, what an access log grows by, and a database's own tables.
package capture

import (
	"context"
	"database/sql"
	"errors"
	"runtime"
	"sync"
	"time"

	"github.com/wring-go/wring/live"
	"github.com/wring-go/wring/service/locks"
	"github.com/wring-go/wring/service/mysqltext"
)

// Options say what to look at, and for how long.
type Options struct {
	Target  string        // the address of the profiles
	For     time.Duration // 0 is DefaultFor
	Access  string        // the access log, or ""
	MaxCost float64       // of one processor of the target, for goroutine profiles
	Redact  bool          // keep no literal of statements

	DB       *sql.DB // of the service, or nil
	Postgres bool
	Text     mysqltext.Options

	Source []string // packages with the program; nil finds them from the profiles
	Dir    string   // in which these are

	// Books begins to book each object that a process allocates, where that can be
	// switched; what it returns ends that. The error says how to have it. It may be
	// nil.
	Books func(ctx context.Context, pid int) (end EndBooks, err error)

	// Rewrite returns, for lines of the program that allocate, the technique that
	// could rewrite them. It may be nil.
	Rewrite func(ctx context.Context, dir string, lines []live.Line) error
	// Show is called with what is being done. It may be nil.
	Show func(text string)

	// Alone says that this process does nothing else: while it looks, it runs on one
	// processor, which leaves a service on the same machine more of the others.
	Alone bool
}

// DefaultFor is how long a capture takes.
const DefaultFor = 30 * time.Second

// finishing is how long it may take to ask for what is asked for in the end, and
// reading how long the source may.
const (
	finishing = 20 * time.Second
	reading   = time.Minute
)

// run is a capture that goes on.
type run struct {
	opt    Options
	begin  time.Time
	server *server

	mu     sync.Mutex
	out    *live.Capture // guarded by mu
	dumped []locks.Dump  // guarded by mu
	unread []seen        // guarded by mu
	latest []byte        // guarded by mu; the profile of the last look
	growth *growth       // of the log; nil without one
}

// Take captures until the time is over or ctx is done: then what was seen is kept.
// The error is about a target that cannot be looked at at all.
func Take(ctx context.Context, opt Options) (*live.Capture, error) {
	if opt.For == 0 {
		opt.For = DefaultFor
	}
	if opt.Show == nil {
		opt.Show = func(string) {}
	}
	s, err := newServer(opt.Target)
	if err != nil {
		return nil, err
	}
	r := &run{opt: opt, server: s, out: &live.Capture{Version: 1, Missing: []live.Missing{},
		Warnings: []live.Warning{}}}
	opt.Show("looking at " + s.name)
	if err := s.probe(ctx); err != nil {
		return nil, err
	}
	r.out.Target.Address = s.name
	r.all(ctx)
	if len(r.out.Looks) == 0 && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return r.out, nil
}

// all runs every observer at once, and then asks the source.
func (r *run) all(ctx context.Context) {
	own := ownCPU()
	restore := func() {}
	if r.opt.Alone {
		all := runtime.GOMAXPROCS(1)
		restore = func() { runtime.GOMAXPROCS(all) }
	}
	before := r.first(ctx)
	r.begin = time.Now()
	r.out.At = r.begin
	during, stop := context.WithTimeout(ctx, r.opt.For)
	defer stop()
	var group sync.WaitGroup
	for _, observe := range []func(context.Context){r.looks, r.cpu, r.statements, r.dumps} {
		group.Go(func() { observe(during) })
	}
	r.wait(during)
	stop()
	group.Wait()
	r.out.Seconds = time.Since(r.begin).Seconds()
	after, cancel := context.WithTimeout(context.WithoutCancel(ctx), finishing)
	defer cancel()
	if before.endBooks != nil {
		before.endBooks(after)
		before.log.close(r.opt.Access)
	}
	restore()
	r.last(after, before)
	r.opt.Show("reading the source")
	limit := reading
	if ctx.Err() != nil { // whoever stopped it does not want to wait
		limit = 2 * time.Second
	}
	source, end := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer end()
	r.whose(source)
	r.source(source)
	r.nameLog()
	r.out.Cost.Own = ownCPU() - own
}

// wait shows how long it takes still.
func (r *run) wait(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		left := r.opt.For - time.Since(r.begin)
		r.opt.Show("capturing for " + left.Round(time.Second).String())
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// missing notes what could not be seen.
func (r *run) missing(what, how string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.out.Missing = append(r.out.Missing, live.Missing{What: what, How: how})
}

func (r *run) warn(code, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.out.Warnings = append(r.out.Warnings, live.Warning{Code: code, Text: text})
}

// stopped reports whether an error is only that the time is over.
func stopped(ctx context.Context, err error) bool {
	return ctx.Err() != nil || errors.Is(err, context.Canceled) ||
		errors.Is(err, context.DeadlineExceeded)
}
