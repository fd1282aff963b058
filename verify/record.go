package verify

import (
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// Restrict returns the part of rec that speaks of the benchmarks for which keep
// reports true. rec stays as it is.
func Restrict(rec *alloc.Record, keep func(alloc.Benchmark) bool) *alloc.Record {
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
	compact(&out)
	return &out
}

// compact leaves a record the stacks of its samples, and their frames, alone: records that are
// merged again and again would keep all that ever was.
func compact(rec *alloc.Record) {
	stacks, frames := make(map[int]int), make(map[int]int)
	oldStacks, oldFrames := rec.Stacks, rec.Frames
	rec.Stacks, rec.Frames = nil, nil
	for i := range rec.Samples {
		s := &rec.Samples[i]
		if s.Stack < 0 || s.Stack >= len(oldStacks) {
			continue
		}
		at, known := stacks[s.Stack]
		if !known {
			at = len(rec.Stacks)
			stacks[s.Stack] = at
			moved := make([]int, len(oldStacks[s.Stack]))
			for k, f := range oldStacks[s.Stack] {
				to, known := frames[f]
				if !known {
					to = len(rec.Frames)
					frames[f] = to
					rec.Frames = append(rec.Frames, oldFrames[f])
				}
				moved[k] = to
			}
			rec.Stacks = append(rec.Stacks, moved)
		}
		s.Stack = at
	}
}

// Merge returns old with the benchmarks of now in place of those with the same
// name. What old knows besides, of packages and module, holds for both; the
// compiler's facts about the old code do not.
func Merge(old, now *alloc.Record) *alloc.Record {
	names := map[string]bool{}
	for _, b := range now.Benchmarks {
		names[b.FullName()] = true
	}
	out := Restrict(old, func(b alloc.Benchmark) bool { return !names[b.FullName()] })
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

// Running returns the full names of the benchmarks that allocate in the
// functions, which are named as in [alloc.Frame], or in what these call.
func Running(rec *alloc.Record, funcs []string) map[string]bool {
	inside := Inside(rec, funcs)
	runs := map[string]bool{}
	for _, s := range rec.Samples {
		if inside(rec.Stacks[s.Stack]) {
			runs[rec.Benchmarks[s.Benchmark].FullName()] = true
		}
	}
	return runs
}

// Inside returns what reports whether a stack of rec has one of the functions.
func Inside(rec *alloc.Record, funcs []string) func(stack []int) bool {
	inside := make([]bool, len(rec.Frames))
	for i, f := range rec.Frames {
		inside[i] = slices.ContainsFunc(funcs, func(fn string) bool { return Within(f.Func, fn) })
	}
	return func(stack []int) bool {
		return slices.ContainsFunc(stack, func(f int) bool { return inside[f] })
	}
}

// Within reports whether a frame's function is fn or a closure in it. A closure of a function that
// is inlined has the name of the one around it first: p.Caller.F.func1.
func Within(frame, fn string) bool {
	if rest, ok := strings.CutPrefix(frame, fn); ok && (rest == "" || closure(rest)) {
		return true
	}
	dir := strings.LastIndexByte(fn, '/') + 1
	pkg, name, _ := strings.Cut(fn[dir:], ".")
	rest, ok := strings.CutPrefix(frame, fn[:dir]+pkg)
	rest, of := strings.TrimPrefix(rest, "_test"), "."+name
	at := strings.LastIndex(rest, of)
	return ok && name != "" && at > 0 && rest[0] == '.' && rest[at-1] != ')' &&
		closure(rest[at+len(of):])
}

// closure reports whether that is what the name of a closure has behind that of its function.
func closure(rest string) bool {
	return strings.HasPrefix(rest, ".func") || strings.HasPrefix(rest, "-range") ||
		strings.HasPrefix(rest, ".gowrap") || strings.HasPrefix(rest, ".deferwrap")
}
