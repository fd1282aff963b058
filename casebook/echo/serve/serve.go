// Package serve has the ways in which the echo server may be built.
package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/wring-go/wring/casebook/echo/after"
	"github.com/wring-go/wring/casebook/echo/before"
	"github.com/wring-go/wring/casebook/pooled"
)

// Variants returns the names of the ways to serve, the first being the usual one.
func Variants() []string { return []string{"after", "before", "pool", "copy"} }

// Options are the limits of a server.
type Options struct {
	Idle  time.Duration // a connection that is silent for longer is closed; 0: five minutes
	Grace time.Duration // how long connections may go on when the server ends; 0: five seconds
	Limit int           // of connections; one more is closed at once. 0: no limit
}

// Serve echoes the connections of l until ctx is done. Then it accepts no more,
// waits for the connections to end, and closes those that are left.
func Serve(ctx context.Context, l net.Listener, variant string, opt Options) error {
	echo, err := loop(variant)
	if err != nil {
		l.Close()
		return err
	}
	if opt.Idle == 0 {
		opt.Idle = 5 * time.Minute
	}
	if opt.Grace == 0 {
		opt.Grace = 5 * time.Second
	}
	s := &server{echo: echo, opt: opt, conns: make(map[net.Conn]bool)}
	defer context.AfterFunc(ctx, func() { l.Close() })()
	for {
		conn, err := l.Accept()
		switch {
		case err == nil:
			s.start(conn)
		case ctx.Err() != nil:
			s.end()
			return nil
		case errors.Is(err, net.ErrClosed):
			s.end()
			return err
		default: // such as too many open files: that passes
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// loop returns what serves one connection.
func loop(variant string) (func(net.Conn, time.Duration) error, error) {
	switch variant {
	case "after":
		return after.Serve, nil
	case "before":
		return before.Serve, nil
	case "pool":
		pool := new(pooled.Pool)
		return func(conn net.Conn, idle time.Duration) error {
			tcp, ok := conn.(*net.TCPConn)
			if !ok {
				return after.Serve(conn, idle)
			}
			return after.ServePooled(tcp, pool, idle)
		}, nil
	case "copy": // the shortest; the kernel moves the bytes, and a silent client is kept
		return func(conn net.Conn, _ time.Duration) error {
			_, err := io.Copy(conn, conn)
			return err
		}, nil
	}
	return nil, fmt.Errorf("no variant is called %q; there are %s", variant,
		strings.Join(Variants(), ", "))
}

type server struct {
	echo func(net.Conn, time.Duration) error
	opt  Options
	all  sync.WaitGroup

	mu    sync.Mutex
	conns map[net.Conn]bool
}

func (s *server) start(conn net.Conn) {
	s.mu.Lock()
	full := s.opt.Limit > 0 && len(s.conns) >= s.opt.Limit
	if !full {
		s.conns[conn] = true
	}
	s.mu.Unlock()
	if full {
		conn.Close()
		return
	}
	s.all.Go(func() {
		defer s.forget(conn)
		s.echo(conn, s.opt.Idle) // how a client ends is its own affair
	})
}

func (s *server) forget(conn net.Conn) {
	conn.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, conn)
}

// end waits for the connections, and closes those that are left after the grace
// time. What has been read by then is sent back first.
func (s *server) end() {
	ended := make(chan struct{})
	go func() { s.all.Wait(); close(ended) }()
	select {
	case <-ended:
		return
	case <-time.After(s.opt.Grace):
	}
	last := time.Now().Add(time.Second)
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for {
		s.cut(last)
		select {
		case <-ended:
			return
		case <-again.C:
		}
	}
}

// cut ends the reading of all connections, and their writing at the time given. A
// loop may be about to move the deadline of its connection, so one call is not
// enough.
func (s *server) cut(last time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for conn := range s.conns {
		conn.SetReadDeadline(time.Unix(1, 0))
		conn.SetWriteDeadline(last)
	}
}
