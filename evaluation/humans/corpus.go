// Package humans compares wring fix with what humans did to the same code.
package humans

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"time"

	"github.com/wring-go/wring/evaluation/bench"
)

// history is how wring is compared with what humans did.
type history struct {
	*bench.Machine
	trees string        // a folder with the tree of each commit's parent, by id
	time  time.Duration // that wring may take for each
	risk  string
	keep  string // where patches are put; "" for nowhere
	runs  int    // of each benchmark's operation, when it is counted plainly
}

// Compare runs wring fix on trees in which humans removed allocations later.
func Compare(ctx context.Context, m *bench.Machine, args []string) error {
	fs := bench.Flags("corpus")
	cases := fs.String("cases", "", "the list of commits is in `FILE`")
	h := &history{Machine: m}
	fs.StringVar(&h.trees, "trees", "", "the trees of their parents are in `FOLDER`, by id")
	fs.DurationVar(&h.time, "time", 2*time.Minute, "wring fix may take `DURATION` for each")
	fs.StringVar(&h.risk, "risk", "checked", "rewrites are taken up to `RISK`")
	fs.IntVar(&h.runs, "runs", 1000, "count over `COUNT` operations")
	fs.StringVar(&h.keep, "patches", "", "put the patches into `FOLDER`")
	half := fs.String("half", "", "only the projects in one `HALF`: techniques are tuned on "+
		"tune, and never on held")
	fs.Parse(args)
	if *cases == "" || h.trees == "" {
		return errors.New("corpus needs -cases FILE and -trees FOLDER")
	}
	list, err := chosenCommits(*cases, fs.Args())
	if err != nil {
		return err
	}
	if list, err = inHalf(list, *half); err != nil {
		return err
	}
	if err := m.Describe(ctx, []string{"local"}, nil); err != nil {
		return err
	}
	return h.table(ctx, list)
}

func chosenCommits(name string, ids []string) ([]commit, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := readCommits(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return pick(list, ids)
}

// table measures the commits and prints a row for each.
func (h *history) table(ctx context.Context, list []commit) error {
	t := bench.NewTable(h.Out, "commit", "technique", "before", "human", "wring", "share", "tests",
		"what is left in the files that the human changed")
	var sum compared
	broken := false
	for _, c := range list {
		got, err := h.compare(ctx, c)
		if err != nil {
			t.Row(c.id, c.technique, "", strconv.Itoa(c.human), "", "", "", err.Error())
			broken = true
			continue
		}
		t.Row(c.id, c.technique, strconv.Itoa(got.before), strconv.Itoa(c.human),
			strconv.Itoa(got.after), got.share(c.human), got.tests, got.left)
		sum.add(got, c.human)
		broken = broken || got.broken
	}
	t.Row("all", "", strconv.Itoa(sum.before), strconv.Itoa(sum.human), strconv.Itoa(sum.after),
		sum.share(sum.human))
	t.End()
	fmt.Fprintf(h.Out, "Of what the humans removed, wring removed %.0f%% in the mean of %d "+
		"commits, no commit counting for more than all.\n", 100*sum.shares/float64(sum.commits),
		sum.commits)
	if broken {
		return bench.ErrBroken
	}
	return nil
}

// compared is what came out for a commit, or for several together.
type compared struct {
	before, human, after int // allocs/op, over all benchmarks that were named
	tests, left          string
	broken               bool

	commits int     // those in which the human removed something from the named benchmarks
	shares  float64 // the sum over these, none more than 1
}

func (sum *compared) add(c compared, human int) {
	sum.before += c.before
	sum.human += human
	sum.after += c.after
	if c.before > human {
		sum.commits++
		share := float64(c.before-c.after) / float64(c.before-human)
		sum.shares += min(1, max(0, share))
	}
}

// share says how much of what the human removed is removed.
func (c compared) share(human int) string {
	if c.before <= human {
		return "-"
	}
	return fmt.Sprintf("%.0f%%", 100*float64(c.before-c.after)/float64(c.before-human))
}

// compare measures the parent's tree, has wring fix a copy of it, and measures
// that.
func (h *history) compare(ctx context.Context, c commit) (compared, error) {
	parent, copied := filepath.Join(h.Dir, "parent"), filepath.Join(h.Dir, "fixed")
	for _, dir := range []string{parent, copied} {
		if err := os.RemoveAll(dir); err != nil {
			return compared{}, err
		}
		if err := bench.CopyTree(dir, filepath.Join(h.trees, c.id)); err != nil {
			return compared{}, err
		}
	}
	var got compared
	var err error
	if got.before, err = h.allocs(ctx, filepath.Join(parent, c.dir), c.bench); err != nil {
		return got, err
	}
	doc, err := h.fix(ctx, copied, c)
	if err != nil {
		return got, err
	}
	if got.after, err = h.allocs(ctx, filepath.Join(copied, c.dir), c.bench); err != nil {
		return got, err
	}
	got.left = doc.left(c.files)
	module := moduleOf(parent, c.dir)
	got.tests, got.broken = h.SameTests(ctx, filepath.Join(parent, module),
		filepath.Join(copied, module))
	return got, nil
}

// moduleOf returns the folder of the module that holds the package in dir: the
// tests of a tree's other modules say nothing of it. Both are relative to tree.
func moduleOf(tree, dir string) string {
	at := filepath.Clean(dir)
	for at != "." {
		if _, err := os.Stat(filepath.Join(tree, at, "go.mod")); err == nil {
			break
		}
		at = filepath.Dir(at)
	}
	return at
}

var allocsLine = regexp.MustCompile(`(?m)^Benchmark.*\s(\d+) allocs/op$`)

// allocs runs benchmarks plainly, and returns the sum of their allocs/op.
func (h *history) allocs(ctx context.Context, dir, pattern string) (int, error) {
	out, err := h.Run(ctx, dir, nil, "go", "test", "-vet=off", "-run=^$", "-bench="+pattern,
		"-benchmem", "-benchtime="+strconv.Itoa(h.runs)+"x", "-cpu=1", ".")
	if err != nil {
		return 0, fmt.Errorf("%w: %s", err, bench.FirstLine(string(out)))
	}
	found := allocsLine.FindAllSubmatch(out, -1)
	if len(found) == 0 {
		return 0, fmt.Errorf("no benchmark is called %s", pattern)
	}
	sum := 0
	for _, m := range found {
		n, err := strconv.Atoi(string(m[1]))
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}
