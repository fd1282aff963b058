package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/collector"
)

// gcSites is how many lines wring gc names.
const gcSites = 10

// books adds which lines allocate, and what could be done to them. That they
// cannot be had is no failure: the curve does not need them.
func (g *gcCommand) books(ctx context.Context, r *collector.Report, p collector.Program,
	folder string, show func(phase, what string)) {
	if g.noBooks {
		return
	}
	rec, err := g.record(ctx, r.Target, show)
	if err != nil {
		r.Skipped, _, _ = strings.Cut(err.Error(), "\n")
		return
	}
	if r.Lives, err = g.lives(ctx, p, rec, folder, show); err != nil {
		r.NotLives, _, _ = strings.Cut(err.Error(), "\n")
	}
	rep, _ := wring.Explain(rec, "gc", false)
	var objects, bytes float64
	for _, s := range rep.Sites {
		objects, bytes = objects+float64(s.Objects), bytes+float64(s.Bytes)
	}
	sites := slices.Clone(rep.Sites)
	slices.SortStableFunc(sites, func(a, b alloc.Finding) int {
		return cmp.Compare(b.Bytes, a.Bytes)
	})
	for _, s := range sites[:min(len(sites), gcSites)] {
		r.Sites = append(r.Sites, collector.Site{
			Place: fmt.Sprintf("%s:%d", s.File, s.Line), Func: s.Func, Type: s.Type,
			Bytes: float64(s.Bytes) / max(bytes, 1), Objects: float64(s.Objects) / max(objects, 1),
			Techniques: s.Techniques,
		})
	}
}

// record books the program or the benchmark once.
func (g *gcCommand) record(ctx context.Context, target string,
	show func(phase, what string)) (*alloc.Record, error) {
	if g.source.Main == "" {
		opt := wring.Options{Dir: g.source.Dir, Patterns: []string{g.source.Package},
			Tags: g.source.Tags, Run: g.source.Run, Progress: show}
		if opt.Run == "" {
			opt.Bench = collector.Exactly(target)
		}
		return wring.Measure(ctx, opt)
	}
	if collector.Executable(g.source.Dir, g.source.Main) {
		return nil, fmt.Errorf("%s is an executable file; name its main package to have it booked",
			g.source.Main)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	signals := make(chan os.Signal, 1)
	rec, _, err := wring.MeasureProgram(ctx, wring.ProgramOptions{
		Dir: g.source.Dir, Tags: g.source.Tags, Progress: show, FromStart: true,
		Main: g.source.Main, Args: g.source.Args, Stdout: io.Discard, Stderr: io.Discard,
		Signals: signals, Started: func(int) { go g.interrupt(ctx, signals) },
	})
	return rec, err
}

// interrupt ends the booked program as those of the curve are ended.
func (g *gcCommand) interrupt(ctx context.Context, signals chan<- os.Signal) {
	var due <-chan time.Time
	loaded := make(chan struct{})
	if g.span > 0 {
		due = time.After(g.span)
	}
	if g.load != "" {
		go func() {
			collector.Load(ctx, g.source.Dir, g.load, g.delay)
			close(loaded)
		}()
	}
	select {
	case <-ctx.Done():
		return
	case <-due:
	case <-loaded:
	}
	signals <- os.Interrupt
}
