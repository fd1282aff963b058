package capture

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Program is a command that was started to be captured.
type Program struct {
	Address string // of its profiles

	cmd   *exec.Cmd
	ended chan struct{} // closed when it has
	how   error         // read it only after ended
}

// starting is how long a command may take until it serves profiles.
const starting = 60 * time.Second

// Start starts a command and waits until it, or a process that it started, serves
// net/http/pprof at a port of this machine. Its output goes to out.
func Start(ctx context.Context, args []string, out io.Writer) (*Program, error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdout, cmd.Stderr = out, out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s cannot be started: %w", args[0], err)
	}
	p := &Program{cmd: cmd, ended: make(chan struct{})}
	go func() {
		p.how = cmd.Wait()
		close(p.ended)
	}()
	limited, cancel := context.WithTimeout(ctx, starting)
	defer cancel()
	for {
		for _, port := range p.ports() {
			if s, err := newServer(strconv.Itoa(port)); err == nil && s.probe(limited) == nil {
				p.Address = s.name
				return p, nil
			}
		}
		select {
		case <-p.ended:
			return nil, fmt.Errorf("%s ended before it served profiles: %w", args[0],
				errors.Join(p.how, errNoProfiles))
		case <-limited.Done():
			p.Stop()
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, fmt.Errorf("%s serves no profiles after %v: %w", args[0], starting,
				errNoProfiles)
		case <-time.After(200 * time.Millisecond):
		}
	}
}

var errNoProfiles = errors.New("it has to serve net/http/pprof at a port of this machine " +
	"(import _ \"net/http/pprof\", and http.ListenAndServe)")

// Stop ends the program and what it started: by SIGTERM, and SIGKILL if that takes
// more than some seconds.
func (p *Program) Stop() {
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(5 * time.Second):
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
		<-p.ended
	}
}

// ports returns those at which the program and its children listen.
func (p *Program) ports() []int {
	group := strconv.Itoa(p.cmd.Process.Pid)
	var list []int
	names, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range names {
		pid, _ := strconv.Atoi(strings.Split(name, "/")[2])
		if f := statFields(pid); len(f) > 2 && f[2] == group {
			list = append(list, listening(pid)...)
		}
	}
	return list
}
