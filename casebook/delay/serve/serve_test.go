package serve_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/casebook/delay/serve"
	"github.com/wring-go/wring/casebook/load/target"
	"github.com/wring-go/wring/casebook/servertest"
)

// start serves a variant until the test ends.
func start(t testing.TB, variant string, delay time.Duration) *servertest.Server {
	t.Helper()
	return servertest.Start(t, func(ctx context.Context, l net.Listener) error {
		return serve.Serve(ctx, l, variant, delay)
	})
}

// TestAnswers wants the same answer of every variant, after the delay.
func TestAnswers(t *testing.T) {
	const delay = 30 * time.Millisecond
	for _, variant := range withDelay() {
		s := start(t, variant, delay)
		begin := time.Now()
		resp, err := http.Get("http://" + s.Address + "/")
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		took := time.Since(begin)
		if err != nil || string(body) != "waited 30ms\n" || resp.StatusCode != 200 ||
			resp.Header.Get("Content-Type") != "text/plain; charset=utf-8" ||
			resp.ContentLength != 12 {
			t.Errorf("%s: %v %q %v", variant, resp.Header, body, err)
		}
		if took < delay {
			t.Errorf("%s answered after %v, want %v at least", variant, took, delay)
		}
		http.DefaultClient.CloseIdleConnections()
		s.Stop()
	}
}

// withDelay returns the variants that answer after a delay.
func withDelay() []string {
	return slices.DeleteFunc(serve.Variants(), func(v string) bool { return v == "empty" })
}

// askOnce sends a request and returns the first line of the answer.
func askOnce(address string) (string, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"); err != nil {
		return "", err
	}
	return bufio.NewReader(conn).ReadString('\n')
}

// TestFaults has clients that leave while they wait, send half a request, and send
// garbage; those who behave notice nothing.
func TestFaults(t *testing.T) {
	for _, variant := range withDelay() {
		s := start(t, variant, 20*time.Millisecond)
		for _, text := range []string{"", "GET / HT", "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
			"\x00\xff\r\n\r\n", strings.Repeat("x", 100_000), "GET / HTTP/1.1\r\nHost: a\r\nX: y"} {
			conn, err := net.Dial("tcp", s.Address)
			if err != nil {
				t.Fatal(err)
			}
			io.WriteString(conn, text)
			conn.Close()
		}
		if status, err := askOnce(s.Address); err != nil || !strings.Contains(status, " 200 ") {
			t.Errorf("%s: %q, %v", variant, status, err)
		}
		s.Stop()
	}
}

// TestUnknown wants the names in the error.
func TestUnknown(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	err = serve.Serve(t.Context(), l, "erlang", 0)
	if err == nil || !strings.Contains(err.Error(), "wheel") {
		t.Errorf("the error is %v", err)
	}
}

// BenchmarkRequest is one request over a connection that is kept, by a client that
// allocates nothing: what is counted is the server's. The variant empty is what
// net/http needs for itself.
//
//wring:unguarded how often a read of net/http is interrupted depends on the machine
func BenchmarkRequest(b *testing.B) {
	for _, variant := range serve.Variants() {
		if variant == "http2" {
			continue // asked by HTTP/1.1 it is after
		}
		b.Run(variant, func(b *testing.B) {
			s := start(b, variant, 50*time.Microsecond)
			dial, err := target.Dialer(target.Request{URL: fmt.Sprintf("http://%s/", s.Address)})
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

// TestAllocations wants the handler written by hand to add nothing to what
// net/http needs for itself, and the first one to add something. How often a read
// of net/http is interrupted, which costs an object, depends on the machine, so the
// least of several counts is taken, of more on a machine with other work.
func TestAllocations(t *testing.T) {
	servertest.CountsAllocations(t)
	counts := make(map[string]float64)
	allocate := func() bool {
		return counts["after"] > counts["empty"] || counts["wheel"] > counts["empty"]
	}
	for round := 0; round < 5 || round < 50 && allocate(); round++ {
		for _, variant := range []string{"empty", "after", "wheel", "before", "tcp"} {
			n := allocations(t, variant)
			if least, ok := counts[variant]; !ok || n < least {
				counts[variant] = n
			}
		}
	}
	t.Logf("allocations per request: %v", counts)
	if allocate() {
		t.Errorf("the handlers allocate: %v", counts)
	}
	if counts["before"] <= counts["empty"] || counts["tcp"] > 0 {
		t.Errorf("the comparison shows nothing: %v", counts)
	}
}

func allocations(t *testing.T, variant string) float64 {
	s := start(t, variant, 0)
	defer s.Stop()
	dial, err := target.Dialer(target.Request{URL: fmt.Sprintf("http://%s/", s.Address)})
	if err != nil {
		t.Fatal(err)
	}
	client, err := dial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ctx := t.Context()
	return testing.AllocsPerRun(100, func() {
		if _, err := client.Do(ctx); err != nil {
			t.Error(err)
		}
	})
}
