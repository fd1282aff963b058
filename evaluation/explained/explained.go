// Package explained shows how much of what is allocated has a cause.
package explained

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/evaluation/bench"
)

// What is promised: the parts of all objects, in percent.
const (
	promisedNamed    = 97
	promisedGrounded = 95
)

// general is the cause that says least: a function of others makes an object.
const general = "library-object"

// share is a part and its whole.
type share struct{ part, whole uint64 }

func (s share) String() string {
	if s.whole == 0 {
		return "0 of 0"
	}
	return fmt.Sprintf("%.2f%%: %s of %s",
		100*float64(s.part)/float64(s.whole), bench.Count(s.part), bench.Count(s.whole))
}

func (s share) add(t share) share { return share{s.part + t.part, s.whole + t.whole} }

// keeps reports whether s is at least percent. Nothing of nothing is.
func (s share) keeps(percent uint64) bool { return 100*s.part >= percent*s.whole }

// Explained prints how much of what the modules allocate is explained, the two
// figures below wring top -by cause, and what is not.
func Explained(ctx context.Context, m *bench.Machine, args []string) error {
	fs := bench.Flags("explained")
	top := fs.Int("top", 20, "show `COUNT` sites without a cause or a reason")
	fs.Parse(args)
	list := bench.Modules()
	if fs.NArg() > 0 {
		var err error
		if list, err = bench.Chosen(bench.Targets(), fs.Args()); err != nil {
			return err
		}
	}
	if err := m.Describe(ctx, []string{"local"}, list); err != nil {
		return err
	}
	t := bench.NewTable(m.Out, "code", "objects with a cause", "objects of own lines with a reason",
		"objects of no nearer cause than "+general)
	var named, grounded, vague share
	var dark []alloc.Finding
	for _, target := range list {
		rep, n, g, err := explainTarget(ctx, m, target)
		if err != nil {
			return err
		}
		v := share{byCause(rep, general), n.whole}
		t.Row(target.Name, n.String(), g.String(), v.String())
		named, grounded, vague = named.add(n), grounded.add(g), vague.add(v)
		dark = append(dark, unexplained(rep)...)
	}
	t.Row("**all**", named.String(), grounded.String(), vague.String())
	t.End()
	printDark(m, dark, *top)
	if !named.keeps(promisedNamed) || !grounded.keeps(promisedGrounded) {
		return bench.ErrBroken
	}
	return nil
}

// explain measures one target as wring top does.
func explainTarget(ctx context.Context, m *bench.Machine, t bench.Target) (rep alloc.Report,
	named, grounded share, err error) {
	dir, err := m.Prepare(ctx, t)
	if err != nil {
		return rep, named, grounded, err
	}
	opt := wring.Options{Dir: dir, Patterns: t.Patterns, Env: []string{bench.Isolation}}
	if t.Tests {
		opt.Run = "."
	}
	rec, err := wring.Measure(ctx, opt)
	if err != nil {
		return rep, named, grounded, fmt.Errorf("%s: %w", t.Name, err)
	}
	rep, c := wring.Explain(rec, "top", false)
	return rep, share{c.Named, c.Objects}, share{c.Grounded, c.Own}, nil
}

// byCause returns the objects of one cause.
func byCause(rep alloc.Report, cause string) (objects uint64) {
	for _, f := range rep.Sites {
		if f.Cause == cause {
			objects += f.Objects
		}
	}
	return objects
}

// unexplained returns the sites on which the compiler's own words are missing:
// those of unknown cause, and those whose cause follows from what was asked of
// the runtime alone.
func unexplained(rep alloc.Report) []alloc.Finding {
	var dark []alloc.Finding
	for _, f := range rep.Sites {
		own := f.Func == f.Leaf.Func && f.Line == f.Leaf.Line
		if f.Cause == "unknown" || own && len(f.Reasons) == 0 {
			dark = append(dark, f)
		}
	}
	return dark
}

// printDark prints the heaviest sites whose cause is unknown, or whose own
// line allocates and has no words of the compiler.
func printDark(m *bench.Machine, dark []alloc.Finding, top int) {
	if len(dark) == 0 {
		return
	}
	slices.SortStableFunc(dark, func(a, b alloc.Finding) int {
		return cmp.Compare(b.Objects, a.Objects)
	})
	fmt.Fprint(m.Out, "The heaviest sites that are unknown, or that the compiler has no words for "+
		"although\nthe line itself allocates:\n\n")
	t := bench.NewTable(m.Out, "objects", "cause", "type", "site", "allocated in")
	for _, f := range dark[:min(top, len(dark))] {
		t.Row(bench.Count(f.Objects), f.Cause, "`"+f.Type+"`",
			fmt.Sprintf("%s %s:%d", f.Package, f.File, f.Line),
			fmt.Sprintf("`%s`", f.Leaf.Func))
	}
	t.End()
}
