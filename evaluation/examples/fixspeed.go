// Package examples times wring fix on the bundled examples.
package examples

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/evaluation/bench"
	"github.com/wring-go/wring/internal/gocmd"
)

// promisedFix is how long wring fix may take on the bundled examples.
const promisedFix = 60 * time.Second

// fixDoc is the part of what wring fix -json prints that is needed here.
type fixDoc struct {
	Seconds    float64
	Phases     []alloc.Phase
	Candidates []struct{ Accepted bool }
}

// fixRun is one run of wring fix.
type fixRun struct {
	fixDoc
	processor time.Duration // of wring and all that it started
}

// Fix times wring fix -diff on the bundled examples: once so that all is
// built that stays built, and then some more times.
func Fix(ctx context.Context, m *bench.Machine, args []string) error {
	fs := bench.Flags("fixspeed")
	rounds := fs.Int("rounds", 3, "how often after the first time, `COUNT`")
	fs.Parse(args)
	if *rounds < 1 {
		return errors.New("-rounds must be 1 or more")
	}
	if err := m.Describe(ctx, []string{"local"}, nil); err != nil {
		return err
	}
	if _, err := fixExamples(ctx, m); err != nil {
		return err
	}
	var runs []fixRun
	for range *rounds {
		r, err := fixExamples(ctx, m)
		if err != nil {
			return err
		}
		runs = append(runs, r)
	}
	return fixTable(m, runs)
}

func fixExamples(ctx context.Context, m *bench.Machine) (r fixRun, err error) {
	cmd := gocmd.Command(ctx, m.Wring, "fix", "-diff", "-json", "./examples/...")
	out, err := cmd.Output()
	gocmd.EndGroup(ctx, cmd)
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return r, fmt.Errorf("wring fix: %w\n%s", err, failed.Stderr)
	}
	if err != nil {
		return r, err
	}
	r.processor = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return r, json.Unmarshal(out, &r.fixDoc)
}

// fixTable prints the runs, and where the time of the last one went.
func fixTable(m *bench.Machine, runs []fixRun) error {
	t := bench.NewTable(m.Out, "run", "seconds", "at most", "processor, s", "tried", "kept")
	broken := false
	for i, r := range runs {
		kept := 0
		for _, c := range r.Candidates {
			if c.Accepted {
				kept++
			}
		}
		t.Row(fmt.Sprint(i+1), fmt.Sprintf("%.1f", r.Seconds), fmt.Sprint(promisedFix.Seconds()),
			fmt.Sprintf("%.1f", r.processor.Seconds()), fmt.Sprint(len(r.Candidates)),
			fmt.Sprint(kept))
		broken = broken || r.Seconds > promisedFix.Seconds()
	}
	t.End()
	fmt.Fprintln(m.Out)
	t = bench.NewTable(m.Out, "phase", "runs", "seconds")
	for _, p := range runs[len(runs)-1].Phases {
		t.Row(p.Name, fmt.Sprint(p.Runs), fmt.Sprintf("%.1f", p.Seconds))
	}
	t.End()
	if broken {
		return bench.ErrBroken
	}
	return nil
}
