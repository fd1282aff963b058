package timing

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/clock"
	"github.com/wring-go/wring/verify"
)

const (
	defaultTime = 40 * time.Millisecond
	// repeats is into how many parts a run is divided, of which the fastest ones count.
	repeats = 16
	// mostOfLeft is into how many parts what is left of the time is divided, of which one race
	// takes one at most: a benchmark that noise keeps undecided leaves the rest to others.
	mostOfLeft = 4
	// Of a single run, which is rarely longer than a tenth of a second.
	leastTimeout, mostTimeout = 5 * time.Second, time.Minute
	// mostRivals is how many changes share the runs of the old code.
	mostRivals = 4
)

// entry is a change that is judged as one.
type entry struct {
	verify.Change
	benchmarks map[string][]string // names, by the path of their package
	otherwise  []verify.Change     // what is timed instead if the change does not build
	class      int                 // entries of one class have the same change
	shared     bool                // others have it, too
	brief      bool                // its verdict is no evidence: a clear gain needs few rounds

	results []result
	late    bool // there was no time left for some of the benchmarks
}

// race times the benchmarks of packages before and after each of some changes, which have
// the old code in common, and judges each as one. A change that makes one benchmark slower
// is timed no further.
func (opt Options) race(ctx context.Context, packages []alloc.Package, entries []*entry) (
	[]alloc.Verdict, error) {
	for _, p := range packages {
		list := slices.DeleteFunc(slices.Clone(entries), func(e *entry) bool {
			return len(e.benchmarks[p.Path]) == 0 || decided(e.results, slower)
		})
		for _, group := range rivalry(list) {
			if opt.over() {
				for _, e := range group {
					e.late = true
				}
				continue
			}
			if err := opt.racePackage(ctx, group, p); err != nil {
				return make([]alloc.Verdict, len(entries)), err
			}
		}
	}
	var verdicts []alloc.Verdict
	for _, e := range entries {
		v := verdict(e.results)
		unknown := v.Outcome == alloc.Unknown && len(e.results) > 0 && opt.over()
		if unknown || e.late && v.Outcome != alloc.Rejected {
			v = verify.OutOfTime(judge, "timed")
		}
		verdicts = append(verdicts, v)
	}
	return verdicts, nil
}

// rivalry divides entries into those that race at the same time: of a few classes.
func rivalry(list []*entry) [][]*entry {
	list = slices.SortedStableFunc(slices.Values(list), func(a, b *entry) int {
		return cmp.Compare(a.class, b.class)
	})
	var groups [][]*entry
	var classes []int // of the last group
	for _, e := range list {
		if !slices.Contains(classes, e.class) {
			if len(classes)%mostRivals == 0 {
				groups, classes = append(groups, nil), nil
			}
			classes = append(classes, e.class)
		}
		last := &groups[len(groups)-1]
		*last = append(*last, e)
	}
	return groups
}

func (opt Options) over() bool { return opt.Left != nil && opt.Left() <= 0 }

// timeout returns how long a single run may take.
func (opt Options) timeout() time.Duration {
	if opt.Left == nil {
		return mostTimeout
	}
	return min(mostTimeout, max(leastTimeout, opt.Left()/(2*mostOfLeft)))
}

// share returns what reports whether one of so many parts of the time that is left is over.
func (opt Options) share(parts time.Duration) func() bool {
	if opt.Left == nil {
		return func() bool { return false }
	}
	end := opt.Left() - opt.Left()/parts
	return func() bool { return opt.Left() <= end }
}

func decided(list []result, d decision) bool {
	return slices.ContainsFunc(list, func(r result) bool { return r.decision == d })
}

// racePackage runs the benchmarks of a package before and after the changes round by round,
// and adds the results to the entries.
func (opt Options) racePackage(ctx context.Context, group []*entry, p alloc.Package) error {
	old, err := opt.binary(ctx, group[0].Change, group[0].Old, p)
	if err != nil {
		return err
	}
	var rivals []clock.Binary
	var all []string
	lanes := make([]int, len(group)) // which rival an entry is
	for i, e := range group {
		all = append(all, e.benchmarks[p.Path]...)
		same := slices.IndexFunc(group[:i], func(f *entry) bool {
			return f.class == e.class && f.shared && e.shared
		})
		if same >= 0 {
			lanes[i] = lanes[same]
			continue
		}
		now, err := opt.binary(ctx, e.Change, e.New, p)
		for err != nil && ctx.Err() == nil && e.next() {
			now, err = opt.binary(ctx, e.Change, e.New, p)
		}
		if err != nil {
			return err
		}
		if lanes[i] = slices.Index(rivals, now); lanes[i] < 0 {
			lanes[i] = len(rivals)
			rivals = append(rivals, now)
		}
	}
	slices.Sort(all)
	if opt.Alone != nil {
		defer opt.Alone()()
	}
	r, err := clock.Begin(ctx, old, rivals, opt.clock(group[0], slices.Compact(all)))
	if err != nil {
		return err
	}
	defer r.End()
	defer opt.dropOrders(group, p)
	var heats []*heat
	for i, e := range group {
		heats = append(heats, newHeat(e.brief, lanes[i],
			ofNames(r.Times(lanes[i]), e.benchmarks[p.Path])))
	}
	for again := true; again; {
		if err := opt.rounds(ctx, r, heats); err != nil {
			return err
		}
		if again, err = opt.reconsider(ctx, group, heats, p); err != nil {
			return err
		}
	}
	for i, e := range group {
		for _, b := range heats[i].results() {
			b.name = p.Path + "." + b.name
			e.results = append(e.results, b)
		}
	}
	return nil
}

// clock returns how the clock runs benchmarks for an entry.
func (opt Options) clock(e *entry, benchmarks []string) clock.Options {
	return clock.Options{Time: cmp.Or(opt.Time, defaultTime), Repeats: repeats, Pin: true,
		Processor: opt.processor != nil, Benchmarks: benchmarks, Env: e.Env,
		Timeout: opt.timeout(), Known: opt.known}
}

// ofNames returns the times of some benchmarks.
func ofNames(times map[string]*clock.Times, names []string) map[string]*clock.Times {
	maps.DeleteFunc(times, func(name string, _ *clock.Times) bool {
		return !slices.Contains(names, name)
	})
	return times
}

// rounds goes on until all heats are over, or there is no more time for them.
func (opt Options) rounds(ctx context.Context, r *clock.Race, heats []*heat) error {
	last := looks[len(looks)-1]
	if opt.Rounds > 0 {
		last = min(opt.Rounds, last)
	}
	enough := opt.share(mostOfLeft)
	for !opt.over() {
		racing := slices.DeleteFunc(slices.Clone(heats), func(h *heat) bool {
			return len(h.open) == 0
		})
		if len(racing) == 0 || !slices.ContainsFunc(racing, (*heat).young) && enough() {
			break
		}
		most := last
		for _, h := range racing {
			most = min(most, h.wait(last))
		}
		n, err := r.Rounds(ctx, most, func(rival int, name string) bool {
			return slices.ContainsFunc(racing, func(h *heat) bool {
				return h.lane == rival && h.open[name]
			})
		})
		if err != nil {
			return err
		}
		for _, h := range racing {
			h.look(n, last, r.Beside)
		}
		for _, h := range racing {
			for _, name := range h.leaving {
				for _, other := range racing { // those of one lane share their times
					other.keep(name)
				}
				r.Apart(name)
			}
		}
	}
	for _, h := range heats {
		h.close()
	}
	return nil
}

// heat is a change against the old code, by the benchmarks of one package.
type heat struct {
	brief   bool
	lane    int                     // the rival whose times it has
	rounds  int                     // that it has had
	times   map[string]*clock.Times // of its benchmarks, which grow
	open    map[string]bool         // benchmarks that need more rounds
	known   map[string]result       // those that do not
	leaving []string                // those that are to go on alone after this look
	first   map[string]result       // by the rounds beside others, of those that did
}

func newHeat(brief bool, lane int, times map[string]*clock.Times) *heat {
	h := &heat{brief: brief, lane: lane, times: times, open: map[string]bool{},
		known: map[string]result{}, first: map[string]result{}}
	for name := range times {
		h.open[name] = true
	}
	return h
}

// young reports whether the heat had fewer rounds than its first look takes.
func (h *heat) young() bool { return h.rounds < looks[0] }

// mostBeside is after how many rounds beside others a benchmark that is still undecided goes on
// alone.
var mostBeside = looks[2]

// wait returns after how many rounds, of last in all, the next look is due.
func (h *heat) wait(last int) int {
	rounds := last - h.rounds
	if h.brief && h.rounds < briefly {
		rounds = briefly - h.rounds
	}
	for name := range h.open {
		for _, look := range looks {
			if n := len(h.times[name].Old); n < look {
				rounds = min(rounds, look-n)
			}
		}
	}
	return rounds
}

// look judges the benchmarks after n rounds. When one is slower the heat is over, and so it is
// after the last round. Beside others, which may leave what looks like a loss of a percent or two,
// none is slower: it goes on alone, as does what no number of rounds would decide.
func (h *heat) look(n, last int, beside func(name string) bool) {
	h.rounds += n
	h.leaving = nil
	if h.brief && h.rounds == briefly {
		for name := range h.open {
			if gains(paired(h.times[name].Old, h.times[name].New)) {
				delete(h.open, name)
				h.known[name] = result{decision: unharmed}
			}
		}
	}
	if h.rounds >= last {
		h.close()
		return
	}
	if !h.due() {
		return
	}
	for _, b := range results(h.times, false) {
		switch {
		case !h.open[b.name] || !slices.Contains(looks, b.n):
		case b.decision != unharmed && beside(b.name):
			if b.decision == slower || b.n >= mostBeside {
				h.leaving = append(h.leaving, b.name)
			}
		case b.decision != undecided:
			h.known[b.name] = b
			delete(h.open, b.name)
		}
	}
	if h.lost() {
		clear(h.open)
		h.leaving = nil
	}
}

// due reports whether a benchmark that is open has had as many rounds as a look takes.
func (h *heat) due() bool {
	for name := range h.open {
		if slices.Contains(looks, len(h.times[name].Old)) {
			return true
		}
	}
	return false
}

// keep notes what the rounds so far say of a benchmark that goes on alone, should that be all.
func (h *heat) keep(name string) {
	for _, b := range results(h.times, true) {
		if b.name == name && h.open[name] {
			h.first[name] = b
		}
	}
}

// judged returns what all rounds say of each benchmark in the end: those beside others where it had
// fewer alone than a look takes.
func (h *heat) judged() []result {
	earlier := maps.Clone(h.first)
	maps.Copy(earlier, h.known)
	list := slices.DeleteFunc(results(h.times, true), func(b result) bool {
		return b.n < looks[0] && earlier[b.name].n >= looks[0]
	})
	for name, b := range earlier {
		if b.n >= looks[0] && !slices.ContainsFunc(list, func(other result) bool {
			return other.name == name
		}) {
			list = append(list, b)
		}
	}
	slices.SortFunc(list, func(a, b result) int { return cmp.Compare(a.name, b.name) })
	return list
}

// close judges what is still open by the rounds so far: there will be no more.
func (h *heat) close() {
	for _, b := range h.judged() {
		if h.open[b.name] && !h.young() {
			h.known[b.name] = b
		}
	}
	clear(h.open)
}

// lost reports whether a benchmark is slower.
func (h *heat) lost() bool { return decided(slices.Collect(maps.Values(h.known)), slower) }

// results returns what is known of the benchmarks in the end.
func (h *heat) results() []result {
	list := h.judged()
	for i, b := range list {
		if k, ok := h.known[b.name]; ok { // at the look at which its rounds ended
			list[i].decision, list[i].orders, list[i].inOrders = k.decision, k.orders, k.inOrders
		} else if h.lost() {
			list[i].decision = undecided // another one has ended the race
		}
	}
	return list
}
