package timing

import (
	"cmp"
	"context"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/observe/clock"
	"github.com/wring-go/wring/observe/trace"
	"github.com/wring-go/wring/verify"
)

// Options say how to run.
type Options struct {
	Rounds int           // at most, of each benchmark on both sides; 0 means 200
	Time   time.Duration // of each benchmark in a round; 0 means 40 ms

	// Toolchain builds what is timed, so that time is what the processors work; nil stands
	// for the go command of the change and the day's clock.
	Toolchain *trace.Toolchain

	// Left returns the time that is left for everything, of which one race takes a quarter
	// at most. When nothing is left, benchmarks are judged by the rounds that they had. nil
	// means that there is no end.
	Left func() time.Duration

	// Planted, when not nil, returns files to build besides, by absolute path, given the
	// files of a side: benchmarks that the module does not have itself.
	Planted func(side map[string][]byte) map[string][]byte

	// Dir is a folder for the binaries, which the next change with the same folder
	// need not build again; "" means a temporary one.
	Dir string
	// Alone, when not nil, is called before anything is timed and returns when
	// the machine has nothing else to do for the caller. What it returns is
	// called afterwards.
	Alone func() (done func())

	processor gocmd.Files  // what makes the processor's clock the benchmarks'; nil without one
	known     *clock.Known // from one change to the next
	order     gocmd.Order  // of the functions in what is built
}

// most is by how many benchmarks a candidate is timed alone: by those in which its
// function has the largest part. All the others count, too, when everything is timed together.
// mostReplays is by how many replays of tests that do not call the function alone.
const (
	most        = 4
	mostReplays = 2
)

// Judge returns a judge that times each candidate by itself, by the measured
// benchmarks that run its function, in the packages that the measurements name. What is
// slower is rejected. If none is, the whole change is timed against the code on disk,
// so that small losses which add up are found, but by no benchmark that has just timed the
// one candidate which it runs, or several of which it is clear that they gain. The verdict is
// ambiguous, unless it can be due to one candidate only.
func Judge(opt Options) verify.Judge {
	if tc := opt.Toolchain; tc != nil {
		opt.processor = clock.Processor(tc.Root, tc.GOOS)
	}
	opt.known = &clock.Known{}
	return func(ctx context.Context, c verify.Change, m verify.Measurements) (
		verify.Judgement, error) {
		if opt.Dir == "" {
			dir, err := os.MkdirTemp("", "wring-")
			if err != nil {
				return verify.Judgement{}, err
			}
			defer os.RemoveAll(dir)
			opt := opt
			opt.Dir = dir
			return judged(ctx, c, m.Before, opt)
		}
		return judged(ctx, c, m.Before, opt)
	}
}

func judged(ctx context.Context, c verify.Change, before *alloc.Record, opt Options) (
	verify.Judgement, error) {
	entries, of := enter(c, before)
	opt.buildAhead(ctx, c.Old, entries, before.Packages)
	verdicts, err := opt.each(ctx, c, before.Packages, entries, of)
	j := verify.Judgement{Verdicts: verdicts}
	if err != nil {
		return verify.Judgement{}, err
	}
	settled := slices.ContainsFunc(j.Verdicts, func(v alloc.Verdict) bool {
		return v.Outcome == alloc.Rejected || v.OutOfTime
	})
	same := (len(c.Candidates) == 1 || c.Together) && len(c.Old) == 0
	if settled || same {
		return j, nil
	}
	return opt.together(ctx, c, before, j, gained(c, before, entries, of))
}

// each judges each candidate by itself, or repeats what is known; those that stand or fall
// together as one. One that loses in a binary with others is timed once more without them, unless
// time is limited: that nothing else of this binary runs in its benchmarks is known by what they
// allocate.
func (opt Options) each(ctx context.Context, c verify.Change, packages []alloc.Package,
	entries []*entry, of [][]int) ([]alloc.Verdict, error) {
	verdicts := make([]alloc.Verdict, len(c.Candidates))
	for i, one := range c.Candidates {
		if k := known(one); k >= 0 {
			verdicts[i] = one.Known[k]
		}
	}
	for len(entries) > 0 {
		list, err := opt.race(ctx, packages, entries)
		if err != nil {
			return verdicts, err
		}
		var again []*entry
		var ofAgain [][]int
		for i, v := range list {
			for _, k := range of[i] {
				verdicts[k] = v
			}
			e := entries[i]
			if v.Outcome == alloc.Rejected && e.shared && opt.Left == nil {
				e.next()
				e.class, e.results = i, nil
				again, ofAgain = append(again, e), append(ofAgain, of[i])
			}
		}
		entries, of = again, ofAgain
	}
	return verdicts, nil
}

// known returns the index of the verdict of an earlier change that accepted the candidate;
// -1 if there is none.
func known(one verify.Candidate) int {
	return slices.IndexFunc(one.Known, func(v alloc.Verdict) bool {
		return v.Judge == judge && v.Outcome == alloc.Accepted
	})
}

// together times all that was kept and the change, against the code on disk, but for benchmarks of
// which it is clear that they gain. What it finds is no candidate's evidence.
func (opt Options) together(ctx context.Context, c verify.Change, before *alloc.Record,
	j verify.Judgement, settled map[string]bool) (verify.Judgement, error) {
	whole := c
	whole.Old = nil
	list := heaviest(before, funcs(c), len(before.Benchmarks))
	if len(c.Old) == 0 {
		for name := range timedAlone(c, before) {
			delete(list, name)
		}
		maps.DeleteFunc(list, func(name string, _ bool) bool { return settled[name] })
	}
	verdicts, err := opt.race(ctx, before.Packages, []*entry{{Change: whole,
		benchmarks: byPackage(before, list), brief: true}})
	if err != nil {
		return verify.Judgement{}, err
	}
	v := verdicts[0]
	switch {
	case v.Outcome != alloc.Rejected:
		return j, nil
	}
	v.Reason = "together with what was kept before, " + v.Reason
	if len(c.Candidates) == 1 {
		return verify.Judgement{Verdicts: []alloc.Verdict{v}}, nil
	}
	return verify.Judgement{Ambiguous: &v}, nil
}

// surely is the part of the old time, or less, that a benchmark must come to by what its candidates
// have taken each, so that all of them together need not be timed by it.
const surely = 0.9

// gained returns the benchmarks that have timed each candidate that they run by itself, and of
// which these make less than surely.
func gained(c verify.Change, before *alloc.Record, entries []*entry, of [][]int) map[string]bool {
	ratios := make([]map[string]float64, len(c.Candidates))
	for i, e := range entries {
		took := map[string]float64{}
		for _, r := range e.results {
			took[r.name] = r.ratio
		}
		for _, k := range of[i] {
			ratios[k] = took
		}
	}
	all, open := map[string]float64{}, map[string]bool{}
	for i, one := range c.Candidates {
		for name := range heaviest(before, []string{one.Func}, len(before.Benchmarks)) {
			ratio, timed := ratios[i][name]
			open[name] = open[name] || !timed
			if _, known := all[name]; !known {
				all[name] = 1
			}
			all[name] *= ratio
		}
	}
	settled := map[string]bool{}
	for name, ratio := range all {
		settled[name] = !open[name] && ratio < surely
	}
	return settled
}

// timedAlone returns the benchmarks that run the function of one candidate only, by which
// it was timed: what all candidates together do to them is what that one does.
func timedAlone(c verify.Change, before *alloc.Record) map[string]bool {
	runs := map[string]int{}
	alone := map[string]bool{}
	for _, one := range c.Candidates {
		for name := range heaviest(before, []string{one.Func}, len(before.Benchmarks)) {
			runs[name]++
		}
		maps.Copy(alone, heaviest(before, []string{one.Func}, most))
	}
	maps.DeleteFunc(alone, func(name string, _ bool) bool { return runs[name] > 1 })
	return alone
}

// funcs returns the functions of the candidates.
func funcs(c verify.Change) []string {
	var list []string
	for _, one := range c.Candidates {
		if !slices.Contains(list, one.Func) {
			list = append(list, one.Func)
		}
	}
	return list
}

// heaviest returns the full names of the benchmarks that run the functions, at most n for
// each: those in which it allocates the largest part. Where no benchmark of the module's own
// runs a function, the replay of its calls stands in; without one, few of what else was
// recorded of tests, which do much besides.
func heaviest(rec *alloc.Record, funcs []string, n int) map[string]bool {
	all, replays := map[string]float64{}, map[string]string{}
	for _, s := range rec.Samples {
		b := rec.Benchmarks[s.Benchmark]
		all[b.FullName()] += float64(s.Objects)
		if fn, ok := b.Replays(); ok {
			replays[b.FullName()] = fn
		}
	}
	chosen := map[string]bool{}
	for _, fn := range funcs {
		inside := verify.Inside(rec, []string{fn})
		part := map[string]float64{}
		benched, replayed := false, ""
		for _, s := range rec.Samples {
			if b := rec.Benchmarks[s.Benchmark]; inside(rec.Stacks[s.Stack]) {
				name := b.FullName()
				part[name] += float64(s.Objects) / max(1, all[name])
				of, replay := replays[name]
				benched = benched || !replay
				if of == symbol.Source(fn) && strings.HasPrefix(fn, b.Package+".") {
					replayed = name
				}
			}
		}
		limit := n
		switch {
		case benched:
			maps.DeleteFunc(part, func(name string, _ float64) bool { return replays[name] != "" })
		case replayed != "":
			chosen[replayed] = true
			continue
		default:
			limit = min(n, mostReplays)
		}
		names := slices.SortedFunc(maps.Keys(part), func(a, b string) int {
			return cmp.Or(cmp.Compare(part[b], part[a]), cmp.Compare(a, b))
		})
		for _, name := range names[:min(limit, len(names))] {
			chosen[name] = true
		}
	}
	return chosen
}

// byPackage returns the names of the benchmarks by the path of their package.
func byPackage(rec *alloc.Record, full map[string]bool) map[string][]string {
	names := map[string][]string{}
	for _, b := range rec.Benchmarks {
		if full[b.FullName()] {
			names[b.Package] = append(names[b.Package], b.Name)
		}
	}
	return names
}
