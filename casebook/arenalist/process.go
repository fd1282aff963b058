package arenalist

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/wring-go/wring/casebook/diary"
)

// process is a worker that does one piece of work.
type process struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

// start starts a worker.
func start(ctx context.Context, program, work string) (*process, error) {
	p := &process{command: exec.CommandContext(ctx, program, work)}
	p.command.Stderr = os.Stderr
	var err error
	if p.in, err = p.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReader(out)
	return p, p.command.Start()
}

// sample has the worker do n operations.
func (p *process) sample(n int) (diary.Sample, error) {
	var s diary.Sample
	if _, err := fmt.Fprintln(p.in, n); err != nil {
		return s, fmt.Errorf("arenalist: worker %q is gone: %w", p.command.Args[1], err)
	}
	line, err := p.out.ReadBytes('\n')
	if err != nil {
		return s, fmt.Errorf("arenalist: worker %q is gone: %w", p.command.Args[1], err)
	}
	return s, json.Unmarshal(line, &s)
}

// stop ends the worker.
func (p *process) stop() {
	p.in.Close()
	p.command.Wait() // it ends at the end of its input
}

// build builds the worker into dir, with the experiment if that is wanted, and
// returns the program.
func build(ctx context.Context, dir string, experiment bool) (string, error) {
	program := filepath.Join(dir, "worker")
	env := os.Environ()
	if experiment {
		program += "-experiment"
		env = append(env, "GOEXPERIMENT=arenas")
	}
	const source = "github.com/wring-go/wring/casebook/arenalist/worker"
	command := exec.CommandContext(ctx, "go", "build", "-o", program, source)
	command.Env = env
	if out, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: go build of the worker failed: %w\n%s",
			diary.ErrMissing, err, out)
	}
	return program, nil
}
