// Package redistest runs a Redis server for a test: on a port of its own, with
// nothing of the machine's configuration, keeping nothing.
package redistest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
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

	port  int
	cmd   *exec.Cmd
	ended chan struct{} // closed when it has ended
	log   bytes.Buffer  // what it said; read it only after it has ended
}

// Start starts a server and waits until it answers. The error wraps
// diary.ErrMissing when Redis is not installed. Stop it in the end.
func Start(ctx context.Context) (*Server, error) {
	if _, err := exec.LookPath("redis-server"); err != nil {
		return nil, fmt.Errorf("%w: no redis-server; install redis-server", diary.ErrMissing)
	}
	var failed error
	for range 5 { // another process may take the port between the choice and the start
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		port := l.Addr().(*net.TCPAddr).Port
		l.Close()
		s := &Server{Address: net.JoinHostPort("127.0.0.1", strconv.Itoa(port)), port: port}
		if err := s.Again(ctx); err == nil {
			return s, nil
		} else {
			failed = errors.Join(failed, err)
		}
	}
	return nil, failed
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
	s.ended = make(chan struct{})
	go func() { s.cmd.Wait(); close(s.ended) }() // how it ends is no news
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	for {
		err := s.ask()
		if err == nil {
			return nil
		}
		select {
		case <-s.ended:
			return fmt.Errorf("redistest: the server has ended\n%s", s.log.Bytes())
		case <-ctx.Done():
			s.Stop()
			return fmt.Errorf("redistest: the server does not answer: %w\n%s", err, s.log.Bytes())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// ask reports whether what listens at the address is the server that was started.
func (s *Server) ask() error {
	conn, err := net.Dial("tcp", s.Address)
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(10 * time.Second))
	io.WriteString(conn, "INFO server\r\n")
	want := fmt.Sprint("process_id:", s.cmd.Process.Pid)
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		if lines.Text() == want {
			return nil
		}
	}
	return errors.New("another program listens there")
}

// Stop ends the server at once, as a crash would.
func (s *Server) Stop() {
	s.cmd.Process.Kill()
	<-s.ended
}

// Pause stops the server from answering until Resume is called: its connections
// stay.
func (s *Server) Pause() error { return s.cmd.Process.Signal(syscall.SIGSTOP) }

// Resume ends Pause.
func (s *Server) Resume() error { return s.cmd.Process.Signal(syscall.SIGCONT) }
