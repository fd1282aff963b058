// Command gc shows that the curve of wring gc holds where it was not measured:
//
//	go run ./evaluation/gc
//
// It builds three programs, runs each under several values of GOGC, predicts the
// share of CPU and the peak memory for others between, and then runs these, too.
// All runs of a program are interleaved. The command exits 1 when a prediction is
// off by more than a tenth.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/wring-go/wring/collector"
)

func main() {
	rounds := flag.Int("rounds", 9, "runs under each setting")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, *rounds)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "evaluation/gc:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, rounds int) error {
	dir, err := os.MkdirTemp("", "gc")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fmt.Println("| program | GOGC | share of CPU, predicted | measured | off | " +
		"peak memory, predicted | measured | off |")
	fmt.Println("|---|---|---|---|---|---|---|---|")
	worst := 0.0
	for _, name := range []string{"trees", "cache", "documents"} {
		path := filepath.Join(dir, name)
		build := exec.CommandContext(ctx, "go", "build", "-o", path,
			"github.com/wring-go/wring/evaluation/gc/programs/"+name)
		if out, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
		off, err := compare(ctx, name, path, rounds)
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

// compare predicts and measures one program, prints a row for each GOGC, and
// returns by how much the worst prediction was off.
func compare(ctx context.Context, name, path string, rounds int) (float64, error) {
	tried, others := []int{50, 100, 200, 400}, []int{75, 150, 300}
	var plan collector.Plan
	plan.Rounds = rounds
	for _, gogc := range append(tried, others...) {
		plan.Settings = append(plan.Settings, collector.Setting{GOGC: gogc})
	}
	points, err := collector.Measure(ctx, collector.Program{Path: path}, plan)
	if err != nil {
		return 0, err
	}
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
