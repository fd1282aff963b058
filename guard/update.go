package guard

import (
	"fmt"
	"slices"
)

// Learn turns runs of the same benchmarks into entries, each with the largest
// amount measured and the spread between runs. It returns an error if a
// benchmark is missing from a run, or if its runs differ in iterations.
func Learn(runs [][]Measured) ([]Entry, error) {
	var entries []Entry
	for i, first := range runs[0] {
		e := entryOf(first)
		for _, run := range runs[1:] {
			if len(run) != len(runs[0]) || run[i].FullName() != first.FullName() {
				return nil, fmt.Errorf("the benchmarks are not the same in each run, as with %s: "+
					"a budget needs fixed names", first.FullName())
			}
			e = e.widen(run[i])
		}
		entries = append(entries, e)
	}
	return entries, nil
}

func entryOf(m Measured) Entry {
	e := Entry{Package: m.Package, Name: m.Name, N: m.N,
		Objects: Figure{Most: m.Objects}, Bytes: Figure{Most: m.Bytes}}
	for _, s := range m.Sites {
		e.Sites = append(e.Sites, s.Site)
	}
	return e
}

// widen extends e to cover m. Its sites are those of the run with most objects.
func (e Entry) widen(m Measured) Entry {
	if m.Objects > e.Objects.Most {
		e.Sites, e.N = entryOf(m).Sites, m.N
	}
	e.Objects = e.Objects.widen(m.Objects, 0)
	e.Bytes = e.Bytes.widen(m.Bytes, RateOf(tinyBlock, m.N))
	return e
}

// widen extends f to cover r, and ignores a difference within the slack.
func (f Figure) widen(r, slack Rate) Figure {
	low, high := min(f.Most.minus(f.Spread), r), max(f.Most, r)
	if high-low <= slack {
		return Figure{Most: high}
	}
	return Figure{Most: high, Spread: high - low}
}

// Update replaces the entries of packages in b's section for the build, and
// returns a line for each change. An old entry that varies and covers the new
// one is kept, so that chance does not look like a change.
func Update(b *Budget, key Key, toolchain string, entries []Entry,
	replaced func(pkg string) bool) (changes []string) {
	s := b.Section(key)
	if s == nil {
		s = &Section{Key: key}
		b.Sections = append(b.Sections, s)
		changes = append(changes, "new section for "+key.String())
	}
	old := s.Entries
	s.Toolchain, s.Entries = toolchain, nil
	for _, e := range old {
		if !replaced(e.Package) {
			s.Entries = append(s.Entries, e)
			continue
		}
		if !slices.ContainsFunc(entries, func(n Entry) bool { return n.compare(e) == 0 }) {
			changes = append(changes, fmt.Sprintf("- %s", e.line()))
		}
	}
	for _, e := range entries {
		i := slices.IndexFunc(old, func(o Entry) bool { return o.compare(e) == 0 })
		switch {
		case i < 0:
			changes = append(changes, fmt.Sprintf("+ %s", e.line()))
		case old[i].covers(e):
			e = old[i]
		default:
			changes = append(changes, "~ "+old[i].change(e))
		}
		s.Entries = append(s.Entries, e)
	}
	slices.SortFunc(s.Entries, Entry.compare)
	return changes
}

// covers reports whether n equals e or, if e varies, lies within its range.
func (e Entry) covers(n Entry) bool {
	slack := RateOf(tinyBlock, n.N)
	same := e.Objects == n.Objects && e.Bytes.covers(n.Bytes, slack) &&
		slices.EqualFunc(e.Sites, n.Sites, func(s, t Site) bool {
			return s.key() == t.key() && s.Objects == t.Objects
		})
	varies := e.Objects.Spread > 0 || e.Bytes.Spread > 0
	return same || varies && e.Objects.covers(n.Objects, 0) && e.Bytes.covers(n.Bytes, slack)
}

// covers reports whether g equals f or, if f varies, lies within its range.
func (f Figure) covers(g Figure, slack Rate) bool {
	if f.Spread == 0 {
		return g.Spread == 0 && max(f.Most, g.Most)-min(f.Most, g.Most) <= slack
	}
	return g.Most <= f.Limit().plus(slack) && g.Most.minus(g.Spread).plus(slack) >= f.Floor()
}

func (e Entry) line() string { return e.FullName() + ": " + e.figures() }

// change describes how n differs from e.
func (e Entry) change(n Entry) string {
	if e.figures() == n.figures() {
		return e.line() + ", from other sites"
	}
	return e.line() + " → " + n.figures()
}

// figures formats the entry's figures.
func (e Entry) figures() string {
	return fmt.Sprintf("%v allocs/op%s, %v B/op%s", e.Objects.Most, e.Objects.plusMinus(),
		e.Bytes.Most, e.Bytes.plusMinus())
}

func (f Figure) plusMinus() string {
	if f.Spread == 0 {
		return ""
	}
	return fmt.Sprintf(" ±%v", f.Spread)
}
