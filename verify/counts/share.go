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
	was, is := innermost(old, []string{fn}, others), innermost(now, []string{fn}, others)
	all.objects, all.bytes = max(all.objects, was.objects), max(all.bytes, was.bytes)
	v := reducedFrom(was, is, []string{fn})
	v.Evidence.ObjectsPerOp = &[2]float64{all.objects, all.objects - was.objects + is.objects}
	v.Evidence.BytesPerOp = &[2]float64{all.bytes, all.bytes - was.bytes + is.bytes}
	return v
}

// innermost returns what one operation allocates below some functions, and not below one of
// the others that these call.
func innermost(rec *alloc.Record, funcs, others []string) figures {
	const mine, theirs = 1, 2
	whose := make([]int, len(rec.Frames))
	for i, f := range rec.Frames {
		within := func(fn string) bool { return verify.Within(f.Func, fn) }
		switch {
		case slices.ContainsFunc(funcs, within):
			whose[i] = mine
		case slices.ContainsFunc(others, within):
			whose[i] = theirs
		}
	}
	return sumOf(rec, func(stack []int) bool {
		first := slices.IndexFunc(stack, func(f int) bool { return whose[f] != 0 })
		return first >= 0 && whose[stack[first]] == mine
	})
}

// halfOf is the part of what a benchmark gained in weight that the functions of one candidate
// must have made for that one to be the reason, beside others that may be, too.
const halfOf = 0.5

// blamed returns the candidates of a step in whose functions a benchmark became heavier, by what
// its stacks tell, each with what it would be with that candidate alone. A function may grow by
// what another candidate does to a type: then the wrong one is dropped, and the benchmark is
// judged again.
func (s state) blamed(next step, benchmark string, suspects []int) map[int]string {
	if next.record == nil {
		return nil
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
	found := map[int]string{}
	for _, i := range suspects {
		mine, others := s.divided(i, next.more)
		before, after := innermost(old, mine, others), innermost(now, mine, others)
		more := unit(after) - unit(before)
		if more <= 0 || more < halfOf*(unit(is)-unit(was)) {
			continue
		}
		alone := figures{was.objects + after.objects - before.objects,
			was.bytes + after.bytes - before.bytes}
		if reason := describeGrowth(was, alone, maxBytes); reason != "" {
			found[i] = reason
		}
	}
	return found
}

// divided returns the functions that a candidate changes, and those that others of a step do.
// The function that a candidate is for is its own, any other that several change of none.
func (s state) divided(i int, more []int) (mine, others []string) {
	for _, k := range more {
		if k != i {
			others = append(others, s.changed[k]...)
		}
	}
	fn := s.change.Candidates[i].Func
	others = slices.DeleteFunc(others, func(other string) bool { return other == fn })
	mine = slices.DeleteFunc(slices.Clone(s.changed[i]), func(own string) bool {
		return slices.Contains(others, own)
	})
	return mine, others
}

// inCallers reports whether nothing is left of what the function of a candidate
// allocated, since another candidate for it was kept. What the function holds
// back may be on its callers' account since then: a gain that was credited to
// the other candidate may really be this one's.
func (s state) inCallers(i int) bool {
	fn := s.change.Candidates[i].Func
	return through(s.record, []string{fn}).objects == 0 &&
		slices.ContainsFunc(s.kept, func(k int) bool { return s.change.Candidates[k].Func == fn })
}
