package timing

import (
	"context"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/clock"
	"github.com/wring-go/wring/verify"
)

// Options say how to run.
type Options struct {
	Rounds int           // of each benchmark on both sides; 0 means 10
	Time   time.Duration // of each benchmark in a round; 0 means 10 ms

	// Planted are files to build besides on both sides, by absolute path:
	// benchmarks that the module does not have itself.
	Planted map[string][]byte

	// Dir is a folder for the binaries, which the next change with the same folder
	// need not build again; "" means a temporary one.
	Dir string
	// Alone, when not nil, is called before anything is timed and returns when
	// the machine has nothing else to do for the caller. What it returns is
	// called afterwards.
	Alone func() (done func())
}

// Judge returns a judge that times each candidate by the measured benchmarks that
// run its function, in the packages that the measurements name. Those of a
// candidate that looks slow are timed again: a machine with other work slows down
// by chance too.
func Judge(opt Options) verify.Judge {
	return func(ctx context.Context, c verify.Change, m verify.Measurements) (
		verify.Judgement, error) {
		if opt.Dir != "" {
			return judged(ctx, c, m.Before, opt)
		}
		with := opt
		var err error
		if with.Dir, err = os.MkdirTemp("", "wring-"); err != nil {
			return verify.Judgement{}, err
		}
		defer os.RemoveAll(with.Dir)
		return judged(ctx, c, m.Before, with)
	}
}

func judged(ctx context.Context, c verify.Change, before *alloc.Record, opt Options) (
	verify.Judgement, error) {
	all := through(before, c.Candidates)
	times, err := measure(ctx, c, opt, before.Packages, byPackage(before, all))
	if err != nil {
		return verify.Judgement{}, err
	}
	var slow []map[string]bool
	for i, v := range verdicts(all, times) {
		if v.Outcome == alloc.Rejected {
			slow = append(slow, all[i])
		}
	}
	if len(slow) > 0 {
		opt.Rounds = 2 * max(opt.Rounds, 10)
		more, err := measure(ctx, c, opt, before.Packages, byPackage(before, slow))
		if err != nil {
			return verify.Judgement{}, err
		}
		maps.Copy(times, more)
	}
	return blame(verdicts(all, times)), nil
}

// through returns, for each candidate, the full names of the benchmarks that run
// its function.
func through(rec *alloc.Record, list []verify.Candidate) []map[string]bool {
	var all []map[string]bool
	for _, c := range list {
		all = append(all, verify.Running(rec, []string{c.Func}))
	}
	return all
}

// byPackage returns the names of the benchmarks in any of the sets.
func byPackage(rec *alloc.Record, sets []map[string]bool) map[string][]string {
	names := map[string][]string{}
	for _, b := range rec.Benchmarks {
		if slices.ContainsFunc(sets, func(set map[string]bool) bool { return set[b.FullName()] }) {
			names[b.Package] = append(names[b.Package], b.Name)
		}
	}
	return names
}

// verdicts judges each set of benchmarks by their times.
func verdicts(sets []map[string]bool, times map[string]*clock.Times) []alloc.Verdict {
	var list []alloc.Verdict
	for _, set := range sets {
		own := map[string]*clock.Times{}
		for name := range set {
			if t := times[name]; t != nil {
				own[name] = t
			}
		}
		list = append(list, compare(own))
	}
	return list
}

// blame makes a judgement of the verdicts. When several are a no, it is by
// benchmarks that may run the functions of all of them, and one may be at fault.
func blame(list []alloc.Verdict) verify.Judgement {
	var rejected []alloc.Verdict
	for _, v := range list {
		if v.Outcome == alloc.Rejected {
			rejected = append(rejected, v)
		}
	}
	if len(rejected) > 1 {
		return verify.Judgement{Ambiguous: &rejected[0]}
	}
	return verify.Judgement{Verdicts: list}
}

// measure builds the tests of the packages before and after the change, runs
// them interleaved, and returns the times by the full names of the benchmarks.
func measure(ctx context.Context, c verify.Change, opt Options, packages []alloc.Package,
	benchmarks map[string][]string) (map[string]*clock.Times, error) {
	all := map[string]*clock.Times{}
	for _, p := range packages {
		if len(benchmarks[p.Path]) == 0 {
			continue
		}
		times, err := measurePackage(ctx, c, opt, p, benchmarks[p.Path])
		if err != nil {
			return nil, err
		}
		for name, t := range times {
			all[p.Path+"."+name] = t
		}
	}
	return all, nil
}

// with returns the files of one side together with what is planted.
func (opt Options) with(side map[string][]byte) map[string][]byte {
	if len(opt.Planted) == 0 {
		return side
	}
	all := maps.Clone(opt.Planted)
	maps.Copy(all, side)
	return all
}

// measurePackage times benchmarks of one package.
func measurePackage(ctx context.Context, c verify.Change, opt Options, p alloc.Package,
	benchmarks []string) (map[string]*clock.Times, error) {
	dir := filepath.Join(opt.Dir, url.PathEscape(p.Path))
	old, err := binary(ctx, c, opt.with(c.Old), p, dir)
	if err != nil {
		return nil, err
	}
	now, err := binary(ctx, c, opt.with(c.New), p, dir)
	if err != nil {
		return nil, err
	}
	if err := keepOnly(dir, old, now); err != nil {
		return nil, err
	}
	if opt.Alone != nil {
		defer opt.Alone()()
	}
	return clock.Run(ctx, old, now, clock.Options{Rounds: opt.Rounds, Time: opt.Time,
		Benchmarks: benchmarks, Env: c.Env})
}
