package capture

import (
	"context"
	"os/exec"
	"strings"
	"time"

	"github.com/wring-go/wring/service/gosource"
	"github.com/wring-go/wring/service/locks"
)

// dumpCount is how many full dumps are taken, each in the middle of an equal part
// of the time. mostGoroutines is how many of them a dump may have: it stops the
// program while it is made.
const (
	dumpCount      = 3
	mostGoroutines = 5000
)

// dumps takes full dumps.
func (r *run) dumps(ctx context.Context) {
	var list []locks.Dump
	for i := range dumpCount {
		at := time.Duration(2*i+1) * r.opt.For / (2 * dumpCount)
		pause(ctx, at-time.Since(r.begin))
		if ctx.Err() != nil {
			break
		}
		if n := r.goroutines(); n > mostGoroutines {
			r.missing("full dumps: there are too many goroutines, and a dump stops them all",
				"wring locks "+r.server.name)
			return
		}
		limited, cancel := context.WithTimeout(ctx, patience)
		d, err := locks.Load(limited, r.server.full(), nil)
		cancel()
		if stopped(ctx, err) {
			break
		}
		if err != nil {
			r.missing("full dumps: "+err.Error(), "serve /debug/pprof/goroutine, too")
			return
		}
		list = append(list, d)
	}
	r.mu.Lock()
	r.dumped = list
	r.mu.Unlock()
}

// whose finds who holds the locks that others wait for, in the dump in which most
// do. It takes its time, so it is asked when nothing is captured any more, and not
// where nothing waits.
func (r *run) whose(ctx context.Context) {
	best, most := locks.Dump{}, 0
	for _, d := range r.dumped {
		n := 0
		for _, g := range d.Goroutines {
			if strings.Contains(g.State, "Mutex") || g.State == "semacquire" {
				n++
			}
		}
		if n > most {
			best, most = d, n
		}
	}
	if most > 0 && ctx.Err() == nil {
		r.out.Locks = append(r.out.Locks,
			locks.Analyse([]locks.Dump{best}, sources(ctx, r.opt.Dir)))
	}
}

// goroutines returns how many the last look saw.
func (r *run) goroutines() int64 {
	r.mu.Lock()
	last := r.latest
	r.mu.Unlock()
	n := int64(0)
	if p, err := r.server.parse("goroutine", last); err == nil {
		for _, s := range p.Sample {
			n += s.Value[0]
		}
	}
	return n
}

// full returns the address with user and query, which is for requests only.
func (s *server) full() string { return s.base.String() }

// sources says where the source of the program may be.
func sources(ctx context.Context, dir string) gosource.Options {
	opt := gosource.Options{}
	if dir != "" {
		opt.Source = []string{dir}
	}
	cmd := exec.CommandContext(ctx, "go", "env", "GOROOT", "GOMODCACHE")
	cmd.Dir = dir
	out, err := cmd.Output()
	if lines := strings.Split(strings.TrimSpace(string(out)), "\n"); err == nil && len(lines) == 2 {
		opt.Goroot, opt.ModCache = lines[0], lines[1]
	}
	return opt
}
