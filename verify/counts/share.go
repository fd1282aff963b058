package counts

import (
	"slices"

	"github.com/wring-go/wring/alloc"
)

// Share judges fn as [Lighter] does, when other functions that it may call, or
// be called by, change at the same time: an object counts for the innermost of
// them on its stack. What the verdict tells is what fn and all that it calls
// allocate, and how much of that goes with fn's own part.
func Share(old, now *alloc.Record, fn string, others []string) alloc.Verdict {
	others = slices.DeleteFunc(slices.Clone(others), func(f string) bool { return f == fn })
	if len(others) == 0 {
		return Lighter(old, now, []string{fn})
	}
	all := Through(old, []string{fn})
	was, is := innermost(old, fn, others), innermost(now, fn, others)
	all.Objects, all.Bytes = max(all.Objects, was.Objects), max(all.Bytes, was.Bytes)
	v := lighter(was, is, []string{fn})
	v.Evidence.ObjectsPerOp = &[2]float64{all.Objects, all.Objects - was.Objects + is.Objects}
	v.Evidence.BytesPerOp = &[2]float64{all.Bytes, all.Bytes - was.Bytes + is.Bytes}
	return v
}

// innermost returns what one operation allocates below fn, and not below one of
// the others that fn calls.
func innermost(rec *alloc.Record, fn string, others []string) PerOp {
	const mine, theirs = 1, 2
	whose := make([]int, len(rec.Frames))
	for i, f := range rec.Frames {
		switch {
		case Within(f.Func, fn):
			whose[i] = mine
		case slices.ContainsFunc(others, func(o string) bool { return Within(f.Func, o) }):
			whose[i] = theirs
		}
	}
	return sumOf(rec, func(stack []int) bool {
		first := slices.IndexFunc(stack, func(f int) bool { return whose[f] != 0 })
		return first >= 0 && whose[stack[first]] == mine
	})
}
