package production

import (
	"math"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
)

// Rewritten says what became of the code, and how benchmarks counted it.
type Rewritten struct {
	Before, After []alloc.Finding // of benchmarks and replayed calls
	// Same are the benchmarks, by full name, that count the same as before: what
	// After says of them is not looked at.
	Same map[string]bool
	// Hunks are what changed in the files, by name, from the first line on.
	Hunks   map[string][]Hunk
	Reached func(Place) bool // reports whether tests run a line of the code before
	Claims  [][]Place        // of each rewrite: the lines of the code before it is for
}

// Hunk is lines that were replaced: those from First up to, and without, End,
// counted from 1. An empty range stands before First.
type Hunk struct{ Old, New Range }

// Range is lines from First up to, and without, End.
type Range struct{ First, End int }

func (r Range) holds(line int) bool { return r.First <= line && line < r.End }

// figures are objects and bytes per operation.
type figures [2]float64

func (f figures) plus(g figures) figures { return figures{f[0] + g[0], f[1] + g[1]} }

// region is lines of the old code that became lines of the new: one that stayed,
// or a hunk. It is named by its first old line; an inserted hunk by the negative
// number of its first new one.
type region struct {
	file string
	at   int
}

// Report says what production holds, what of it benchmarks and tests reach, and
// what the rewrites remove; and for each rewrite what it removes.
func (b *Book) Report(r Rewritten) (*alloc.Production, []alloc.Portion) {
	p := &alloc.Production{Sources: b.sources, Total: b.total, CPUTime: b.seconds,
		AllCPU: b.cpu,
		Own:    b.share(b.own), Lines: slices.Clone(b.lines), Lost: b.lost,
		Unreached: []alloc.ProductionLine{}}
	removed := r.removed(p.Lines)
	for i := range p.Lines {
		p.Lines[i].Removed = removed[i]
	}
	p.Removed = b.weighted(p.Lines, func(l alloc.ProductionLine) figures { return l.Removed })
	b.reach(p, r)
	return p, b.perRewrite(p.Lines, r.Claims)
}

// weighted returns a part of each line as a share of everything. Time goes with
// the objects.
func (b *Book) weighted(lines []alloc.ProductionLine,
	part func(alloc.ProductionLine) figures) alloc.Portion {
	var objects, bytes, cpu []alloc.Term
	for _, l := range lines {
		f := part(l)
		objects = append(objects, alloc.Term{Part: f[0], Sum: l.Held.Objects})
		bytes = append(bytes, alloc.Term{Part: f[1], Sum: l.Held.Bytes})
		cpu = append(cpu, alloc.Term{Part: f[0], Sum: l.Held.CPU})
	}
	return alloc.Portion{Objects: alloc.Weighted(objects, b.total.Objects),
		Bytes: alloc.Weighted(bytes, b.total.Bytes), CPU: alloc.Weighted(cpu, b.cpu)}
}

// perRewrite divides what is removed at a line among the rewrites that claim it.
func (b *Book) perRewrite(lines []alloc.ProductionLine, claims [][]Place) []alloc.Portion {
	claimed := map[Place]int{}
	for _, list := range claims {
		for _, at := range list {
			claimed[at]++
		}
	}
	var shares []alloc.Portion
	for _, list := range claims {
		shares = append(shares, b.weighted(lines, func(l alloc.ProductionLine) figures {
			at := Place{l.File, l.Line}
			if l.Line == 0 || !slices.Contains(list, at) {
				return figures{}
			}
			n := float64(claimed[at])
			return figures{l.Removed[0] / n, l.Removed[1] / n}
		}))
	}
	return shares
}

// chance is the part of its figure by which a line may change that nothing was
// done to.
const chance = 0.01

// removed returns for each line of production the parts of its objects and bytes
// that are removed: what benchmarks count at its region before and after. What
// appears at lines that nothing stood at before is charged to the lines of its
// function, in proportion.
func (r Rewritten) removed(lines []alloc.ProductionLine) []figures {
	before, after := map[region]figures{}, map[region]figures{}
	whole, added := map[string]figures{}, map[string]figures{}
	funcs := map[region]string{}
	for _, f := range r.Before {
		at := r.old(f.File, f.Line)
		all, same := r.perOp(f)
		before[at] = before[at].plus(all).plus(same)
		after[at] = after[at].plus(same)
		fn := function(f.File, f.Func)
		whole[fn] = whole[fn].plus(all).plus(same)
	}
	for _, f := range r.After {
		at := r.new(f.File, f.Line)
		differ, _ := r.perOp(f)
		after[at] = after[at].plus(differ)
		funcs[at] = function(f.File, f.Func)
	}
	for at, a := range after {
		if before[at] == (figures{}) {
			added[funcs[at]] = added[funcs[at]].plus(a)
		}
	}
	out := make([]figures, len(lines))
	for i, l := range lines {
		if l.Line == 0 {
			continue
		}
		at := r.old(l.File, l.Line)
		fn := function(l.File, l.Func)
		for k := range 2 {
			if was := before[at][k]; was > 0 {
				if out[i][k] = 1 - after[at][k]/was; math.Abs(out[i][k]) < chance {
					out[i][k] = 0
				}
				if whole[fn][k] > 0 {
					out[i][k] -= added[fn][k] / whole[fn][k]
				}
			}
		}
	}
	return out
}

// function names the declaration that a line is in. The symbols of a program's
// main package have another path than those of its tests, so the file decides.
func function(file, full string) string { return file + " " + symbol.Parse(full).Name }

// perOp returns what one operation of each benchmark allocates at a site, of those
// that count differently now and of those that count the same.
func (r Rewritten) perOp(f alloc.Finding) (differ, same figures) {
	for _, p := range f.PerOp {
		if r.Same[p.Benchmark] {
			same = same.plus(figures{p.Objects, p.Bytes})
		} else {
			differ = differ.plus(figures{p.Objects, p.Bytes})
		}
	}
	return differ, same
}

// old returns the region of a line of the code before.
func (r Rewritten) old(file string, line int) region {
	for _, h := range r.Hunks[file] {
		if h.Old.holds(line) {
			return region{file, h.Old.First}
		}
	}
	return region{file, line}
}

// new returns the region of a line of the code after.
func (r Rewritten) new(file string, line int) region {
	shift := 0
	for _, h := range r.Hunks[file] {
		switch {
		case h.New.holds(line) && h.Old.First == h.Old.End:
			return region{file, -h.New.First}
		case h.New.holds(line):
			return region{file, h.Old.First}
		case h.New.End <= line:
			shift = h.Old.End - h.New.End
		}
	}
	return region{file, line + shift}
}

// most is how many lines that nothing reaches are named.
const most = 5

// reach says how much of production's own lines the benchmarks and tests reach.
func (b *Book) reach(p *alloc.Production, r Rewritten) {
	counted := map[Place]bool{}
	for _, f := range r.Before {
		counted[Place{f.File, f.Line}] = true
	}
	for i, l := range p.Lines {
		at := Place{l.File, l.Line}
		p.Lines[i].Reached = l.Line > 0 && (counted[at] || r.Reached != nil && r.Reached(at))
	}
	b.cover(p)
}

// cover adds up what is reached, and names the heaviest lines that are not.
func (b *Book) cover(p *alloc.Production) {
	var objects, bytes, cpu []alloc.Term
	for _, l := range p.Lines {
		part := 0.0
		switch {
		case l.Reached:
			part = 1
		case len(p.Unreached) < most:
			p.Unreached = append(p.Unreached, l)
		}
		objects = append(objects, alloc.Term{Part: part, Sum: l.Held.Objects})
		bytes = append(bytes, alloc.Term{Part: part, Sum: l.Held.Bytes})
		cpu = append(cpu, alloc.Term{Part: part, Sum: l.Held.CPU})
	}
	p.Reached = alloc.Portion{Objects: alloc.Weighted(objects, b.own.Objects),
		Bytes: alloc.Weighted(bytes, b.own.Bytes), CPU: alloc.Weighted(cpu, b.own.CPU)}
}
