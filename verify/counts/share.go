package counts

import (
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
)

// attributed judges fn as reduced does, when other functions that it may call, or
// be called by, change at the same time: an object counts for the innermost of
// them on its stack. What the verdict tells is what fn and all that it calls
// allocate, and how much of that goes with fn's own part.
func attributed(old, now *alloc.Record, fn string, others []string) alloc.Verdict {
	others = slices.DeleteFunc(slices.Clone(others), func(f string) bool { return f == fn })
	if len(others) == 0 {
		return reduced(old, now, []string{fn})
	}
	all := through(old, []string{fn})
	was, is := innermost(old, fn, others), innermost(now, fn, others)
	all.objects, all.bytes = max(all.objects, was.objects), max(all.bytes, was.bytes)
	v := reducedFrom(was, is, []string{fn})
	v.Evidence.ObjectsPerOp = &[2]float64{all.objects, all.objects - was.objects + is.objects}
	v.Evidence.BytesPerOp = &[2]float64{all.bytes, all.bytes - was.bytes + is.bytes}
	return v
}

// innermost returns what one operation allocates below fn, and not below one of
// the others that fn calls.
func innermost(rec *alloc.Record, fn string, others []string) figures {
	const mine, theirs = 1, 2
	whose := make([]int, len(rec.Frames))
	for i, f := range rec.Frames {
		switch {
		case verify.Within(f.Func, fn):
			whose[i] = mine
		case slices.ContainsFunc(others, func(o string) bool { return verify.Within(f.Func, o) }):
			whose[i] = theirs
		}
	}
	return sumOf(rec, func(stack []int) bool {
		first := slices.IndexFunc(stack, func(f int) bool { return whose[f] != 0 })
		return first >= 0 && whose[stack[first]] == mine
	})
}

// mostOf is the part of what a benchmark gained in weight that the function of one candidate
// must have made for that one to be the reason.
const mostOf = 0.9

// blamed returns the candidate of a step in whose function a benchmark became heavier, by what
// its stacks tell; all suspects where that is not one. A function may grow by what another
// candidate does to a type: then the wrong one is dropped, and the benchmark is judged again.
func (s state) blamed(next step, benchmark string, suspects []int) []int {
	if next.record == nil {
		return suspects
	}
	only := func(rec *alloc.Record) *alloc.Record {
		return verify.Restrict(rec, func(b alloc.Benchmark) bool {
			return b.FullName() == benchmark
		})
	}
	old, now := only(next.before), only(next.record)
	unit := bytesOf
	was, is := perOp(old)[benchmark], perOp(now)[benchmark]
	if is.objects > was.objects+tolerance(was.objects) {
		unit = objectsOf
	}
	var found []int
	for _, i := range suspects {
		fn := s.change.Candidates[i].Func
		others := slices.DeleteFunc(slices.Clone(next.funcs), func(f string) bool {
			return f == fn
		})
		more := unit(innermost(now, fn, others)) - unit(innermost(old, fn, others))
		if more > 0 && more >= mostOf*(unit(is)-unit(was)) {
			found = append(found, i)
		}
	}
	if len(found) != 1 {
		return suspects
	}
	return found
}
