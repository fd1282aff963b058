package collector

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/wring-go/wring/collector/gctrace"
	"github.com/wring-go/wring/internal/gocmd"
)

// Program is what is run.
type Program struct {
	Path string // of an executable file
	// Variants are files of the same program, by the GOEXPERIMENT of their build.
	Variants map[string]string
	Args     []string
	Dir      string
	Env      []string // KEY=VALUE, added to this process's environment
	// For ends the program, by an interrupt, after some time; 0 waits for its end.
	For time.Duration
	// Load is a command for the shell, such as a load generator, that runs beside
	// the program, from Delay after its start; the program is interrupted when it
	// ends.
	Load  string
	Delay time.Duration
	// Output gets what the program prints.
	Output io.Writer
}

// patience is how long a program may take to end after an interrupt.
const patience = 10 * time.Second

// Once runs p under a setting and returns what it cost.
func (p Program) Once(ctx context.Context, s Setting) (Run, error) {
	path := p.Path
	if s.Experiment != "" {
		path = p.Variants[s.Experiment]
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := gocmd.Command(ctx, path, p.Args...)
	cmd.Dir, cmd.Env = p.Dir, s.env(append(os.Environ(), p.Env...))
	trace := &tracer{other: io.Discard}
	if p.Output != nil {
		trace.other = &shared{w: p.Output}
	}
	cmd.Stdout, cmd.Stderr = trace.other, trace
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return Run{}, err
	}
	watch := observe(cmd.Process.Pid)
	interrupted := make(chan bool, 1)
	done := make(chan struct{})
	go func() { interrupted <- p.end(ctx, cmd.Process, done) }()
	err := cmd.Wait()
	close(done)
	asked := <-interrupted
	r := Run{Setting: s, Wall: time.Since(start)}
	r.Peak, r.Stretch = watch.end(cmd.ProcessState)
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	var exit *exec.ExitError
	if err != nil && !(asked && errors.As(err, &exit)) {
		return r, fmt.Errorf("%s: %w\n%s", path, err, trace.tail())
	}
	r.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	r.Cost = Sum(trace.cycles)
	return r, nil
}

// end interrupts a process when it is time to, and reports whether it did.
func (p Program) end(ctx context.Context, process *os.Process, done chan struct{}) bool {
	var due <-chan time.Time
	if p.For > 0 {
		due = time.After(p.For)
	}
	loaded := make(chan struct{})
	if p.Load != "" {
		go func() {
			defer close(loaded)
			Load(ctx, p.Dir, p.Load, p.Delay)
		}()
	}
	select {
	case <-done:
		return false
	case <-ctx.Done():
		return false
	case <-due:
	case <-loaded:
	}
	_ = process.Signal(os.Interrupt)
	select {
	case <-done:
	case <-time.After(patience):
		_ = process.Signal(syscall.SIGKILL)
	}
	return true
}

// Load waits and then runs a load, a command for the shell. One that fails shows
// as a program with nothing to do.
func Load(ctx context.Context, dir, command string, delay time.Duration) {
	select {
	case <-time.After(delay):
	case <-ctx.Done():
		return
	}
	cmd := gocmd.Command(ctx, "sh", "-c", command)
	cmd.Dir = dir
	_ = cmd.Run()
	gocmd.EndGroup(ctx, cmd)
}

// tracer keeps the cycles that a program reports, and passes on what else it
// writes.
type tracer struct {
	mu     sync.Mutex
	cycles []gctrace.Cycle
	line   []byte
	other  io.Writer
	last   bytes.Buffer // of what was passed on
}

// lastBytes is how much of what a program wrote is shown when it fails.
const lastBytes = 2000

func (t *tracer) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.line = append(t.line, p...)
	for {
		i := bytes.IndexByte(t.line, '\n')
		if i < 0 {
			return len(p), nil
		}
		t.take(t.line[:i+1])
		t.line = t.line[i+1:]
	}
}

// take books a line, or passes it on. What the program has left unfinished on
// its line comes before what its runtime says.
func (t *tracer) take(line []byte) {
	text := string(line)
	if c, ok := gctrace.Find(text); ok {
		t.cycles = append(t.cycles, c)
		text = text[:strings.LastIndex(text, gctrace.Prefix)]
	}
	if text == "" {
		return
	}
	if t.last.Len() > lastBytes {
		t.last.Next(t.last.Len() - lastBytes/2)
	}
	t.last.WriteString(text)
	_, _ = io.WriteString(t.other, text)
}

// shared is a writer for both of a program's outputs.
type shared struct {
	mu sync.Mutex
	w  io.Writer
}

func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.w.Write(p)
}

func (t *tracer) tail() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(t.last.String() + string(t.line))
}
