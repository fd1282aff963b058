package counts

import (
	"context"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/trace"
	"github.com/wring-go/wring/verify"
)

// Options say how to count.
type Options struct {
	// Trace says how to measure. Its Packages are those whose benchmarks count;
	// of them the ones that the change concerns are run.
	Trace trace.Config
	// Dir is a folder for what is built; "" means one for temporary files.
	Dir string
	// Left returns the time that is left for everything, of which one judgement takes half
	// at most. Candidates that are not counted by then get an unknown verdict. nil means
	// that there is no end.
	Left func() time.Duration
}

// over returns what reports whether a judgement that begins now has had its part of the time.
func (opt Options) over() func() bool {
	if opt.Left == nil {
		return func() bool { return false }
	}
	end := time.Now().Add(opt.Left() / 2)
	return func() bool { return !time.Now().Before(end) }
}

// Judge returns a judge that counts what each candidate gains by itself.
// Candidates for different functions are counted at the same time: an object
// belongs to the innermost of these functions on its stack. Candidates for one
// function are counted one after the other, each on top of the earlier ones
// that gain.
func Judge(opt Options) verify.Judge {
	known := &steady{}
	return func(ctx context.Context, c verify.Change, m verify.Measurements) (
		verify.Judgement, error) {
		dir, err := os.MkdirTemp(opt.Dir, "wring-")
		if err != nil {
			return verify.Judgement{}, err
		}
		defer os.RemoveAll(dir)
		return tracing(opt.Trace, c, dir, known).judge(ctx, c, m, opt.over())
	}
}

// judge counts the candidates together or one by one.
func (t tracer) judge(ctx context.Context, c verify.Change, m verify.Measurements,
	over func() bool) (verify.Judgement, error) {
	s := state{change: c, changed: changed(c), files: c.Old,
		verdicts: make([]alloc.Verdict, len(c.Candidates))}
	s.before = verify.Restrict(m.Before, func(b alloc.Benchmark) bool {
		return slices.Contains(t.packages, b.Package)
	})
	s.record = s.before
	if c.Together {
		return t.together(ctx, s, m)
	}
	if gained(c) {
		again, ok, err := t.again(ctx, s)
		if ok || err != nil {
			return verify.Judgement{Verdicts: again.verdicts,
				After: verify.Merge(m.Before, again.record)}, err
		}
	}
	begun := s
	s, err := t.each(ctx, s, over)
	if err == nil && s.partly {
		whole := false
		if s, whole, err = t.rest(ctx, s); err == nil && !whole {
			t.whole, begun.verdicts = true, make([]alloc.Verdict, len(c.Candidates))
			s, err = t.each(ctx, begun, over)
		}
	}
	return verify.Judgement{Verdicts: s.verdicts, After: verify.Merge(m.Before, s.record)}, err
}

// state is what is known after some of the candidates have been counted.
// Candidates are named by their index in the change.
type state struct {
	change   verify.Change
	changed  [][]string        // the functions that each candidate changes
	verdicts []alloc.Verdict   // on each candidate
	kept     []int             // those that gain
	files    map[string][]byte // with kept
	before   *alloc.Record     // of the benchmarks that the change concerns, without it
	record   *alloc.Record     // of these, with files
	partly   bool              // some of it was counted before the last of kept were there
}

// candidates returns those of a list.
func (s state) candidates(list []int) []verify.Candidate {
	var all []verify.Candidate
	for _, i := range list {
		all = append(all, s.change.Candidates[i])
	}
	return all
}

// funcs returns the functions that candidates are about.
func (s state) funcs(list []int) []string {
	funcs := map[string]bool{}
	for _, c := range s.candidates(list) {
		funcs[c.Func] = true
	}
	return slices.Sorted(maps.Keys(funcs))
}

// accepted returns the candidates of a list that are not rejected.
func (s state) accepted(list []int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(i int) bool {
		return s.verdicts[i].Outcome == alloc.Rejected
	})
}

// each counts the candidates level by level.
func (t tracer) each(ctx context.Context, s state, over func() bool) (state, error) {
	for _, level := range levels(s.change.Candidates) {
		for _, group := range s.held(level) {
			var err error
			if s, err = t.add(ctx, s, group, over); err != nil {
				return s, err
			}
		}
	}
	return s, nil
}

// held divides a level: what may be on its callers' account is counted by itself, after
// the others.
func (s state) held(level []int) [][]int {
	var groups [][]int
	var rest []int
	for _, i := range level {
		if s.inCallers(i) {
			groups = append(groups, []int{i})
		} else {
			rest = append(rest, i)
		}
	}
	if len(rest) == 0 {
		return groups
	}
	return slices.Insert(groups, 0, rest)
}

// levels divides candidates so that each function occurs at most once in a
// level.
func levels(set []verify.Candidate) [][]int {
	var list [][]int
	occurs := map[string]int{}
	for n, c := range set {
		i := occurs[c.Func]
		occurs[c.Func]++
		if i == len(list) {
			list = append(list, nil)
		}
		list[i] = append(list[i], n)
	}
	return list
}

// add keeps the candidates that gain. If the reason for a rejection may be due
// to several of them, it tries those that it may concern apart from the others.
func (t tracer) add(ctx context.Context, s state, more []int, over func() bool) (state, error) {
	for len(more) > 0 {
		if over() {
			for _, i := range more {
				s.verdicts[i] = verify.OutOfTime(judge, "counted")
			}
			return s, nil
		}
		next, grown, err := t.measure(ctx, s, more)
		if err != nil {
			return s, err
		}
		if next.record != nil && s.dropIdle(next) {
			more = s.accepted(more)
			continue
		}
		if len(grown) == 0 && next.record != nil {
			grown, err = t.heavier(ctx, next.before, next)
		}
		if err == nil && len(grown) == 0 {
			grown, err = t.judgeGains(ctx, s, next)
		}
		if err != nil {
			return s, err
		}
		if groups := s.blame(next, grown); groups != nil {
			for _, group := range groups {
				if s, err = t.add(ctx, s, group, over); err != nil {
					return s, err
				}
			}
			return s, nil
		}
		good := s.accepted(more)
		if len(good) == len(more) {
			s.kept = append(s.kept, good...)
			s.files, s.record, s.partly = next.change.New, next.record, next.part != ""
			return s, nil
		}
		more = good // counted again, without those that are rejected
	}
	return s, nil
}

// blame rejects each candidate of a step that alone can be the reason for a regression, or that
// would be one by itself. Where there is none, it returns those that are left in the groups in
// which they are to be tried: those that may be the reason come after the others, halves where
// that divides nothing.
func (s state) blame(next step, grown []regression) [][]int {
	if len(grown) == 0 {
		return nil
	}
	doubtful := map[int]bool{}
	for _, r := range grown {
		suspects := s.suspects(next, r.benchmark)
		if len(s.accepted(suspects)) < len(suspects) {
			continue // it is counted again without those that are rejected
		}
		if len(suspects) == 1 {
			s.verdicts[suspects[0]] = reject(alloc.Verdict{Judge: judge}, "%s", r)
			continue
		}
		if found := s.blamed(next, r.benchmark, suspects); len(found) > 0 {
			for i, reason := range found {
				s.verdicts[i] = reject(alloc.Verdict{Judge: judge}, "%s",
					regression{r.benchmark, reason})
			}
			continue
		}
		for _, i := range suspects {
			doubtful[i] = true
		}
	}
	left := s.accepted(next.more)
	if len(left) < len(next.more) {
		return nil // counted again, without those that are rejected
	}
	var groups [2][]int
	for _, i := range left {
		if doubtful[i] {
			groups[1] = append(groups[1], i)
		} else {
			groups[0] = append(groups[0], i)
		}
	}
	switch {
	case len(groups[0]) > 0 && len(groups[1]) > 0:
		return groups[:]
	case len(left) == 1:
		return [][]int{left}
	}
	return [][]int{left[:len(left)/2], left[len(left)/2:]}
}

// dropIdle rejects the candidates of a step that gain nothing, whatever others do. It reports
// whether there are any.
func (s state) dropIdle(next step) bool {
	for _, i := range next.more {
		if s.inCallers(i) {
			continue
		}
		if v := s.gain(i, next.before, next); v.Outcome == alloc.Rejected {
			s.verdicts[i] = v
		}
	}
	return len(s.accepted(next.more)) < len(next.more)
}

// suspects returns the candidates of a step of which a function that they change runs in a
// benchmark, before or after it; all of them without one.
func (s state) suspects(next step, benchmark string) []int {
	if len(next.more) == 1 || benchmark == "" {
		return next.more
	}
	var list []int
	for _, i := range next.more {
		if verify.Running(s.record, s.changed[i])[benchmark] ||
			verify.Running(next.record, s.changed[i])[benchmark] {
			list = append(list, i)
		}
	}
	return list
}

// step is a measurement of what is kept with some more candidates.
type step struct {
	more   []int
	funcs  []string      // that these are about
	change verify.Change // Old is the code with what is kept
	before *alloc.Record // of the benchmarks that the new code can still run
	record *alloc.Record
	part   string // matches the benchmarks that were counted; "" for all
}

// measure counts the code with more candidates. It returns why nothing can be measured where
// that is so: then the step has no record.
func (t tracer) measure(ctx context.Context, s state, more []int) (
	next step, unable []regression, err error) {
	list := s.candidates(slices.Concat(s.kept, more))
	next = step{more: more, funcs: s.funcs(more)}
	if next.change, err = s.change.With(list); err != nil {
		return next, nil, err
	}
	next.change.Old = s.files
	concerned := t.concerned(s, more)
	if concerned != nil {
		next.part = pattern(s.record, func(b alloc.Benchmark) bool {
			return concerned[b.FullName()]
		})
	}
	now, err := t.trace(ctx, next.change.New, "now", next.part)
	if ctx.Err() != nil {
		return next, nil, ctx.Err()
	}
	if err != nil {
		return next, []regression{{reason: "it cannot be measured: " + err.Error()}}, nil
	}
	if concerned != nil {
		if now, err = unconcerned(s.record, now, concerned, next.change); err != nil {
			return next, nil, err
		}
	}
	next.before = replayable(s.record, now)
	next.record, err = dropNoise(next.before, knownTo(next.before, now), next)
	return next, nil, err
}

// replayable returns old without replays that now lacks: their functions are gone or are
// called differently. What the new code does is for the judges of behaviour.
func replayable(old, now *alloc.Record) *alloc.Record {
	known := perOp(now)
	return verify.Restrict(old, func(b alloc.Benchmark) bool {
		_, there := known[b.FullName()]
		_, replays := b.Replays()
		return there || !replays
	})
}

// knownTo returns rec without the benchmarks that other lacks, because they failed or
// took too long there: what they allocate says nothing of a difference.
func knownTo(other, rec *alloc.Record) *alloc.Record {
	known := perOp(other)
	return verify.Restrict(rec, func(b alloc.Benchmark) bool {
		_, there := known[b.FullName()]
		return there
	})
}

// judgeGains gives each candidate of a step its verdict. There is a regression, of no
// benchmark, when what all of them gain has only shifted to callers, or may have been
// there before.
func (t tracer) judgeGains(ctx context.Context, s state, next step) ([]regression, error) {
	for _, i := range next.more {
		if len(next.more) > 1 && s.inCallers(i) {
			return []regression{{reason: shiftedReason}}, nil
		}
		s.verdicts[i] = s.gain(i, next.before, next)
	}
	if len(s.accepted(next.more)) < len(next.more) {
		return nil, nil
	}
	if err := t.confirm(ctx, s, next); err != nil || len(s.accepted(next.more)) < len(next.more) {
		return nil, err
	}
	moved, err := t.shifts(ctx, next, func(old *alloc.Record, next step) (all []alloc.Verdict) {
		for _, i := range next.more {
			all = append(all, s.gain(i, old, next))
		}
		return all
	})
	if moved {
		return []regression{{reason: shiftedReason}}, nil
	}
	return nil, err
}

// gain judges a candidate by its function, from old to the step, by the benchmarks that
// both have.
func (s state) gain(i int, old *alloc.Record, next step) alloc.Verdict {
	v := s.less(i, old, next)
	if e := v.Evidence.ObjectsPerOp; v.Outcome == alloc.Accepted &&
		s.change.Candidates[i].ObjectsOnly && e[1] >= e[0]-tolerance(e[0]) {
		return reject(v, "nothing is gained: %s objects per operation, which are only smaller",
			figure(e[0], e[1]))
	}
	return v
}

// less judges whether a candidate's function allocates fewer objects, or smaller ones.
func (s state) less(i int, old *alloc.Record, next step) alloc.Verdict {
	fn := s.change.Candidates[i].Func
	old, next.record = knownTo(next.record, old), knownTo(old, next.record)
	v := attributed(old, next.record, fn, next.funcs)
	if !s.inCallers(i) {
		return v
	}
	runs := verify.Running(s.before, []string{fn})
	all := reducedFrom(totalOf(old, runs), totalOf(next.record, runs), []string{fn})
	if all.Outcome == alloc.Accepted {
		return all
	}
	return v
}

// together judges whether the change as a whole gains.
func (t tracer) together(ctx context.Context, s state, m verify.Measurements) (
	verify.Judgement, error) {
	var all []int
	for i := range s.change.Candidates {
		all = append(all, i)
	}
	next, grown, err := t.measure(ctx, s, all)
	if err == nil && next.record != nil {
		grown, err = t.heavier(ctx, next.before, next)
	}
	if err != nil {
		return verify.Judgement{}, err
	}
	v, err := t.jointVerdict(ctx, next, grown)
	if err != nil {
		return verify.Judgement{}, err
	}
	j := verify.All(s.change, v)
	if next.record != nil {
		j.After = verify.Merge(m.Before, next.record)
	}
	return j, nil
}

// jointVerdict judges functions that are rewritten together. Grown are the benchmarks that
// became heavier.
func (t tracer) jointVerdict(ctx context.Context, next step, grown []regression) (
	alloc.Verdict, error) {
	if len(grown) > 0 {
		return reject(alloc.Verdict{Judge: judge}, "%s", grown[0]), nil
	}
	v := reduced(next.before, next.record, next.funcs)
	if v.Outcome != alloc.Accepted {
		return v, nil
	}
	moved, err := t.shifts(ctx, next, func(old *alloc.Record, next step) []alloc.Verdict {
		return []alloc.Verdict{reduced(old, next.record, next.funcs)}
	})
	if moved {
		v = reject(v, "%s", shiftedReason)
	}
	return v, err
}
