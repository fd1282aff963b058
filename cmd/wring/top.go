package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/report/json"
	"github.com/wring-go/wring/report/text"
)

// The values of -by and -sort.
var (
	groupings = []string{"line", "func", "type", "cause", "technique"}
	orders    = []string{"objects", "bytes", "cpu"}
)

// showing holds the flags of the verbs that print a report.
type showing struct {
	json  bool
	color string
	leaf  bool
	own   bool
}

func (s *showing) define(fs *flag.FlagSet) {
	fs.BoolVar(&s.json, "json", false, "print one JSON document")
	fs.StringVar(&s.color, "color", "auto", "use colour: `WHEN` is auto, always or never")
	fs.BoolVar(&s.own, "own", true,
		"book to the nearest line in the packages asked for")
	fs.BoolVar(&s.leaf, "leaf", false, "book to the line that called the allocator instead")
}

func (s *showing) check() error { return oneOf("color", s.color, "auto", "always", "never") }

// byLeaf reports whether sites are the allocating frames.
func (s *showing) byLeaf() bool { return s.leaf || !s.own }

// options returns how to print to w.
func (s *showing) options(e env) text.Options {
	opt := text.Options{Color: s.color == "always", Source: os.ReadFile, Page: causePage}
	f, ok := e.stdout.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return opt
	}
	if s.color == "auto" && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" {
		opt.Color = true
	}
	if width, _, err := term.GetSize(int(f.Fd())); err == nil {
		opt.Width = width
	}
	return opt
}

// causePage returns the title of a cause and the first paragraph of its page.
func causePage(name string) (title, paragraph string) {
	c, err := wring.Cause(name)
	if err != nil {
		return "", ""
	}
	return c.Title, firstParagraph(c.Page)
}

// firstParagraph returns the first paragraph of a page that is not a heading.
func firstParagraph(page string) string {
	for p := range strings.SplitSeq(page, "\n\n") {
		p = strings.TrimSpace(p)
		if p != "" && !strings.HasPrefix(p, "#") {
			return strings.Join(strings.Fields(p), " ")
		}
	}
	return ""
}

func oneOf(name, value string, values ...string) error {
	if slices.Contains(values, value) {
		return nil
	}
	return fmt.Errorf("-%s %q: it must be one of %s", name, value, strings.Join(values, ", "))
}

func topVerb() verb {
	return verb{
		name: "top", args: "[flags] [packages]",
		short: "list the lines that allocate: how often, of what type, and why",
		long:  topManual,
		setup: func(fs *flag.FlagSet) action {
			t := &topCommand{}
			t.measuring.define(fs)
			t.showing.define(fs)
			fs.StringVar(&t.by, "by", "line", "one row per `WHAT`: "+strings.Join(groupings, ", "))
			fs.StringVar(&t.sort, "sort", "objects", "heaviest first by `WHAT`: objects, bytes, "+
				"or cpu, the time below the allocator in CPU profiles")
			fs.IntVar(&t.top, "top", 20, "show `COUNT` rows; 0 for all, as -json does")
			return t.run
		},
	}
}

type topCommand struct {
	measuring
	showing
	by   string
	sort string
	top  int
}

func (t *topCommand) check() error {
	if t.top < 0 {
		return fmt.Errorf("-top %d: the number of rows must be 0, for all, or more", t.top)
	}
	return firstError(t.showing.check(), oneOf("by", t.by, groupings...),
		oneOf("sort", t.sort, orders...))
}

func (t *topCommand) run(ctx context.Context, e env) (int, error) {
	if err := t.check(); err != nil {
		return exitTrouble, err
	}
	rec, err := t.record(ctx, e, e.args, false)
	if err != nil {
		return exitTrouble, err
	}
	rep, cover := wring.Explain(rec, "top", t.byLeaf())
	opt := t.tableOptions(e)
	opt.Coverage = text.Coverage(cover)
	opt.Command = t.followUp(e.args)
	if t.json {
		err = json.Write(e.stdout, t.sorted(rep))
	} else {
		err = text.Top(e.stdout, rep, opt)
	}
	return exitOK, firstError(err, t.keep(rec))
}

// sorted returns rep with its sites in the order of -sort.
func (t *topCommand) sorted(rep alloc.Report) alloc.Report {
	rep.Sites = slices.Clone(rep.Sites)
	slices.SortStableFunc(rep.Sites, func(a, b alloc.Finding) int {
		switch {
		case t.sort == "bytes":
			return cmp.Compare(b.Bytes, a.Bytes)
		case t.sort == "cpu" && a.Sampled != nil && b.Sampled != nil:
			return cmp.Compare(b.Sampled.CPU.Value, a.Sampled.CPU.Value)
		}
		return 0
	})
	return rep
}

// tableOptions returns how to print the table to e.stdout.
func (t *topCommand) tableOptions(e env) text.Options {
	opt := t.options(e)
	opt.By, opt.Sort, opt.Top = t.by, t.sort, t.top
	if opt.Top == 0 {
		opt.Top = -1
	}
	return opt
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
