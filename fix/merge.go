package fix

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/production"
)

// Merge makes one report of those of all shards of a run, which must be of one
// state of one module under one toolchain. What the shards took apart is added up:
// times, too. Written is false, whatever they say.
func Merge(reports []alloc.FixReport) (alloc.FixReport, error) {
	if len(reports) == 0 {
		return alloc.FixReport{}, errors.New("there is no report to merge")
	}
	reports = slices.Clone(reports)
	slices.SortStableFunc(reports, func(a, b alloc.FixReport) int {
		x, _ := ParseShard(a.Shard)
		y, _ := ParseShard(b.Shard)
		return cmp.Compare(x.Index, y.Index)
	})
	if err := complete(reports); err != nil {
		return alloc.FixReport{}, err
	}
	m := alloc.FixReport{Report: reports[0].Report}
	m.Benchmarks, m.After = mergeBenchmarks(reports)
	m.Sites, m.AfterSites = mergeSites(reports)
	m.Warnings = nil
	var dropped []alloc.Trial
	patches := map[string]string{}
	for _, r := range reports {
		for _, w := range r.Warnings {
			if !slices.Contains(m.Warnings, w) {
				m.Warnings = append(m.Warnings, w)
			}
		}
		for _, t := range r.Trials {
			if t.Accepted {
				m.Trials = append(m.Trials, t)
			} else {
				dropped = append(dropped, t)
			}
		}
		if err := divide(r, patches); err != nil {
			return alloc.FixReport{}, err
		}
		m.Seconds += r.Seconds
		m.Phases = addPhases(m.Phases, r.Phases)
	}
	m.Trials = append(m.Trials, dropped...)
	for name := range patches {
		m.Files = append(m.Files, name)
	}
	slices.Sort(m.Files)
	for _, name := range m.Files {
		m.Patch += patches[name]
	}
	for _, r := range reports {
		m.Varying = append(m.Varying, r.Varying...)
	}
	m.Production = production.Merge(reports)
	return m, nil
}

// complete wants each shard once, and all of the same code.
func complete(reports []alloc.FixReport) error {
	first := reports[0]
	for i, r := range reports {
		shard, err := ParseShard(r.Shard)
		switch {
		case err != nil:
			return err
		case r.Shard == "":
			return errors.New("a report is of no shard: make each with -shard I/N -json")
		case r.Module != first.Module || r.Go != first.Go || r.GOARCH != first.GOARCH:
			return fmt.Errorf("shard %s is of %s under %s, and shard %s of %s under %s", r.Shard,
				r.Module, r.Go, first.Shard, first.Module, first.Go)
		case shard.Of != len(reports) || shard.Index != i+1:
			return fmt.Errorf("%d reports were given, and shard %s is where %d/%d was wanted: "+
				"give the report of each shard once", len(reports), r.Shard, i+1, len(reports))
		}
	}
	return nil
}

// divide adds the parts of a report's patch by file.
func divide(r alloc.FixReport, patches map[string]string) error {
	starts := map[string]int{}
	for _, name := range r.Files {
		at := strings.Index("\n"+r.Patch, "\n--- a/"+name+"\n+++ b/"+name+"\n")
		if at < 0 {
			return fmt.Errorf("the patch of shard %s lacks %s", r.Shard, name)
		}
		if patches[name] != "" {
			return fmt.Errorf("shard %s and another one rewrite %s: were the packages the same?",
				r.Shard, name)
		}
		starts[name] = at
	}
	for name, at := range starts {
		end := len(r.Patch)
		for _, other := range starts {
			if other > at {
				end = min(end, other)
			}
		}
		patches[name] = r.Patch[at:end]
	}
	return nil
}

// mergeBenchmarks returns the benchmarks before, and after all shards: those that
// several have made lighter are lighter by the sum.
func mergeBenchmarks(reports []alloc.FixReport) (before, after []alloc.Benchmark) {
	at := map[string]int{}
	for _, r := range reports {
		was := map[string]alloc.Benchmark{}
		for _, b := range r.Benchmarks {
			was[b.FullName()] = b
			if _, ok := at[b.FullName()]; !ok {
				at[b.FullName()] = len(before)
				before, after = append(before, b), append(after, b)
			}
		}
		for _, is := range r.After {
			i, ok := at[is.FullName()]
			old := was[is.FullName()]
			if !ok || old == is {
				continue
			}
			if after[i] == before[i] {
				after[i] = is
				continue
			}
			after[i].Objects += is.Objects - old.Objects // modulo 2⁶⁴, so that it may fall
			after[i].Bytes += is.Bytes - old.Bytes
			after[i].RuntimeObjects += is.RuntimeObjects - old.RuntimeObjects
			after[i].RuntimeBytes += is.RuntimeBytes - old.RuntimeBytes
			after[i].FirstUseObjects += is.FirstUseObjects - old.FirstUseObjects
			after[i].FirstUseBytes += is.FirstUseBytes - old.FirstUseBytes
		}
	}
	return before, after
}

// place is what a site is known by in several reports: its id is only as long as
// one of them needs.
type place struct {
	site  alloc.Site
	cause string
}

func placeOf(f alloc.Finding) place {
	p := place{f.Site, f.Cause}
	p.site.ID, p.site.Source = "", ""
	return p
}

// mergeSites returns the sites before and after all shards. Each shard rewrites
// packages of its own: at a site in one of them, that shard's word counts.
func mergeSites(reports []alloc.FixReport) (before, after []alloc.Finding) {
	known := map[place]bool{}
	changed := map[place]*alloc.Finding{} // nil where it is gone
	var come []alloc.Finding
	rewritten := map[string]int{} // the reports that rewrote packages, counted from 1
	for i, r := range reports {
		for _, t := range r.Accepted() {
			rewritten[t.Package] = i + 1
		}
	}
	for i, r := range reports {
		was, is := map[place]alloc.Finding{}, map[place]alloc.Finding{}
		for _, f := range r.AfterSites {
			is[placeOf(f)] = f
		}
		for _, f := range r.Sites {
			p := placeOf(f)
			was[p] = f
			if !known[p] {
				known[p] = true
				before = append(before, f)
			}
			now, stays := is[p]
			switch {
			case rewritten[f.Package] != i+1 && rewritten[f.Package] != 0:
			case !stays:
				changed[p] = nil
			case now.Objects != f.Objects || now.Bytes != f.Bytes:
				changed[p] = &now
			}
		}
		for _, f := range r.AfterSites {
			if _, ok := was[placeOf(f)]; !ok && rewritten[f.Package] == i+1 {
				come = append(come, f)
			}
		}
	}
	for _, f := range before {
		switch now, ok := changed[placeOf(f)]; {
		case !ok:
			after = append(after, f)
		case now != nil:
			after = append(after, *now)
		}
	}
	heaviest := func(a, b alloc.Finding) int {
		return cmp.Or(cmp.Compare(b.Objects, a.Objects), cmp.Compare(b.Bytes, a.Bytes))
	}
	after = append(after, come...)
	slices.SortStableFunc(before, heaviest)
	slices.SortStableFunc(after, heaviest)
	return before, after
}

func addPhases(sum, more []alloc.Phase) []alloc.Phase {
	for _, p := range more {
		i := slices.IndexFunc(sum, func(q alloc.Phase) bool { return q.Name == p.Name })
		if i < 0 {
			sum = append(sum, p)
			continue
		}
		sum[i].Runs += p.Runs
		sum[i].Seconds += p.Seconds
	}
	return sum
}
