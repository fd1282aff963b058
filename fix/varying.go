package fix

import (
	"context"
	"math"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/counts"
)

// recountVarying counts the benchmarks that differ again, before and after everything
// that is kept, as far as their figures vary by chance. One that is worse beyond chance
// takes the rewrites of its functions with it: recountVarying then returns false, and
// they are marked as tried in the parts' states.
func (j *job) recountVarying(ctx context.Context, parts []*part, r *Result) (bool, error) {
	names := differing(j.opt.Record, r.After)
	if len(r.Files) == 0 || len(names) == 0 {
		return true, nil
	}
	j.progress("counting", "what varies by chance")
	c := j.unchanged()
	c.New = r.Files
	for _, p := range parts {
		for _, path := range slices.Concat(p.packages, p.measured) {
			if !slices.Contains(c.Packages, path) {
				c.Packages = append(c.Packages, path)
			}
		}
	}
	timed, stop, expired := j.within(ctx)
	defer stop()
	var err error
	func() {
		defer j.phases.begin("counts")()
		r.Varying, err = counts.Vary(timed, counts.Options{Trace: j.opt.Trace, Dir: j.dir}, c,
			j.opt.Record, r.After, names)
	}()
	if expired(err) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	worse := map[string]bool{}
	for _, v := range r.Varying {
		if v.Judgement == alloc.Worse {
			worse[v.Benchmark] = true
		}
	}
	return len(worse) == 0 || !j.withdraw(parts, worse), nil
}

// withdraw marks the accepted candidates whose functions run in the benchmarks as
// dropped, in states from which the loops begin again. It reports whether there are
// any.
func (j *job) withdraw(parts []*part, worse map[string]bool) bool {
	found := false
	for _, p := range parts {
		var dropped []rejection
		tried := map[string]bool{}
		for _, c := range p.end.kept {
			runs := verify.Running(j.opt.Record, []string{c.Func})
			for name := range runs {
				if worse[name] {
					dropped = append(dropped, rejection{candidate: c, judge: "counts",
						reason: name + " allocates more, beyond chance, " +
							"with all rewrites together"})
					tried[c.key] = true
					break
				}
			}
		}
		if len(dropped) == 0 {
			continue
		}
		found = true
		p.end = state{dropped: dropped, tried: tried}
		p.again = true
	}
	return found
}

// differing returns the full names of the benchmarks whose figures differ between two
// records.
func differing(old, now *alloc.Record) map[string]bool {
	after := map[string]alloc.Benchmark{}
	for _, b := range now.Benchmarks {
		after[b.FullName()] = b
	}
	names := map[string]bool{}
	for _, b := range old.Benchmarks {
		is, ok := after[b.FullName()]
		objects, bytes := b.PerOp()
		nowObjects, nowBytes := is.PerOp()
		if ok && (math.Abs(objects-nowObjects) > 0.02 || math.Abs(bytes-nowBytes) > 0.01*bytes) {
			names[b.FullName()] = true
		}
	}
	return names
}

// resume returns the state from which a loop begins again without what was withdrawn.
func (j *job) resume(p *part) state {
	s := j.begin(p.packages)
	s.code = code{rewrite.Files{}, j.opt.Record}
	s.dropped, s.tried = p.end.dropped, p.end.tried
	return s
}
