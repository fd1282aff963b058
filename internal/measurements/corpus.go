package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// history is how wring is compared with what humans did.
type history struct {
	*machine
	trees string        // a folder with the tree of each commit's parent, by id
	time  time.Duration // that wring may take for each
	risk  string
	keep  string // where patches are put; "" for nowhere
}

// corpus runs wring fix on trees in which humans removed allocations later.
func corpus(ctx context.Context, m *machine, args []string) error {
	fs := flags("corpus")
	cases := fs.String("cases", "", "the list of commits is in `FILE`")
	h := &history{machine: m}
	fs.StringVar(&h.trees, "trees", "", "the trees of their parents are in `FOLDER`, by id")
	fs.DurationVar(&h.time, "time", 2*time.Minute, "wring fix may take `DURATION` for each")
	fs.StringVar(&h.risk, "risk", "checked", "rewrites are taken up to `RISK`")
	fs.StringVar(&h.keep, "patches", "", "put the patches into `FOLDER`")
	fs.Parse(args)
	if *cases == "" || h.trees == "" {
		return errors.New("corpus needs -cases FILE and -trees FOLDER")
	}
	list, err := chosenCommits(*cases, fs.Args())
	if err != nil {
		return err
	}
	if err := m.describe(ctx, []string{"local"}, nil); err != nil {
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
	t := newTable(h.out, "commit", "technique", "before", "human", "wring", "share", "tests",
		"what is left in the files that the human changed")
	var sum compared
	broken := false
	for _, c := range list {
		got, err := h.compare(ctx, c)
		if err != nil {
			t.row(c.id, c.technique, "", strconv.Itoa(c.human), "", "", "", err.Error())
			broken = true
			continue
		}
		t.row(c.id, c.technique, strconv.Itoa(got.before), strconv.Itoa(c.human),
			strconv.Itoa(got.after), got.share(c.human), got.tests, got.left)
		sum.add(got, c.human)
		broken = broken || got.broken
	}
	t.row("all", "", strconv.Itoa(sum.before), strconv.Itoa(sum.human), strconv.Itoa(sum.after),
		sum.share(sum.human))
	t.end()
	fmt.Fprintf(h.out, "Of what the humans removed, wring removed %.0f%% in the mean of %d "+
		"commits, no commit counting for more than all.\n", 100*sum.shares/float64(sum.commits),
		sum.commits)
	if broken {
		return errBroken
	}
	return nil
}

// compared is what came out for a commit, or for several together.
type compared struct {
	before, human, after int // allocs/op, over all benchmarks that were named
	tests, left          string
	broken               bool

	commits int
	shares  float64 // the sum over the commits, none more than 1
}

func (sum *compared) add(c compared, human int) {
	sum.before += c.before
	sum.human += human
	sum.after += c.after
	sum.commits++
	if c.before > human {
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
	parent, copied := filepath.Join(h.dir, "parent"), filepath.Join(h.dir, "fixed")
	for _, dir := range []string{parent, copied} {
		if err := os.RemoveAll(dir); err != nil {
			return compared{}, err
		}
		if err := copyTree(dir, filepath.Join(h.trees, c.id)); err != nil {
			return compared{}, err
		}
	}
	var got compared
	var err error
	if got.before, err = h.allocs(ctx, filepath.Join(parent, c.dir), c.bench); err != nil {
		return got, err
	}
	doc, err := h.fix(ctx, filepath.Join(copied, c.dir), c)
	if err != nil {
		return got, err
	}
	if got.after, err = h.allocs(ctx, filepath.Join(copied, c.dir), c.bench); err != nil {
		return got, err
	}
	got.left = doc.left(c.files)
	got.tests, got.broken = h.sameTests(ctx, parent, copied)
	return got, nil
}

var allocsLine = regexp.MustCompile(`(?m)^Benchmark.*\s(\d+) allocs/op$`)

// allocs runs benchmarks plainly, and returns the sum of their allocs/op.
func (h *history) allocs(ctx context.Context, dir, bench string) (int, error) {
	out, err := h.run(ctx, dir, nil, "go", "test", "-vet=off", "-run=^$", "-bench="+bench,
		"-benchmem", "-benchtime=1000x", "-cpu=1", ".")
	if err != nil {
		return 0, fmt.Errorf("%w: %s", err, firstLine(string(out)))
	}
	found := allocsLine.FindAllSubmatch(out, -1)
	if len(found) == 0 {
		return 0, fmt.Errorf("no benchmark is called %s", bench)
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

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}
