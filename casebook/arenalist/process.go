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
func start(ctx context.Context, b built, work string) (*process, error) {
	p := &process{command: exec.CommandContext(ctx, b.program, work)}
	p.command.Stderr = os.Stderr
	p.command.Env = append(os.Environ(), b.env...)
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

// built is a worker that can be started.
type built struct {
	program string
	env     []string
}

// The ways to build the worker.
const (
	plain = iota
	withExperiment
	withAdapted
)

// build builds the worker into dir.
func build(ctx context.Context, dir string, kind int) (built, error) {
	b := built{program: filepath.Join(dir, fmt.Sprint("worker", kind))}
	args, env := []string{"build", "-o", b.program}, os.Environ()
	switch kind {
	case withExperiment:
		env = append(env, "GOEXPERIMENT=arenas")
	case withAdapted:
		folders, err := sources(ctx)
		if err != nil {
			return b, err
		}
		file, err := overlay(dir, folders)
		if err != nil {
			return b, err
		}
		args = append(args, "-overlay", file)
		b.env = []string{"ARENALIST_SOURCE=" + filepath.Join(folders["net/http"], "server.go")}
	}
	command := exec.CommandContext(ctx, "go", append(args, here+"/worker")...)
	command.Env = env
	if out, err := command.CombinedOutput(); err != nil {
		return b, fmt.Errorf("%w: go build of the worker failed: %w\n%s",
			diary.ErrMissing, err, out)
	}
	return b, nil
}
