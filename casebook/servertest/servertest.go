// Package servertest has what the tests of servers share: a server that runs until
// the test ends, conditions that are waited for, and counts that need a quiet
// runtime. Its limits of time are there to end a test that hangs. They say nothing
// about how fast a server must be, so that a busy machine is no reason to fail.
package servertest

import (
	"context"
	"errors"
	"net"
	"net/http"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Patience is how long a test waits for what must happen.
const Patience = 2 * time.Minute

// Eventually waits until a condition holds, and ends the test if it never does.
func Eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for begin := time.Now(); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Since(begin) > Patience {
			t.Fatalf("still not so after %v: %s", Patience, what)
		}
	}
}

// CountsAllocations skips the test under the race detector, whose own allocations
// are counted with those of the program, and with which sync.Pool drops objects.
func CountsAllocations(t testing.TB) {
	t.Helper()
	if race {
		t.Skip("allocations are not counted under the race detector, which allocates, too")
	}
}

// Server is a server under test.
type Server struct {
	Address string

	// Stop ends the server, wants it to end without an error and to have closed its
	// listener, and may be called more than once.
	Stop func()

	listener *listener
}

// Start calls serve, which must return when its context is done, and stops it when
// the test ends. Then no goroutine may be left that was not there before.
func Start(t testing.TB, serve func(context.Context, net.Listener) error) *Server {
	t.Helper()
	before := runtime.NumGoroutine()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Address: l.Addr().String(), listener: &listener{Listener: l}}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- serve(ctx, s.listener) }()
	s.Stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the server ends with %v", err)
		}
		if _, err := l.Accept(); !errors.Is(err, net.ErrClosed) {
			t.Errorf("the server has ended and still listens: %v", err)
		}
	})
	t.Cleanup(func() { s.Stop(); noLeak(t, before) })
	return s
}

// Closed reports whether the server no longer listens.
func (s *Server) Closed() bool { return s.listener.closed.Load() }

// listener notes that it is closed.
type listener struct {
	net.Listener
	closed atomic.Bool
}

// Close closes the listener.
func (l *listener) Close() error {
	defer l.closed.Store(true) // not earlier: tests rely on it
	return l.Listener.Close()
}

// noLeak wants as many goroutines as before, and none that can never go on, which
// Go 1.27 finds by itself.
func noLeak(t testing.TB, before int) {
	t.Helper()
	http.DefaultClient.CloseIdleConnections()
	for begin := time.Now(); runtime.NumGoroutine() > before; time.Sleep(5 * time.Millisecond) {
		if time.Since(begin) > Patience {
			var stacks strings.Builder
			pprof.Lookup("goroutine").WriteTo(&stacks, 1)
			t.Errorf("%d goroutines, and before the test %d:\n%s", runtime.NumGoroutine(), before,
				stacks.String())
			return
		}
	}
	if p := pprof.Lookup("goroutineleak"); p != nil {
		var report strings.Builder
		p.WriteTo(&report, 1)
		if strings.Contains(report.String(), "(leaked)") || p.Count() > 0 {
			t.Errorf("leaked:\n%s", report.String())
		}
	}
}
