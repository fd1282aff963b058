// Command gc shows that the curve of wring gc holds where it was not measured:
//
//	go run ./evaluation/gc
//	go run ./evaluation/gc -rows FILE   (and keep what was measured)
//	go run ./evaluation/gc -from FILE   (predict again, from what was kept)
//
// It builds three programs, runs each under several values of GOGC, predicts the
// share of CPU and the peak memory for others between, and then runs these, too.
// All runs of a program are interleaved. The command exits 1 when a prediction is
// off by more than a tenth.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/wring-go/wring/collector"
)

func main() {
	rounds := flag.Int("rounds", 9, "runs under each setting")
	rows := flag.String("rows", "", "keep what was measured in `FILE`")
	from := flag.String("from", "", "measure nothing: predict again from what is in `FILE`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	var err error
	if *from != "" {
		err = again(*from)
	} else {
		err = run(ctx, *rounds, *rows)
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "evaluation/gc:", err)
		os.Exit(1)
	}
}

// row is what was measured of one program, the settings tried first.
type row struct {
	Name   string
	Points []collector.Point
}

var tried, others = []int{50, 100, 200, 400}, []int{75, 150, 300}

func run(ctx context.Context, rounds int, keep string) error {
	dir, err := os.MkdirTemp("", "gc")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var rows []row
	for _, name := range []string{"trees", "cache", "documents"} {
		path := filepath.Join(dir, name)
		build := exec.CommandContext(ctx, "go", "build", "-o", path,
			"github.com/wring-go/wring/evaluation/gc/programs/"+name)
		if out, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
		points, err := measure(ctx, path, rounds)
		if err != nil {
			return err
		}
		rows = append(rows, row{name, points})
	}
	if keep != "" {
		data, err := json.MarshalIndent(rows, "", "\t")
		if err := errors.Join(err, os.WriteFile(keep, data, 0o666)); err != nil {
			return err
		}
	}
	return judge(rows)
}

func again(name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var rows []row
	if err := json.Unmarshal(data, &rows); err != nil {
		return fmt.Errorf("%s was not written by -rows: %w", name, err)
	}
	for _, r := range rows {
		if len(r.Points) != len(tried)+len(others) {
			return fmt.Errorf("%s has %d settings for %s, not %d", name, len(r.Points), r.Name,
				len(tried)+len(others))
		}
	}
	return judge(rows)
}

// judge compares the predictions for all programs with what was measured.
func judge(rows []row) error {
	fmt.Println("| program | GOGC | share of CPU, predicted | measured | off | " +
		"peak memory, predicted | measured | off |")
	fmt.Println("|---|---|---|---|---|---|---|---|")
	worst := 0.0
	for _, r := range rows {
		off, err := compare(r.Name, r.Points)
		if err != nil {
			return err
		}
		worst = max(worst, off)
	}
	if worst > 0.1 {
		return fmt.Errorf("a prediction was off by %.0f %%", 100*worst)
	}
	return nil
}

// measure runs one program under all settings.
func measure(ctx context.Context, path string, rounds int) ([]collector.Point, error) {
	var plan collector.Plan
	plan.Rounds = rounds
	for _, gogc := range slices.Concat(tried, others) {
		plan.Settings = append(plan.Settings, collector.Setting{GOGC: gogc})
	}
	return collector.Measure(ctx, collector.Program{Path: path}, plan)
}

// compare predicts one program, prints a row for each GOGC, and returns by how much
// the worst prediction was off.
func compare(name string, points []collector.Point) (float64, error) {
	for _, p := range points[:len(tried)] {
		fmt.Printf("| %s | %d | | %.1f %% | | | %s | |\n", name, p.Setting.GOGC, 100*p.Share.Median,
			collector.Bytes(int64(p.Peak.Median)))
	}
	worst := 0.0
	for i, gogc := range others {
		p, err := collector.Predict(points[:len(tried)], gogc)
		if err != nil {
			return 0, err
		}
		real := points[len(tried)+i]
		share := real.Share.Median/p.Share.Median - 1
		peak := real.Peak.Median/p.Peak.Median - 1
		fmt.Printf("| %s | %d | %.1f %% | %.1f %% | %+.0f %% | %s | %s | %+.0f %% |\n", name, gogc,
			100*p.Share.Median, 100*real.Share.Median, 100*share,
			collector.Bytes(int64(p.Peak.Median)), collector.Bytes(int64(real.Peak.Median)),
			100*peak)
		worst = max(worst, share, -share, peak, -peak)
	}
	return worst, nil
}
