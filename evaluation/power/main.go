// Command power plants losses of time and counts how often the judge of wring fix finds
// them:
//
//	go run ./evaluation/power [-n 20] [-loss 0.03] [-day]
//
// It writes a module of functions that do work of a known length: hashing text, sorting
// numbers, joining words (which allocates). In the slower copy each does 3 % more of the
// same work, and nothing else differs. The judge gets n such changes of each function,
// and n changes that change nothing. It exits 1 when less than nine of ten losses were
// found, or when more than one of twenty of the others was rejected. -day has the judge
// read the day's clock, and not the processor's.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/observe/trace"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/timing"
)

const (
	wanted = 0.9  // of the losses
	most   = 0.05 // of the changes that lose nothing
)

func main() {
	n := flag.Int("n", 20, "how many judgements of each function with a loss, and as many without")
	loss := flag.Float64("loss", 0.03, "how much longer the new code works, at least 0.001")
	day := flag.Bool("day", false, "time by the day's clock")
	flag.Parse()
	if *n < 1 || *loss < 0.001 {
		fmt.Fprintln(os.Stderr, "power: -n must be 1 or more and -loss 0.001 or more")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	kept, err := measure(ctx, *n, *loss, *day)
	if err != nil {
		fmt.Fprintln(os.Stderr, "power:", err)
		os.Exit(2)
	}
	if !kept {
		os.Exit(1)
	}
}

// measure prints a table and reports whether the promise is kept.
func measure(ctx context.Context, n int, loss float64, day bool) (bool, error) {
	dir, err := os.MkdirTemp("", "power-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	if err := write(dir); err != nil {
		return false, err
	}
	var toolchain *trace.Toolchain
	if !day {
		tc, err := gocmd.Env(ctx, dir, nil)
		if err != nil {
			return false, err
		}
		if toolchain, err = trace.Prepare(tc, dir); err != nil {
			return false, err
		}
	}
	fmt.Printf("| function | loss of %.1f %% found | nothing lost, and rejected | "+
		"rounds of a judgement | seconds |\n|---|--:|--:|--:|--:|\n", 100*loss)
	var found, alarms, all int
	for _, fn := range functions {
		row := tally{}
		start := time.Now()
		for range n {
			for _, planted := range []float64{loss, 0} {
				if err := row.judge(ctx, dir, fn, planted, toolchain); err != nil {
					return false, err
				}
			}
		}
		fmt.Printf("| %s | %d of %d | %d of %d | %.1f | %.1f |\n", fn, row.found, n, row.alarms, n,
			float64(row.rounds)/float64(2*n), time.Since(start).Seconds()/float64(2*n))
		found, alarms, all = found+row.found, alarms+row.alarms, all+n
	}
	fmt.Printf("| all | %d of %d | %d of %d | | |\n", found, all, alarms, all)
	return float64(found) >= wanted*float64(all) && float64(alarms) <= most*float64(all), nil
}

// tally counts the judgements of a function.
type tally struct{ found, alarms, rounds int }

// judge asks about one change of a function.
func (t *tally) judge(ctx context.Context, dir, fn string, loss float64,
	toolchain *trace.Toolchain) error {
	const module = "example.com/power"
	file := filepath.Join(dir, "work.go")
	change := verify.Change{Dir: dir, ModuleDir: dir, Module: module, Env: []string{"GOWORK=off"},
		Candidates: []verify.Candidate{{Candidate: alloc.Candidate{Func: module + "." + fn}}},
		New:        map[string][]byte{file: []byte(source(fn, loss))}}
	before := &alloc.Record{Packages: []alloc.Package{{Path: module, Dir: dir}},
		Benchmarks: []alloc.Benchmark{{Package: module, Name: "Benchmark" + fn}},
		Frames:     []alloc.Frame{{Func: module + "." + fn}}, Stacks: [][]int{{0}},
		Samples: []alloc.Sample{{Objects: 1}}}
	j, err := timing.Judge(timing.Options{Toolchain: toolchain})(ctx, change,
		verify.Measurements{Before: before})
	if err != nil {
		return err
	}
	v := j.Verdicts[0]
	if v.Evidence.Time == nil {
		return fmt.Errorf("%s could not be timed: %s", fn, v.Reason)
	}
	t.rounds += v.Evidence.Time.N
	switch rejected := v.Outcome == alloc.Rejected; {
	case rejected && loss > 0:
		t.found++
	case rejected:
		t.alarms++
	}
	return nil
}

// write writes the module as it is before any change.
func write(dir string) error {
	for name, text := range map[string]string{
		"go.mod":       "module example.com/power\n\ngo 1.25\n",
		"work.go":      source("", 0),
		"work_test.go": benchmarks(),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

func benchmarks() string {
	var b strings.Builder
	b.WriteString("package power\n\nimport \"testing\"\n\nvar sink int\n")
	for _, fn := range functions {
		fmt.Fprintf(&b, "\nfunc Benchmark%s(b *testing.B) {\n\tfor range b.N {\n"+
			"\t\tsink += %s()\n\t}\n}\n", fn, fn)
	}
	return b.String()
}
