package differential

import (
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/differential/reach"
)

// attribute gives each candidate the results of its function, and of those that it changes for
// which there is no candidate. A result that is for none of their functions, and of which it is
// not known who changes it, is for all candidates of the package: what they
// do to its declarations may show there. A rejection shared by several
// candidates is ambiguous, and so is an unknown verdict, unless nothing is
// known of any of them. Those who do not share it have their verdicts all the same.
// What is ambiguous is a rejection if one of the shared verdicts is.
func attribute(set []verify.Candidate, results []Result) verify.Judgement {
	mine := make([][]Result, len(set))
	suspect := make([]bool, len(set))
	var j verify.Judgement
	for _, r := range results {
		list := owners(set, r)
		shared := len(list) > 1 && (r.Outcome == alloc.Rejected ||
			r.Outcome == alloc.Unknown && !r.OutOfTime &&
				slices.ContainsFunc(list, func(i int) bool { return compares(results, set[i]) }))
		if shared && (j.Ambiguous == nil ||
			j.Ambiguous.Outcome == alloc.Unknown && r.Outcome == alloc.Rejected) {
			v := r.Verdict
			v.Reason = r.Func + ": " + r.Reason
			j.Ambiguous = &v
		}
		for _, i := range list {
			mine[i] = append(mine[i], r)
			suspect[i] = suspect[i] || shared
		}
	}
	for i, c := range set {
		if suspect[i] {
			j.Verdicts = append(j.Verdicts, alloc.Verdict{})
			continue
		}
		if len(mine[i]) == 0 { // one whose function is gone shows in what called it
			mine[i] = inPackage(results, c.Package)
		}
		v, ok := known(c)
		if !ok {
			v = sum(mine[i])
		}
		j.Verdicts = append(j.Verdicts, v)
	}
	return j
}

// known returns the verdict of an earlier comparison, in which the candidate's
// function was the same.
func known(c verify.Candidate) (alloc.Verdict, bool) {
	i := slices.IndexFunc(c.Known, func(v alloc.Verdict) bool { return v.Judge == judge })
	if i < 0 {
		return alloc.Verdict{}, false
	}
	return c.Known[i], true
}

// owners returns the candidates that a result may speak of.
func owners(set []verify.Candidate, r Result) []int {
	var own, others []int
	for i, c := range set {
		switch {
		case c.Package != r.Package:
		case symbol.Source(c.Func) == r.Func:
			own = append(own, i)
		default:
			others = append(others, i)
		}
	}
	switch {
	case len(own) > 0:
		return own
	case len(r.changedBy) > 0:
		return r.changedBy
	}
	return others
}

// whoChanges returns which candidates of a change may be why a function that none of them is for
// does something else: those that change its text, or where none does, something that differs
// and that it reaches by name. None means that it is not known.
func whoChanges(c verify.Change, pkg *reach.Package, fn string) []int {
	differ := differing(pkg, fn)
	var text, reached []int
	for i, one := range c.Candidates {
		if one.Package != pkg.Path {
			continue
		}
		single, err := c.With([]verify.Candidate{one})
		if err != nil {
			return nil
		}
		alone, err := pkg.With(single.New)
		if err != nil {
			return nil
		}
		changed := alone.Differing()
		if slices.Contains(changed, fn) {
			text = append(text, i)
		}
		if slices.ContainsFunc(changed, func(name string) bool { return differ[name] != "" }) {
			reached = append(reached, i)
		}
	}
	if len(text) > 0 {
		return text
	}
	return reached
}

// compares reports whether the results speak of a candidate's own function.
func compares(results []Result, c verify.Candidate) bool {
	return slices.ContainsFunc(results, func(r Result) bool {
		return r.Package == c.Package && r.Func == symbol.Source(c.Func)
	})
}

func inPackage(results []Result, path string) []Result {
	return slices.DeleteFunc(slices.Clone(results), func(r Result) bool {
		return r.Package != path
	})
}
