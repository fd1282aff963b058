// Package redistest runs a Redis server for a test: on a port of its own, with
// nothing of the machine's configuration, keeping nothing.
package redistest

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os/exec"
	"strconv"
	"syscall"
	"time"

	"github.com/wring-go/wring/casebook/diary"
)

// Server is a Redis server, which may be stopped and started again.
type Server struct {
	Address string

	port int
	cmd  *exec.Cmd
	log  bytes.Buffer // what it said; read it only after it has ended
}

// Start starts a server and waits until it answers. The error wraps
// diary.ErrMissing when Redis is not installed. Stop it in the end.
func Start(ctx context.Context) (*Server, error) {
	if _, err := exec.LookPath("redis-server"); err != nil {
		return nil, fmt.Errorf("%w: no redis-server; install redis-server", diary.ErrMissing)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	s := &Server{Address: net.JoinHostPort("127.0.0.1", strconv.Itoa(port)), port: port}
	return s, s.Again(ctx)
}

// Again starts the server where it was, empty.
func (s *Server) Again(ctx context.Context) error {
	s.log.Reset()
	s.cmd = exec.Command("redis-server", "--port", strconv.Itoa(s.port), "--bind", "127.0.0.1",
		"--save", "", "--appendonly", "no")
	s.cmd.Stdout, s.cmd.Stderr = &s.log, &s.log
	if err := s.cmd.Start(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for {
		conn, err := net.Dial("tcp", s.Address)
		if err == nil {
			return conn.Close()
		}
		select {
		case <-ctx.Done():
			s.Stop()
			return fmt.Errorf("redistest: the server does not answer: %w\n%s", err, s.log.Bytes())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// Stop ends the server at once, as a crash would.
func (s *Server) Stop() {
	s.cmd.Process.Kill()
	s.cmd.Wait() // that it was killed is no news
}

// Pause stops the server from answering until Resume is called: its connections
// stay.
func (s *Server) Pause() error { return s.cmd.Process.Signal(syscall.SIGSTOP) }

// Resume ends Pause.
func (s *Server) Resume() error { return s.cmd.Process.Signal(syscall.SIGCONT) }
