package web

import (
	"slices"

	"github.com/wring-go/wring/alloc"
)

// stackSet is weighed call stacks, what the flame graph draws. The zero value is
// an empty graph.
type stackSet struct {
	Units   []unit   // at least one when there are samples; the first is shown first
	Kinds   []string // by what stacks can be coloured and chosen, such as "type" and "cause"
	Tags    [][]string
	Frames  []alloc.Frame
	Stacks  [][]int // each leaf first, as indices into Frames
	Samples []weight
}

// unit is what values count.
type unit struct {
	Name string `json:"name"` // "objects"
	Unit string `json:"unit"` // count, bytes or nanoseconds
}

// weight is what a stack weighs under one tag.
type weight struct {
	Stack  int     // index into Stacks.Stacks
	Tag    int     // index into Stacks.Tags: the values of the kinds, in their order
	Values []int64 // one for each unit, none negative
}

// tagger gives a number to each combination of values.
type tagger struct {
	tags [][]string
	seen map[string]int
}

func (t *tagger) tag(values ...string) int {
	key := ""
	for _, v := range values {
		key += v + "\x00"
	}
	if at, ok := t.seen[key]; ok {
		return at
	}
	if t.seen == nil {
		t.seen = make(map[string]int)
	}
	t.seen[key] = len(t.tags)
	t.tags = append(t.tags, values)
	return len(t.tags) - 1
}

// objectUnits are those of allocations.
var objectUnits = []unit{{"objects", "count"}, {"bytes", "bytes"}}

// stacksOfRecord returns the stacks of a record, each sample with its site's
// cause, with what is known about its rewrite and budget, and with its benchmark.
func stacksOfRecord(rec *alloc.Record, rep alloc.Report, known knowledge) stackSet {
	s := stackSet{Units: objectUnits, Frames: rec.Frames, Stacks: rec.Stacks,
		Kinds: []string{"type", "cause", "rewrite", "budget", "benchmark", "occurs"}}
	var tags tagger
	places := newPlaces(rec, rep)
	for _, sample := range rec.Samples {
		f := places.find(sample)
		bench := rec.Benchmarks[sample.Benchmark].FullName()
		cause, rewrite, id := "unknown", "none known", ""
		if f != nil {
			cause, rewrite, id = f.Cause, known.rewrite(f), f.ID
		}
		budget := known.budget(id, bench)
		for i, n := range []uint64{sample.Objects - sample.FirstUse, sample.FirstUse} {
			if n == 0 {
				continue
			}
			when := []string{"with each operation", "on first use"}[i]
			s.Samples = append(s.Samples, weight{sample.Stack,
				tags.tag(typeName(sample.Type), cause, rewrite, budget, bench, when),
				[]int64{int64(n), int64(n * sample.Charged)}})
		}
	}
	s.Tags = tags.tags
	return s
}

// stacksOfReport returns the stacks of the findings, for reports whose record is
// not at hand. They do not say which benchmark each object belongs to.
func stacksOfReport(rep alloc.Report, known knowledge) stackSet {
	s := stackSet{Units: objectUnits, Kinds: []string{"type", "cause", "rewrite"}}
	var tags tagger
	frames := make(map[alloc.Frame]int)
	for i := range rep.Sites {
		f := &rep.Sites[i]
		tag := tags.tag(typeName(f.Type), f.Cause, known.rewrite(f))
		for _, stack := range f.Stacks {
			var list []int
			for _, frame := range stack.Frames {
				at, ok := frames[frame]
				if !ok {
					at = len(s.Frames)
					frames[frame] = at
					s.Frames = append(s.Frames, frame)
				}
				list = append(list, at)
			}
			s.Samples = append(s.Samples, weight{len(s.Stacks), tag,
				[]int64{int64(stack.Objects), int64(stack.Bytes)}})
			s.Stacks = append(s.Stacks, list)
		}
	}
	s.Tags = tags.tags
	return s
}

// places finds the site that a sample belongs to.
type places struct {
	rec   *alloc.Record
	sites map[placeKey]*alloc.Finding
}

// placeKey is a place and what is allocated there. The site's own frame is kept
// apart from the leaf by the line: two sites on a line differ in type or leaf.
type placeKey struct {
	file string
	line int
	leaf string
	typ  string
}

func newPlaces(rec *alloc.Record, rep alloc.Report) places {
	p := places{rec, make(map[placeKey]*alloc.Finding)}
	for i := range rep.Sites {
		f := &rep.Sites[i]
		for _, leaf := range []string{f.Leaf.Func, ""} {
			key := placeKey{f.File, f.Line, leaf, f.Type}
			if p.sites[key] == nil { // heaviest first
				p.sites[key] = f
			}
		}
	}
	return p
}

// find walks from the leaf outwards to the first frame that has a site.
func (p places) find(s alloc.Sample) *alloc.Finding {
	stack := p.rec.Stacks[s.Stack]
	for _, leaf := range []bool{true, false} {
		for i, at := range stack {
			frame := p.rec.Frames[at]
			key := placeKey{relative(p.rec.ModuleDir, frame.File), frame.Line, "", s.Type}
			if leaf {
				key.leaf = p.rec.Frames[stack[0]].Func
			}
			if f := p.sites[key]; f != nil && (i == 0 || !leaf || f.Func == frame.Func) {
				return f
			}
		}
	}
	return nil
}

// knowledge is what other documents say about sites.
type knowledge struct {
	trials  []trialView
	guard   *alloc.GuardReport
	proven  map[string]bool
	dropped map[string]bool
	over    map[string]bool
	guarded bool
}

// learn prepares k for being asked.
func (k *knowledge) learn() {
	k.proven, k.dropped, k.over = map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, t := range k.trials {
		for _, id := range append(slices.Clone(t.Sites), t.Site) {
			if t.Accepted {
				k.proven[id] = true
			} else {
				k.dropped[id] = true
			}
		}
	}
	if k.guard == nil {
		return
	}
	k.guarded = true
	for _, p := range k.guard.Failures() {
		k.over[p.Benchmark] = true
		for _, s := range p.Sites {
			k.over[s.ID] = true
		}
	}
	delete(k.over, "")
}

// rewrite returns how far a rewrite of a site has come.
func (k knowledge) rewrite(f *alloc.Finding) string {
	switch {
	case k.proven[f.ID]:
		return "proven"
	case k.dropped[f.ID]:
		return "tried and dropped"
	case len(f.Techniques) > 0:
		return "proposed"
	}
	return "none known"
}

func (k knowledge) budget(site, bench string) string {
	switch {
	case !k.guarded:
		return "no budget known"
	case k.over[site], k.over[bench]:
		return "over budget"
	}
	return "within budget"
}

func typeName(t string) string {
	if t == "" {
		return "unknown"
	}
	return t
}
