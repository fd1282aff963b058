package fix

import (
	"context"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/clock"
	"github.com/wring-go/wring/verify/timing"
)

// time drops what makes the benchmarks slower. Each candidate is judged by the
// benchmarks that run its function.
func (p *proof) time(ctx context.Context) error {
	if p.Slower {
		return nil
	}
	p.progress("timing", p.what())
	defer p.phases.begin("timing")()
	times := map[string]*clock.Times{}
	opt := timing.Options{Rounds: p.Rounds, Time: p.BenchTime, Packages: p.Trace.Packages,
		Benchmarks: p.benchmarks(nil), Dir: p.dir, Alone: p.alone}
	if err := p.measure(ctx, opt, times); err != nil {
		return err
	}
	var slow []candidate
	for _, c := range p.set {
		if p.timed(c, times).Outcome == alloc.Rejected {
			slow = append(slow, c)
		}
	}
	if len(slow) > 0 { // a machine with other work slows down by chance, too
		opt.Rounds, opt.Benchmarks = 2*max(opt.Rounds, 10), p.benchmarks(slow)
		if err := p.measure(ctx, opt, times); err != nil {
			return err
		}
	}
	p.blame(times)
	return nil
}

// blame gives each candidate its verdict. When several are rejected, it is by
// benchmarks that may run the functions of all of them, and one may be at fault.
func (p *proof) blame(times map[string]*clock.Times) {
	verdicts := map[string]alloc.Verdict{}
	var rejected []alloc.Verdict
	for _, c := range p.set {
		v := p.timed(c, times)
		verdicts[c.key] = v
		if v.Outcome == alloc.Rejected {
			rejected = append(rejected, v)
		}
	}
	if len(rejected) > 1 {
		p.unclear = &rejected[0]
		return
	}
	p.each(func(c *candidate) (string, string) {
		v := verdicts[c.key]
		c.verdicts = append(c.verdicts, v)
		if v.Outcome == alloc.Rejected {
			return v.Judge, v.Reason
		}
		return "", ""
	})
}

func (p *proof) measure(ctx context.Context, opt timing.Options,
	into map[string]*clock.Times) error {
	times, err := timing.Measure(ctx, p.change, opt)
	for name, t := range times {
		into[name] = t
	}
	return err
}

// timed judges a candidate by the times of its benchmarks.
func (p *proof) timed(c candidate, times map[string]*clock.Times) alloc.Verdict {
	own := map[string]*clock.Times{}
	for _, b := range p.through(c) {
		if t := times[b.FullName()]; t != nil {
			own[b.FullName()] = t
		}
	}
	return timing.Compare(own)
}

// benchmarks returns the names of the benchmarks that run the functions of the
// list, or of the whole set, by package.
func (p *proof) benchmarks(list []candidate) map[string][]string {
	if list == nil {
		list = p.set
	}
	names := map[string][]string{}
	for _, c := range list {
		for _, b := range p.through(c) {
			if !slices.Contains(names[b.Package], b.Name) {
				names[b.Package] = append(names[b.Package], b.Name)
			}
		}
	}
	return names
}

// through returns the benchmarks that run the function of a candidate.
func (p *proof) through(c candidate) []alloc.Benchmark {
	runs := running(p.record, []string{c.Func})
	var list []alloc.Benchmark
	for _, b := range p.record.Benchmarks {
		if runs[b.FullName()] {
			list = append(list, b)
		}
	}
	return list
}

// alone waits until the machine has nothing else to do for wring.
func (p *proof) alone() (end func()) {
	defer p.phases.wait("timing")()
	return p.turns.alone()
}
