package fix

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/testenv"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/observe/trace"
	"github.com/wring-go/wring/propose"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/build"
)

// stages are what a loop waits for.
var stages = []string{"propose", "build", "counts", "tests", "differential", "variants", "timing",
	"importers"}

// TestDeadlines has each stage wait for ever once the first rewrite is kept. The loop ends
// all the same: the first rewrite stays, the second is not kept. Each stage is given a
// context that ends no later than the limit.
func TestDeadlines(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for a time limit")
	}
	for _, stage := range stages {
		t.Run(stage, func(t *testing.T) {
			t.Parallel()
			s := slowLoop{t: t, stage: stage}
			r, err := s.job().result(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if !s.waited {
				t.Fatal("the stage did not wait")
			}
			var kept []string
			for _, trial := range r.Trials {
				switch {
				case trial.Accepted:
					kept = append(kept, trial.Technique)
				case trial.Rejected != "budget":
					t.Errorf("%s is dropped by %s", trial.Technique, trial.Rejected)
				}
			}
			if !slices.Equal(kept, []string{"first"}) {
				t.Errorf("kept %q", kept)
			}
			if len(r.Warnings) != 1 || r.Warnings[0].Code != alloc.WarnOutOfTime {
				t.Errorf("warnings: %v", r.Warnings)
			}
		})
	}
}

// slowLoop is a loop in which a stage waits until its context ends when it is to judge the
// second rewrite.
type slowLoop struct {
	t      *testing.T
	stage  string
	limit  time.Time
	waited bool
}

const slowLimit = 5 * time.Second // what comes before the slow stage takes milliseconds

// wait checks the context that a stage is given, and waits if the stage is the slow one.
func (s *slowLoop) wait(ctx context.Context, stage string, slow bool) error {
	end, limited := ctx.Deadline()
	if !limited || end.After(s.limit) {
		s.t.Errorf("%s may go on until %v, and the limit is %v", stage, end, s.limit)
	}
	if !slow || stage != s.stage {
		return nil
	}
	s.waited = true
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(20 * slowLimit):
		return errors.New("the stage was not given up")
	}
}

// job returns the job, on a module in which q imports p.
func (s *slowLoop) job() *job {
	dir := testenv.Module(s.t, map[string]string{
		"p/p.go":      "package p\n\nvar A = 1 // a\n\nvar B = 1 // b\n",
		"q/q.go":      "package q\n\nimport _ \"example.com/m/p\"\n",
		"q/q_test.go": "package q\n\nimport \"testing\"\n\nfunc TestQ(*testing.T) {}\n"})
	file := filepath.Join(dir, "p", "p.go")
	rec := &alloc.Record{Module: "example.com/m", ModuleDir: dir,
		Packages:   []alloc.Package{{Path: "example.com/m/p"}},
		Benchmarks: []alloc.Benchmark{{Package: "example.com/m/p", Name: "BenchmarkP", N: 1}}}
	for i, line := range []int{3, 5} {
		rec.Frames = append(rec.Frames, alloc.Frame{Func: "example.com/m/p.F", File: file,
			Line: line})
		rec.Stacks = append(rec.Stacks, []int{i})
		rec.Samples = append(rec.Samples, alloc.Sample{Stack: i, Objects: 9, Size: 8, Charged: 8})
	}
	j := newJob(Options{Trace: trace.Config{Dir: dir,
		Packages: []load.Package{{Package: rec.Packages[0]}}}, Record: rec, Time: slowLimit},
		s.t.TempDir())
	var err error
	if j.graph, err = build.Imports(s.t.Context(), j.unchanged()); err != nil {
		s.t.Fatal(err)
	}
	j.source = s.source(file)
	j.judges = panel{build: s.judge("build"), counts: s.judge("counts"), tests: s.judge("tests"),
		compare: s.judge("differential"), variants: s.judge("variants"), time: s.judge("timing")}
	j.begun = time.Now()
	s.limit = j.begun.Add(slowLimit)
	return j
}

// source proposes the first rewrite, and when it is made the second.
func (s *slowLoop) source(file string) source {
	return func(ctx context.Context, files rewrite.Files, _ []string) (
		[]propose.Found, []alloc.Warning, error) {
		text, ok := files[file]
		if !ok {
			var err error
			if text, err = os.ReadFile(file); err != nil {
				return nil, nil, err
			}
		}
		name, old, line := "first", "1 // a", 3
		if bytes.Contains(text, []byte("2 // a")) {
			name, old, line = "second", "1 // b", 5
		}
		if err := s.wait(ctx, "propose", name == "second"); err != nil {
			return nil, nil, err
		}
		at := bytes.Index(text, []byte(old))
		if at < 0 {
			return nil, nil, nil
		}
		return []propose.Found{{Around: propose.Lines{File: file, First: line, Last: line},
			Candidate: alloc.Candidate{Technique: name, Package: "example.com/m/p",
				Func: "example.com/m/p.F", File: "p/p.go", Line: line, Risk: "safe",
				Edits: []alloc.Edit{{File: file, Start: at, End: at + 1, New: "2"}}}}}, nil, nil
	}
}

// judge accepts everything.
func (s *slowLoop) judge(stage string) verify.Judge {
	return func(ctx context.Context, c verify.Change, m verify.Measurements) (
		verify.Judgement, error) {
		slow, name := false, stage
		for _, text := range c.New {
			slow = slow || bytes.Contains(text, []byte("2 // b"))
		}
		if stage == "tests" && len(c.Packages) == 0 {
			name = "importers"
		}
		if err := s.wait(ctx, name, slow); err != nil {
			return verify.Judgement{}, err
		}
		j := verify.All(c, alloc.Verdict{Judge: stage, Outcome: alloc.Accepted})
		j.After = m.Before
		return j, nil
	}
}

// TestExplainedInTime has a compiler that does not answer: its reasons are left out.
func TestExplainedInTime(t *testing.T) {
	rec := &alloc.Record{Module: "example.com/m"}
	opt := PackagesOptions{Budget: time.Millisecond, begun: time.Now()}
	e := opt.explain(t.Context(), rec, func(ctx context.Context, _ *alloc.Record) error {
		<-ctx.Done()
		return ctx.Err()
	})
	if err := e.add(); err != nil || len(rec.Warnings) != 1 ||
		rec.Warnings[0].Code != alloc.WarnOutOfTime {
		t.Errorf("got %v, %v", err, rec.Warnings)
	}
	e.end()
}

// TestRoom has rounds grow as far as the time allows, and shrink when it is short.
func TestRoom(t *testing.T) {
	const left = 100 * time.Second
	var p pace
	for left, want := range map[time.Duration]int{4 * time.Minute: firstRound, left: 8,
		40 * time.Second: leastRound, time.Second: scarceRound} {
		if got := p.room(left); got != want {
			t.Errorf("with %v left, the first round has %d, want %d", left, got, want)
		}
	}
	slow := pace{measured: 2 * time.Second} // 20 s for each
	if got := slow.room(left); got != 5 {
		t.Errorf("where counting takes longer, the first round has %d", got)
	}
	p = p.with(8, 26*time.Second) // by the estimate, 10 s and 2 s for each
	if got := p.room(left); got != growth*8 {
		t.Errorf("the second round has %d", got)
	}
	p = p.with(24, 106*time.Second) // 5 s for each
	for left, want := range map[time.Duration]int{100 * time.Second: 12, time.Second: scarceRound} {
		if got := p.room(left); got != want {
			t.Errorf("with %v left, the third round has %d, want %d", left, got, want)
		}
	}
}
