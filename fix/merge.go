package fix

import (
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/load"
)

// only returns the part of rec that speaks of the benchmarks of pkgs.
func only(rec *alloc.Record, pkgs []load.Package) *alloc.Record {
	return restrict(rec, func(b alloc.Benchmark) bool {
		_, ok := listed(pkgs, b.Package)
		return ok
	})
}

// restrict returns rec with the benchmarks for which keep reports true.
func restrict(rec *alloc.Record, keep func(alloc.Benchmark) bool) *alloc.Record {
	out := *rec
	out.Benchmarks, out.Samples = nil, nil
	index := make([]int, len(rec.Benchmarks))
	for i, b := range rec.Benchmarks {
		index[i] = -1
		if keep(b) {
			index[i] = len(out.Benchmarks)
			out.Benchmarks = append(out.Benchmarks, b)
		}
	}
	for _, s := range rec.Samples {
		if index[s.Benchmark] >= 0 {
			s.Benchmark = index[s.Benchmark]
			out.Samples = append(out.Samples, s)
		}
	}
	return &out
}

// merge returns old with the benchmarks of now in place of those with the same
// name. What old knows besides, of packages and module, holds for both; what
// the compiler said of the old code does not.
func merge(old, now *alloc.Record) *alloc.Record {
	names := map[string]bool{}
	for _, b := range now.Benchmarks {
		names[b.FullName()] = true
	}
	out := restrict(old, func(b alloc.Benchmark) bool { return !names[b.FullName()] })
	out.Facts, out.Lines, out.Proposals = nil, nil, nil
	frames, stacks, benchmarks := len(out.Frames), len(out.Stacks), len(out.Benchmarks)
	out.Frames = slices.Concat(out.Frames, now.Frames)
	out.Stacks = slices.Clone(out.Stacks)
	for _, stack := range now.Stacks {
		moved := make([]int, len(stack))
		for i, f := range stack {
			moved[i] = f + frames
		}
		out.Stacks = append(out.Stacks, moved)
	}
	out.Benchmarks = append(out.Benchmarks, now.Benchmarks...)
	for _, s := range now.Samples {
		s.Stack += stacks
		s.Benchmark += benchmarks
		out.Samples = append(out.Samples, s)
	}
	return out
}
