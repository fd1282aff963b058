package serve_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wring-go/wring/casebook/echo/serve"
	"github.com/wring-go/wring/casebook/load/target"
	"github.com/wring-go/wring/casebook/servertest"
)

// start serves a variant until the test ends.
func start(t testing.TB, variant string, opt serve.Options) *servertest.Server {
	t.Helper()
	if opt.Grace == 0 {
		opt.Grace = 100 * time.Millisecond
	}
	return servertest.Start(t, func(ctx context.Context, l net.Listener) error {
		return serve.Serve(ctx, l, variant, opt)
	})
}

func dial(t testing.TB, address string) *net.TCPConn {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(servertest.Patience))
	return conn.(*net.TCPConn)
}

// TestEcho sends a megabyte by many connections at once, all of them halves of
// which the client closes its own when it has sent everything.
func TestEcho(t *testing.T) {
	message := bytes.Repeat([]byte("0123456789abcdef"), 1<<16)
	for _, variant := range serve.Variants() {
		s := start(t, variant, serve.Options{})
		var all sync.WaitGroup
		for range 10 {
			conn := dial(t, s.Address)
			all.Go(func() { conn.Write(message); conn.CloseWrite() })
			all.Go(func() {
				got, err := io.ReadAll(conn)
				if err != nil || !bytes.Equal(got, message) {
					t.Errorf("%s: %d of %d bytes came back: %v", variant, len(got), len(message),
						err)
				}
			})
		}
		all.Wait()
	}
}

// TestFaults has clients that say nothing, leave in the middle, and never read what
// comes back; one that behaves notices nothing, and the server ends in time.
func TestFaults(t *testing.T) {
	for _, variant := range serve.Variants() {
		s := start(t, variant, serve.Options{})
		dial(t, s.Address)                      // silent
		io.WriteString(dial(t, s.Address), "x") // leaves something unread
		reset := dial(t, s.Address)
		io.WriteString(reset, "x")
		reset.SetLinger(0)
		reset.Close()
		deaf := dial(t, s.Address)
		deaf.SetDeadline(time.Now().Add(200 * time.Millisecond))
		for err := error(nil); err == nil; {
			_, err = deaf.Write(make([]byte, 1<<16)) // until nothing more goes in
		}
		good := dial(t, s.Address)
		io.WriteString(good, "hello")
		if _, err := io.ReadFull(good, make([]byte, 5)); err != nil {
			t.Errorf("%s: %v", variant, err)
		}
		begin := time.Now()
		if s.Stop(); time.Since(begin) > servertest.Patience {
			t.Errorf("%s ends after %v", variant, time.Since(begin))
		}
	}
}

// TestStop ends the server while a client talks, who may finish within the grace
// time.
func TestStop(t *testing.T) {
	for _, variant := range serve.Variants() {
		s := start(t, variant, serve.Options{Grace: servertest.Patience})
		conn := dial(t, s.Address)
		io.WriteString(conn, "before")
		if _, err := io.ReadFull(conn, make([]byte, 6)); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() { s.Stop(); close(ended) }()
		servertest.Eventually(t, "the server does not listen any more", s.Closed)
		io.WriteString(conn, "after")
		conn.CloseWrite()
		if got, err := io.ReadAll(conn); err != nil || string(got) != "after" {
			t.Errorf("%s: %q, %v", variant, got, err)
		}
		<-ended
	}
}

// TestIdle closes who is silent for too long, and not earlier.
func TestIdle(t *testing.T) {
	const idle = 50 * time.Millisecond
	for _, variant := range []string{"before", "after", "pool"} {
		s := start(t, variant, serve.Options{Idle: idle})
		begin := time.Now()
		_, err := io.Copy(io.Discard, dial(t, s.Address))
		if took := time.Since(begin); err != nil || took < idle {
			t.Errorf("%s: the silent one ends with %v after %v", variant, err, took)
		}
	}
}

// TestLimit closes who is one too many.
func TestLimit(t *testing.T) {
	for _, variant := range serve.Variants() {
		s := start(t, variant, serve.Options{Limit: 2})
		first, second := dial(t, s.Address), dial(t, s.Address)
		io.WriteString(first, "x")
		io.WriteString(second, "x")
		for _, conn := range []net.Conn{first, second} {
			if _, err := io.ReadFull(conn, make([]byte, 1)); err != nil {
				t.Fatal(err)
			}
		}
		if n, err := io.Copy(io.Discard, dial(t, s.Address)); n > 0 || err != nil {
			t.Errorf("%s: the third gets %d bytes, %v", variant, n, err)
		}
	}
}

// TestUnknown wants the names in the error.
func TestUnknown(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	err = serve.Serve(t.Context(), l, "erlang", serve.Options{})
	if err == nil || !strings.Contains(err.Error(), "pool") {
		t.Errorf("the error is %v", err)
	}
}

// TestAllocations wants messages to cost no memory, and the first version to take
// a buffer for each.
func TestAllocations(t *testing.T) {
	servertest.CountsAllocations(t)
	for _, size := range []int{64, 16 << 10} {
		counts := make(map[string]float64)
		for _, variant := range serve.Variants() {
			counts[variant] = allocations(t, variant, size)
		}
		t.Logf("allocations per message of %d bytes: %v", size, counts)
		if counts["after"] > 0 || counts["pool"] > 0 || counts["before"] < 1 {
			t.Errorf("%d bytes: %v", size, counts)
		}
	}
}

func allocations(t *testing.T, variant string, size int) float64 {
	s := start(t, variant, serve.Options{})
	defer s.Stop()
	dial, err := target.Dialer(target.Request{URL: "tcp://" + s.Address, Body: make([]byte, size)})
	if err != nil {
		t.Fatal(err)
	}
	client, err := dial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ctx := t.Context()
	return testing.AllocsPerRun(300, func() {
		if _, err := client.Do(ctx); err != nil {
			t.Error(err)
		}
	})
}

// BenchmarkMessage is one message there and back, by a client that allocates
// nothing.
//
//wring:unguarded the packages before and after have it without a network
func BenchmarkMessage(b *testing.B) {
	for _, variant := range serve.Variants() {
		b.Run(variant, func(b *testing.B) {
			s := start(b, variant, serve.Options{})
			dial, err := target.Dialer(target.Request{URL: "tcp://" + s.Address,
				Body: make([]byte, 64)})
			if err != nil {
				b.Fatal(err)
			}
			client, err := dial(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			defer client.Close()
			ctx := b.Context()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := client.Do(ctx); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
