package repositories

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/wring-go/wring/evaluation/bench"
)

// Judged counts how many rewrites wring fix judges in the same time, as it is and as it was at
// an earlier revision. The two take turns, module by module.
func Judged(ctx context.Context, m *bench.Machine, args []string) error {
	fs := bench.Flags("judged")
	old := fs.String("old", "HEAD~1", "compare with the `REVISION` of this repository")
	budget := fs.Duration("time", 4*time.Minute, "as for wring fix, for each: `DURATION`")
	fs.Parse(args)
	list, err := bench.Chosen(bench.Repositories(), fs.Args())
	if err != nil {
		return err
	}
	was, err := revision(ctx, m, *old)
	if err != nil {
		return err
	}
	if err := m.Describe(ctx, []string{"local"}, list); err != nil {
		return err
	}
	t := bench.NewTable(m.Out, "code", "judged before", "kept", "seconds", "judged now", "kept",
		"seconds")
	var sum [2]judged
	for _, target := range list {
		dir, err := m.Prepare(ctx, target)
		if err != nil {
			return err
		}
		cells := []string{target.Name}
		for i, wring := range []string{was, m.Wring} {
			one, err := countJudged(ctx, m, wring, dir, *budget)
			if err != nil {
				return fmt.Errorf("%s: %w", target.Name, err)
			}
			sum[i].judged += one.judged
			sum[i].kept += one.kept
			sum[i].seconds += one.seconds
			cells = append(cells, one.cells()...)
		}
		t.Row(cells...)
	}
	t.Row(append(append([]string{"**all**"}, sum[0].cells()...), sum[1].cells()...)...)
	t.End()
	return nil
}

// judged is what a run of wring fix came to.
type judged struct {
	judged, kept int // rewrites; those for which there was no time are not judged
	seconds      float64
}

func (j judged) cells() []string {
	return []string{bench.Count(j.judged), bench.Count(j.kept), fmt.Sprintf("%.0f", j.seconds)}
}

func countJudged(ctx context.Context, m *bench.Machine, wring, dir string,
	budget time.Duration) (j judged, err error) {
	begun := time.Now()
	out, err := m.Run(ctx, dir, nil, wring, "fix", "-json", "-diff",
		"-time", budget.String(), "./...")
	if err != nil {
		return j, err
	}
	j.seconds = time.Since(begun).Seconds()
	var doc struct {
		Candidates []struct {
			Accepted bool
			Rejected string
		}
	}
	if err := json.Unmarshal(out, &doc); err != nil {
		return j, err
	}
	for _, c := range doc.Candidates {
		if c.Accepted {
			j.kept++
		}
		if c.Accepted || c.Rejected != "budget" {
			j.judged++
		}
	}
	return j, nil
}

// revision builds the wring command of a revision.
func revision(ctx context.Context, m *bench.Machine, name string) (string, error) {
	dir := filepath.Join(m.Dir, "revision")
	if err := os.Mkdir(dir, 0o777); err != nil {
		return "", err
	}
	archive, wring := filepath.Join(dir, "archive.tar"), filepath.Join(dir, "wring-old")
	here, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for _, step := range []struct {
		dir  string
		args []string
	}{
		{here, []string{"git", "archive", "-o", archive, name}},
		{dir, []string{"tar", "-xf", archive}},
		{dir, []string{"go", "build", "-o", wring, "./cmd/wring"}},
	} {
		if _, err := m.Run(ctx, step.dir, nil, step.args[0], step.args[1:]...); err != nil {
			return "", err
		}
	}
	return wring, nil
}
