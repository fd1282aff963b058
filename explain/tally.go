package explain

import (
	"cmp"
	"maps"
	"slices"

	"github.com/wring-go/wring/alloc"
)

// key tells sites apart. Where a line does several things that end in the same
// frame with the same type, the cause does; but the cause as it is without the
// compiler's facts, or a site would be another one where more of them are known.
type key struct {
	pkg   string
	own   alloc.Frame
	leaf  alloc.Frame
	typ   string
	cause string
}

func keyOf(t *trail, cause string) key {
	pkg := t.own.own
	if pkg == "" {
		pkg = t.own.pkg
	}
	return key{pkg: pkg, own: t.own.Frame, leaf: t.leaf().Frame, typ: t.typ, cause: cause}
}

// tally adds up the samples of one site.
type tally struct {
	objects, bytes, firstUse uint64
	sampled                  alloc.Sampled

	sizes  map[size]uint64
	perOp  map[int]*load // by benchmark
	stacks map[int]*load
	labels map[int]*load // by set of labels

	// speaker is the trail with the most objects; it gives the remark, the
	// column and the note of the site.
	speaker *trail
	rule    rule
	weight  uint64
}

type size struct{ asked, charged uint64 }

type load struct{ objects, bytes uint64 }

func newTally() *tally {
	return &tally{
		sizes:  make(map[size]uint64),
		perOp:  make(map[int]*load),
		stacks: make(map[int]*load),
		labels: make(map[int]*load),
	}
}

func (y *tally) add(t *trail, r rule, s alloc.Sample) {
	first := min(s.FirstUse, s.Objects)
	y.objects += s.Objects
	y.bytes += s.Bytes()
	y.firstUse += first
	if s.Objects > 0 {
		y.sizes[size{s.Size, s.Charged}] += s.Objects
	}
	addLoad(y.stacks, s.Stack, s.Objects, s.Charged)
	addLoad(y.labels, s.Labels, s.Objects, s.Charged)
	addLoad(y.perOp, s.Benchmark, s.Objects-first, s.Charged)
	if s.Objects > y.weight || y.speaker == nil {
		y.speaker, y.rule, y.weight = t, r, s.Objects
	}
}

func addLoad(loads map[int]*load, i int, objects, charged uint64) {
	if loads[i] == nil {
		loads[i] = new(load)
	}
	loads[i].objects += objects
	loads[i].bytes += objects * charged
}

// finding returns y as a finding, with all digits of its ID.
func (x *index) finding(k key, y *tally) alloc.Finding {
	t := y.speaker
	return alloc.Finding{
		Site: alloc.Site{
			ID:      idOf(k),
			Package: k.pkg,
			Func:    k.own.Func,
			File:    x.showOwn(k.own.File),
			Line:    k.own.Line,
			Column:  column(t),
			Source:  t.text,
			Leaf: alloc.Leaf{
				Func: k.leaf.Func,
				File: x.showLeaf(k.leaf.File),
				Line: k.leaf.Line,
			},
			Type: k.typ,
		},
		Count: alloc.Count{
			Sizes:    y.sortedSizes(),
			Objects:  y.objects,
			Bytes:    y.bytes,
			FirstUse: y.firstUse,
			PerOp:    x.perOp(y.perOp),
			Sampled:  x.sampledOf(y),
		},
		Cause:      y.rule.Name,
		Note:       note(t, y.rule),
		Reasons:    reasons(t.fact),
		Techniques: []string{},
		Stacks:     x.weighed(y.stacks),
		Flow:       flow(t.fact),
	}
}

// column returns where the own line's remark stands in it, or 0. For code that
// was inlined into the own line, that is the call.
func column(t *trail) int {
	if t.fact == nil {
		return 0
	}
	for _, p := range append([]alloc.Position{t.fact.Position}, t.fact.Inlined...) {
		if t.own.at() == (place{p.File, p.Line}) {
			return p.Column
		}
	}
	return 0
}

func flow(f *alloc.Fact) []alloc.Step {
	if f == nil {
		return nil
	}
	return f.Flow
}

func (y *tally) sortedSizes() []alloc.Size {
	sizes := make([]alloc.Size, 0, len(y.sizes))
	for s, n := range y.sizes {
		sizes = append(sizes, alloc.Size{Size: s.asked, Charged: s.charged, Objects: n})
	}
	slices.SortFunc(sizes, func(a, b alloc.Size) int {
		return cmp.Or(cmp.Compare(a.Size, b.Size), cmp.Compare(a.Charged, b.Charged))
	})
	return sizes
}

// perOp divides by the operations of each benchmark, in the record's order. A
// benchmark that the site is used by on first use only is left out.
func (x *index) perOp(loads map[int]*load) []alloc.PerOp {
	rates := make([]alloc.PerOp, 0, len(loads))
	for _, i := range slices.Sorted(maps.Keys(loads)) {
		l := loads[i]
		if l.objects == 0 || i < 0 || i >= len(x.rec.Benchmarks) {
			continue
		}
		b := x.rec.Benchmarks[i]
		n := float64(max(b.N, 1))
		rates = append(rates, alloc.PerOp{
			Benchmark: b.FullName(),
			Objects:   float64(l.objects) / n,
			Bytes:     float64(l.bytes) / n,
		})
	}
	return rates
}

// weighed returns the stacks of a site, heaviest first.
func (x *index) weighed(loads map[int]*load) []alloc.Stack {
	order := slices.Sorted(maps.Keys(loads))
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(loads[b].objects, loads[a].objects)
	})
	stacks := make([]alloc.Stack, 0, len(order))
	for _, i := range order {
		s := alloc.Stack{Frames: []alloc.Frame{}, Objects: loads[i].objects, Bytes: loads[i].bytes}
		if i >= 0 && i < len(x.stacks) {
			for _, c := range x.stacks[i] {
				s.Frames = append(s.Frames, c.Frame)
			}
		}
		stacks = append(stacks, s)
	}
	return stacks
}
