package stage

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Build builds the service into a folder and returns its path. It is called
// within the repository.
func Build(ctx context.Context, dir string) (string, error) {
	bin := filepath.Join(dir, "photos")
	cmd := exec.CommandContext(ctx, "go", "build", "-o", bin,
		"github.com/wring-go/wring/casebook/photos")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the service: %w\n%s", err, out)
	}
	return bin, nil
}

// Service is the service as a process.
type Service struct {
	Base     string // such as http://127.0.0.1:8004
	Profiles string // where its profiles are, with the argument -debug; else ""
	PID      int

	cmd    *exec.Cmd
	stderr *lastBytes
	ended  chan struct{} // closed when it has
	how    error         // read it only after ended
}

// Start starts the service and waits until it listens. Args are those of the
// command, without -listen.
func Start(ctx context.Context, bin string, args ...string) (*Service, error) {
	return StartCommand(ctx, exec.Command(bin, append([]string{"-listen", "127.0.0.1:0"},
		args...)...))
}

// StartCommand starts the service by a command, whose arguments end with those of
// the service.
func StartCommand(ctx context.Context, cmd *exec.Cmd) (*Service, error) {
	s := &Service{cmd: cmd, stderr: new(lastBytes), ended: make(chan struct{})}
	cmd.Stderr = s.stderr
	out, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer out.Close()
	cmd.Stdout = in
	err = cmd.Start()
	in.Close()
	if err != nil {
		return nil, err
	}
	s.PID = cmd.Process.Pid
	go func() {
		defer close(s.ended)
		s.how = cmd.Wait()
	}()
	giveUp := context.AfterFunc(ctx, func() { cmd.Process.Kill() })
	defer giveUp()
	says := bufio.NewReader(out)
	line, err := says.ReadString('\n')
	base, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if err != nil || !ok {
		s.Kill()
		return nil, fmt.Errorf("the service does not listen: %q, %w\n%s", line,
			errors.Join(err, s.how), s.stderr)
	}
	s.Base = strings.TrimSuffix(base, "/")
	if slices.Contains(cmd.Args, "-debug") {
		line, err := says.ReadString('\n')
		if s.Profiles, ok = strings.CutPrefix(strings.TrimSpace(line), "profiles at "); !ok {
			s.Kill()
			return nil, fmt.Errorf("the service serves no profiles: %q, %w", line, err)
		}
	}
	return s, nil
}

// Stop ends the service by SIGTERM. That it does not end with 0 is an error.
func (s *Service) Stop() error { return s.StopWithin(30 * time.Second) }

// StopWithin is Stop for a service that may take longer to end. It is killed then.
func (s *Service) StopWithin(limit time.Duration) error {
	s.cmd.Process.Signal(syscall.SIGTERM)
	timer := time.AfterFunc(limit, func() { s.cmd.Process.Kill() })
	defer timer.Stop()
	<-s.ended
	if s.how != nil {
		return fmt.Errorf("the service ends with %w\n%s", s.how, s.stderr)
	}
	return nil
}

// Kill ends the service by SIGKILL, if it has not ended.
func (s *Service) Kill() {
	s.cmd.Process.Kill()
	<-s.ended
}

// Complaints returns the last of what the service has written to standard error.
func (s *Service) Complaints() string { return s.stderr.String() }

// lastBytes keeps the end of what is written to it.
type lastBytes struct {
	mu sync.Mutex
	b  []byte
}

// Write keeps p.
func (l *lastBytes) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.b = append(l.b, p...)
	l.b = bytes.Clone(l.b[max(len(l.b)-4096, 0):])
	return len(p), nil
}

// String returns what is kept.
func (l *lastBytes) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.b)
}
