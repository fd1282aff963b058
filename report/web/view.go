package web

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// view is everything that the page shows, ready to be written.
type view struct {
	Title  string
	Inputs []inputView
	Options
}

// inputView is one document.
type inputView struct {
	ID, Name  string
	Kind      string // record, report, fix, guard, diff, history, bisection, live or profile
	About     string // one line: module, toolchain, exact or sampled
	Facts     []fact
	Functions []sourceView
	More      int // functions that are not shown as source
	Sites     []siteView
	Unsited   int // sites beyond those
	Report    *alloc.Report
	Fix       *alloc.FixReport
	Trials    []trialView
	Guard     *alloc.GuardReport
	Diffs     []alloc.Diff
	History   *alloc.History
	Bisect    *alloc.Bisection
	Balanced  bool
	Live      *liveView
	Graphs    [2]int // the flame graphs of what Diffs compare, -1 for none
	of        []int  // the inputs that Diffs compare
}

// What is shown of long lists. The heaviest come first; the rest is in the flame
// graph and in the document itself.
const (
	maxFunctions = 40
	maxSites     = 500
)

func newView(inputs []Input, opt Options, known knowledge) view {
	v := view{Options: opt, Title: "wring"}
	for i, in := range inputs {
		w := inputView{ID: fmt.Sprintf("in%d", i), Name: in.Name, Kind: kindOf(in), Guard: in.Guard,
			Fix: in.Fix, History: in.History, Bisect: in.Bisect, Graphs: [2]int{-1, -1}}
		if in.Pair[0] != in.Pair[1] {
			w.of = in.Pair[:]
		}
		if in.Diff != nil {
			w.Diffs = append([]alloc.Diff{*in.Diff}, in.Diff.Under...)
		}
		if rep := reportOf(in); rep != nil {
			w.Report = rep
			w.About = about(rep)
			w.Balanced = balanced(rep.Benchmarks)
			if !shownBefore(inputs[:i], in) {
				w.addSites(in, rep, opt, known)
			}
		}
		if in.Live != nil {
			w.Live = newLiveView(in.Live)
			w.About = fmt.Sprintf("%s · %.3g s at %s", in.Live.Target.Module, in.Live.Seconds,
				in.Live.Target.Address)
		}
		if in.Fix != nil {
			w.Trials = trialViews(*in.Fix)
		}
		w.Facts = facts(in, &w)
		v.Inputs = append(v.Inputs, w)
	}
	if len(v.Inputs) > 0 {
		v.Title = v.Inputs[0].Name + " – wring"
	}
	return v
}

// shownBefore reports whether in is the report on rewrites of sites that another
// input shows already, with the rewrites at their lines.
func shownBefore(before []Input, in Input) bool {
	if in.Fix == nil || len(in.Fix.Sites) == 0 {
		return false
	}
	for _, b := range before {
		rep := reportOf(b)
		if rep == nil || rep.Module != in.Fix.Module {
			continue
		}
		known := make(map[string]bool)
		for i := range rep.Sites {
			known[rep.Sites[i].ID] = true
		}
		if !slices.ContainsFunc(in.Fix.Sites, func(f alloc.Finding) bool { return !known[f.ID] }) {
			return true
		}
	}
	return false
}

func kindOf(in Input) string {
	switch {
	case in.Record != nil:
		return "record"
	case in.Fix != nil:
		return "fix"
	case in.Report != nil:
		return "report"
	case in.Guard != nil:
		return "guard"
	case in.Diff != nil:
		return "diff"
	case in.History != nil:
		return "history"
	case in.Bisect != nil:
		return "bisection"
	case in.Live != nil:
		return "live"
	}
	return "profile"
}

// reportOf returns the report in an input, nil if it has none.
func reportOf(in Input) *alloc.Report {
	if in.Fix != nil {
		return &in.Fix.Report
	}
	return in.Report
}

func about(rep *alloc.Report) string {
	trust := "exact counts"
	if !rep.Exact {
		trust = "SAMPLED: counts are estimates"
	}
	words := []string{rep.Module, rep.Go, rep.GOOS + "/" + rep.GOARCH, trust}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool {
		return w == "" || w == "/"
	}), " · ")
}

func balanced(list []alloc.Benchmark) bool {
	for _, b := range list {
		if b.UnaccountedObjects != 0 || b.UnaccountedBytes != 0 {
			return false
		}
	}
	return true
}

// siteView is a row of the table of sites.
type siteView struct {
	*alloc.Finding
	Anchor  string // where its source is shown, "" when it is not
	Percent float64
	Rewrite string
}

// addSites fills in the table and the functions.
func (w *inputView) addSites(in Input, rep *alloc.Report, opt Options, known knowledge) {
	var total uint64
	for i := range rep.Sites {
		total += rep.Sites[i].Objects
	}
	groups := byFunction(rep.Sites)
	anchors := make(map[string]string)
	files := newFiles(in, opt)
	for i, g := range groups {
		if i == maxFunctions {
			w.More = len(groups) - i
			break
		}
		f := files.function(g, known, opt)
		f.ID = fmt.Sprintf("%s-f%d", w.ID, i)
		for j := range f.Lines {
			if f.Lines[j].Marked {
				f.Lines[j].ID = fmt.Sprintf("%s-%d", f.ID, f.Lines[j].N)
			}
		}
		for _, site := range g.sites {
			anchors[site.ID] = fmt.Sprintf("%s-%d", f.ID, site.Line)
		}
		w.Functions = append(w.Functions, f)
	}
	for i := range rep.Sites {
		f := &rep.Sites[i]
		if i == maxSites {
			w.Unsited = len(rep.Sites) - i
			break
		}
		w.Sites = append(w.Sites, siteView{f, anchors[f.ID],
			100 * float64(f.Objects) / float64(max(1, total)), known.rewrite(f)})
	}
}

// group is the sites of one function of one file.
type group struct {
	fn, file string
	objects  uint64
	bytes    uint64
	sites    []*alloc.Finding
}

// byFunction puts sites together by function, the heaviest function first. A
// function literal is a function of its own to the compiler, and stands in the
// one around it here where the source is at hand.
func byFunction(sites []alloc.Finding) []*group {
	var list []*group
	seen := make(map[[2]string]*group)
	for i := range sites {
		f := &sites[i]
		key := [2]string{f.Func, f.File}
		g := seen[key]
		if g == nil {
			g = &group{fn: f.Func, file: f.File}
			seen[key] = g
			list = append(list, g)
		}
		g.objects += f.Objects - f.FirstUse
		g.bytes += f.Bytes
		g.sites = append(g.sites, f)
	}
	slices.SortStableFunc(list, func(a, b *group) int {
		return cmp.Or(cmp.Compare(b.objects, a.objects), cmp.Compare(b.bytes, a.bytes))
	})
	return list
}
