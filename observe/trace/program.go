package trace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/digest"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/observe/load"
)

// ProgramConfig says which program to book.
type ProgramConfig struct {
	Config
	Main      load.Package // package main
	Args      []string
	FromStart bool // false: SIGUSR1 starts and stops booking
	// Labels are the keys of profiler labels by which objects are told apart, at
	// most MaxLabelKeys.
	Labels []string

	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Signals are forwarded to the program, interrupts only unless Shared: then
	// the terminal sends them to both.
	Signals <-chan os.Signal
	Shared  bool
	// Started, when not nil, receives the program's process id.
	Started func(pid int)
}

// Exit is how a program ended.
type Exit struct {
	Code   int            // 128 + signal when a signal ended it, as shells count
	Signal syscall.Signal // 0 when it ended by itself
}

// Program builds a main package with the overlay, runs it to its end, and
// returns its books: one section named "main".
func Program(ctx context.Context, cfg ProgramConfig) (*alloc.Record, Exit, error) {
	cfg.progress("building", cfg.Main.Path)
	binary, err := cfg.buildProgram(ctx)
	if err != nil {
		return nil, Exit{}, err
	}
	dir, err := os.MkdirTemp("", "wring-")
	if err != nil {
		return nil, Exit{}, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "trace")
	cfg.progress("", "") // the program has the terminal now
	exit, err := cfg.runProgram(binary, file)
	if err != nil {
		return nil, exit, err
	}
	rec, err := cfg.books(file, exit)
	return rec, exit, err
}

func (c *ProgramConfig) buildProgram(ctx context.Context) (string, error) {
	dir := filepath.Join(c.binDir(), "run", digest.Hex(c.Main.Path)[:8])
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	binary := filepath.Join(dir, filepath.Base(c.Main.Dir))
	args := append([]string{"build", "-o", binary}, c.Toolchain.BuildFlags()...)
	if c.Tags != "" {
		args = append(args, "-tags="+c.Tags)
	}
	_, err := gocmd.Run(ctx, c.call(append(args, c.Main.Path)))
	var failed *gocmd.Error
	if errors.As(err, &failed) && strings.TrimSpace(failed.Stderr) != "" {
		return "", fmt.Errorf("%s cannot be built:\n%s",
			c.Main.Path, strings.TrimSpace(failed.Stderr))
	}
	return binary, err
}

// runProgram runs the binary until it ends, whatever signals wring gets meanwhile:
// that is passed on.
func (c *ProgramConfig) runProgram(binary, file string) (Exit, error) {
	mode := "wait"
	if c.FromStart {
		mode = "run"
	}
	cmd := exec.Command(binary, c.Args...)
	cmd.Args[0] = filepath.Base(binary)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = c.Stdin, c.Stdout, c.Stderr
	cmd.Env = append(append(os.Environ(), c.Env...), "WRING_TRACE="+mode+":"+file)
	if len(c.Labels) > 0 {
		cmd.Env = append(cmd.Env, "WRING_LABELS="+strings.Join(c.Labels, ","))
	}
	if err := cmd.Start(); err != nil {
		return Exit{}, fmt.Errorf("%s cannot be started: %w", c.Main.Path, err)
	}
	if c.Started != nil {
		c.Started(cmd.Process.Pid)
	}
	ended := make(chan struct{})
	forwarded := make(chan struct{})
	go func() {
		c.forward(cmd.Process, ended)
		close(forwarded)
	}()
	err := cmd.Wait()
	close(ended)
	<-forwarded
	return exitOf(cmd, err)
}

// forward passes signals on until the process has ended.
func (c *ProgramConfig) forward(p *os.Process, ended <-chan struct{}) {
	for {
		select {
		case sig := <-c.Signals:
			if sig != os.Interrupt || !c.Shared {
				// It may just have ended, and then there is no process to signal.
				_ = p.Signal(sig)
			}
		case <-ended:
			return
		}
	}
}

func exitOf(cmd *exec.Cmd, err error) (Exit, error) {
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return Exit{}, err
	}
	if s, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		return Exit{Code: 128 + int(s.Signal()), Signal: s.Signal()}, nil
	}
	return Exit{Code: cmd.ProcessState.ExitCode()}, nil
}

// books reads what the program left behind.
func (c *ProgramConfig) books(file string, exit Exit) (*alloc.Record, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%s left no books: %w", c.Main.Path, err)
	}
	d := newDecoder()
	err = d.feed(data)
	if !hasRoom(filepath.Dir(file)) {
		return nil, fmt.Errorf("%s: %w: %w", c.Main.Path, errUnreadable, errFull())
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", c.Main.Path, errUnreadable, err)
	}
	if len(d.sections) == 0 {
		return nil, c.unclosed(exit)
	}
	rec := &alloc.Record{
		Version: alloc.RecordVersion, Exact: true, Go: c.Toolchain.Version(),
		GOOS: c.Toolchain.GOOS, GOARCH: c.Toolchain.GOARCH, GOROOT: c.Toolchain.GOROOT,
	}
	b := newBuilder(rec, c.Toolchain)
	b.askFor(c.Labels)
	last := d.sections[len(d.sections)-1]
	b.add(c.Main.Path, "main", d, last, nil)
	b.doubts(c.Main.Path, c.Main.Path, last)
	b.labelSets(d)
	b.labelDoubts(c.Main.Path, d)
	return rec, nil
}

func (c *ProgramConfig) unclosed(exit Exit) error {
	how := fmt.Sprintf("exit code %d", exit.Code)
	if exit.Signal != 0 {
		how = "signal " + exit.Signal.String()
	}
	return fmt.Errorf("%s ended (%s) before its books could be closed: a fatal error of the "+
		"runtime, SIGKILL and SIGQUIT leave no time for it; end it with SIGTERM or SIGINT instead",
		c.Main.Path, how)
}
