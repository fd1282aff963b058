// Package recording measures what it costs to record the calls of tests.
package recording

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/wring-go/wring/evaluation/bench"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/differential/harness"
	"github.com/wring-go/wring/verify/differential/plant"
)

// promised is how many times as much processor time the tests may take with recording on.
const promised = 2

// packages are those that are measured, by the module that they are the root of: their tests
// take time, and most of it in their own functions.
var packages = []string{"goldmark-tests", "gjson", "toml"}

// Cost runs the tests of packages with all functions recorded, and as they are, interleaved,
// and prints what both take. fix records only functions for which it has a proposal, so this
// is the worst that can be.
func Cost(ctx context.Context, m *bench.Machine, args []string) error {
	fs := bench.Flags("recording")
	rounds := fs.Int("rounds", 5, "how often both are run, `COUNT`")
	fs.Parse(args)
	names := fs.Args()
	if len(names) == 0 {
		names = packages
	}
	list, err := bench.Chosen(bench.Modules(), names)
	if err != nil {
		return err
	}
	if err := m.Describe(ctx, []string{"local"}, list); err != nil {
		return err
	}
	t := bench.NewTable(m.Out, "package", "functions", "calls kept", "KiB kept",
		"tests, s of CPU", "recording, s", "factor", "MiB of memory", "recording, MiB")
	broken := false
	for _, target := range list {
		r, err := measure(ctx, m, target, *rounds)
		if err != nil {
			return fmt.Errorf("%s: %w", target.Name, err)
		}
		factor := r.sides[1].cpu.Seconds() / r.sides[0].cpu.Seconds()
		t.Row(r.path, bench.Count(r.functions), bench.Count(r.calls),
			fmt.Sprintf("%.0f", r.kib), seconds(r.sides[0].cpu, *rounds),
			seconds(r.sides[1].cpu, *rounds), fmt.Sprintf("%.2f", factor),
			fmt.Sprintf("%.0f", r.sides[0].mib), fmt.Sprintf("%.0f", r.sides[1].mib))
		broken = broken || factor > promised
	}
	t.End()
	if broken {
		return bench.ErrBroken
	}
	return nil
}

func seconds(d time.Duration, rounds int) string {
	return fmt.Sprintf("%.2f", d.Seconds()/float64(rounds))
}

// result is what was measured of a package.
type result struct {
	path             string
	functions, calls int
	kib              float64
	sides            [2]spent // without and with recording
}

// spent is what the runs of a test binary took together, and the most memory of one.
type spent struct {
	cpu time.Duration
	mib float64
}

func measure(ctx context.Context, m *bench.Machine, t bench.Target, rounds int) (r result,
	err error) {
	dir, err := m.Prepare(ctx, t)
	if err != nil {
		return r, err
	}
	module, err := m.Run(ctx, dir, nil, "go", "list", "-m")
	if err != nil {
		return r, err
	}
	r.path = strings.TrimSpace(string(module))
	work, err := os.MkdirTemp(m.Dir, "recording-")
	if err != nil {
		return r, err
	}
	plain := filepath.Join(work, "plain.test")
	if _, err := m.Run(ctx, dir, nil, "go", "test", "-c", "-vet=off", "-ldflags=-w", "-o", plain,
		"."); err != nil {
		return r, err
	}
	c := verify.Change{Dir: dir, ModuleDir: dir, Module: r.path, Env: []string{bench.Isolation},
		Old: map[string][]byte{}, New: map[string][]byte{}, Packages: []string{r.path}}
	taped, functions, err := plant.TapedTests(ctx, c, r.path, work)
	if err != nil {
		return r, err
	}
	if r.functions = functions; functions == 0 {
		return r, errors.New("no function can be recorded")
	}
	tape := filepath.Join(work, "calls")
	for range rounds {
		for i, binary := range []string{plain, taped} {
			if err := os.RemoveAll(tape); err != nil {
				return r, err
			}
			if err := r.sides[i].run(ctx, binary, dir, tape); err != nil {
				return r, err
			}
		}
	}
	data, err := os.ReadFile(tape)
	for _, n := range harness.Count(data) {
		r.calls += n
	}
	r.kib = float64(len(data)) / 1024
	return r, err
}

// run runs all tests of a binary once. They may fail, as long as they run.
func (s *spent) run(ctx context.Context, binary, dir, tape string) error {
	cmd := gocmd.Command(ctx, binary, "-test.run=.", "-test.count=1")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), harness.RecordVariable+"="+tape, "PWD="+dir)
	var failed *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &failed) {
		return err
	}
	s.cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		s.mib = max(s.mib, float64(u.Maxrss)/1024)
	}
	return ctx.Err()
}
