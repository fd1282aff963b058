package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/alloc"
)

// plan is how much is run.
type plan struct {
	Requests int // of each page
	Rate     int // of the profiler, in bytes
	Fine     int // the same for the profiles of both builds that are compared
}

// row is one service: the parts of its objects and bytes that were predicted to be
// removed, and those that were.
type row struct {
	Name      string
	Rewrites  int
	Predicted [2]alloc.Estimate
	Sampled   [2]alloc.Estimate // by profiles of both builds
	Exact     [2]float64        // by exact books of both
	// Modelled is what would have been predicted had the profile had the exact shares: what
	// is left between it and Exact is the model's fault, and the rest is sampling.
	Modelled [2]float64
	Covered  alloc.Estimate // of the bytes at own lines, by the report
	Books    float64        // the same by exact books
}

// measure does all of it for one service.
func (p plan) measure(ctx context.Context, s service, dir string) (row, error) {
	module, err := s.unpack(dir)
	if err != nil {
		return row{}, err
	}
	seen := filepath.Join(dir, s.name+"-seen.pb.gz")
	before := filepath.Join(dir, s.name+"-before.pb.gz")
	after := filepath.Join(dir, s.name+"-after.pb.gz")
	for name, rate := range map[string]int{seen: p.Rate, before: p.Fine} {
		if err := p.profile(ctx, s, module, name, rate); err != nil {
			return row{}, err
		}
	}
	was, err := p.books(ctx, s, module)
	if err != nil {
		return row{}, err
	}
	rep, err := wring.Fix(ctx, wring.FixOptions{Dir: module, Patterns: []string{"./..."},
		Env: []string{"GOWORK=off"}, Run: ".", Write: true, Profiles: []string{seen}})
	if err != nil {
		return row{}, err
	}
	if err := p.profile(ctx, s, module, after, p.Fine); err != nil {
		return row{}, err
	}
	is, err := p.books(ctx, s, module)
	if err != nil {
		return row{}, err
	}
	requests := float64(p.Requests * len(s.pages))
	diff, err := wring.CompareProfiles(ctx, wring.ProfileDiffOptions{Old: []string{before},
		New: []string{after}, Requests: [2]float64{requests, requests}, Predicted: &rep,
		Packages: wring.ProfileOptions{Dir: module, Patterns: []string{"./..."},
			Env: []string{"GOWORK=off"}}})
	if err != nil {
		return row{}, err
	}
	return compare(s.name, rep, diff, was, is)
}

// profile runs the service under load and keeps its heap profile.
func (p plan) profile(ctx context.Context, s service, module, file string, rate int) error {
	run, err := start(ctx, module, rate)
	if err != nil {
		return err
	}
	defer run.stop()
	if err := run.load(ctx, s, p.Requests); err != nil {
		return err
	}
	data, err := get(ctx, "http://"+run.address+"/debug/pprof/heap?gc=1")
	if err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o666)
}

// booked bounds the requests to each page while every object is booked. There must
// be enough that what a service allocates at its start hardly counts.
const booked = 5000

// books runs the service under load with exact books.
func (p plan) books(ctx context.Context, s service, module string) (*alloc.Record, error) {
	signals := make(chan os.Signal, 1)
	out, in := io.Pipe()
	loaded := make(chan error, 1)
	go func() {
		address, err := firstLine(out)
		if err == nil {
			err = (&process{address: address}).load(ctx, s, min(p.Requests, booked))
		}
		loaded <- err
		signals <- os.Interrupt
		io.Copy(io.Discard, out)
	}()
	rec, _, err := wring.MeasureProgram(ctx, wring.ProgramOptions{Dir: module, Main: ".",
		Env: []string{"GOWORK=off"}, FromStart: true, Stdout: in, Stderr: os.Stderr,
		Signals: signals})
	in.Close()
	if err != nil {
		return nil, err
	}
	return rec, <-loaded
}

// compare makes the row of a service.
func compare(name string, rep alloc.FixReport, diff alloc.ProfileDiff,
	was, is *alloc.Record) (row, error) {
	pr := rep.Production
	if pr == nil || pr.Removed.Objects == nil || pr.Reached.Bytes == nil {
		return row{}, fmt.Errorf("the report knows nothing of production")
	}
	r := row{Name: name, Rewrites: len(rep.Accepted()), Covered: *pr.Reached.Bytes,
		Predicted: [2]alloc.Estimate{*pr.Removed.Objects, *pr.Removed.Bytes}}
	for i, c := range diff.Totals[:2] {
		r.Sampled[i] = *c.Removed
	}
	old, now := was.Total(), is.Total()
	r.Exact = [2]float64{1 - float64(now.Objects)/float64(old.Objects),
		1 - float64(now.Bytes)/float64(old.Bytes)}
	r.Books, r.Modelled = coverage(was, pr), modelled(was, pr)
	return r, nil
}

// modelled returns which parts of the objects and bytes of exact books are removed, if of
// each line as much is as the report says.
func modelled(books *alloc.Record, pr *alloc.Production) [2]float64 {
	type place struct {
		file string
		line int
	}
	parts := map[place][2]float64{}
	for _, l := range pr.Lines {
		parts[place{l.File, l.Line}] = l.Removed
	}
	rep, _ := wring.Explain(books, "top", false)
	total := books.Total()
	var removed [2]float64
	for _, f := range rep.Sites {
		part := parts[place{f.File, f.Line}]
		removed[0] += part[0] * float64(f.Objects) / float64(total.Objects)
		removed[1] += part[1] * float64(f.Bytes) / float64(total.Bytes)
	}
	return removed
}

// coverage returns which part of the bytes at own lines is at lines that the report
// says are reached, by exact books.
func coverage(books *alloc.Record, pr *alloc.Production) float64 {
	rep, _ := wring.Explain(books, "top", false)
	var own, reached uint64
	for _, f := range rep.Sites {
		if !slices.ContainsFunc(books.Packages, func(p alloc.Package) bool {
			return p.Path == f.Package
		}) {
			continue
		}
		own += f.Bytes
		if slices.ContainsFunc(pr.Lines, func(l alloc.ProductionLine) bool {
			return l.Reached && l.File == f.File && l.Line == f.Line
		}) {
			reached += f.Bytes
		}
	}
	return float64(reached) / math.Max(1, float64(own))
}
