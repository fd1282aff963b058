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
	"sync"
	"testing"
	"time"

	"github.com/wring-go/wring/casebook/delay/serve"
	"github.com/wring-go/wring/casebook/load/target"
)

// start serves a variant until the test ends, and returns where. The function
// ends it earlier and returns what Serve did.
func start(t testing.TB, variant string, delay time.Duration) (address string, stop func() error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- serve.Serve(ctx, l, variant, delay) }()
	stop = sync.OnceValue(func() error { cancel(); return <-ended })
	t.Cleanup(func() { stop() })
	return l.Addr().String(), stop
}

// TestAnswers wants the same answer of every variant, after the delay.
func TestAnswers(t *testing.T) {
	const delay = 30 * time.Millisecond
	for _, variant := range withDelay() {
		address, stop := start(t, variant, delay)
		begin := time.Now()
		resp, err := http.Get("http://" + address + "/")
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
		if err := stop(); err != nil {
			t.Errorf("%s ends with %v", variant, err)
		}
	}
}

// withDelay returns the variants that answer after a delay.
func withDelay() []string {
	return slices.DeleteFunc(serve.Variants(), func(v string) bool { return v == "empty" })
}

// TestStop ends each variant while a hundred clients wait for their answers:
// they all still get them, and no new client is accepted.
func TestStop(t *testing.T) {
	for _, variant := range serve.Variants() {
		if variant == "empty" {
			continue // answers at once
		}
		address, stop := start(t, variant, 200*time.Millisecond)
		var all, sent sync.WaitGroup
		for range 100 {
			sent.Add(1)
			all.Go(func() {
				status, err := askOnce(address, sent.Done)
				if err != nil || !strings.Contains(status, " 200 ") {
					t.Errorf("%s: %q, %v", variant, status, err)
				}
			})
		}
		sent.Wait()
		time.Sleep(50 * time.Millisecond) // so that all have been read
		if err := stop(); err != nil {
			t.Errorf("%s ends with %v", variant, err)
		}
		all.Wait()
		if _, err := net.Dial("tcp", address); err == nil {
			t.Errorf("%s still listens", variant)
		}
	}
}

// askOnce sends a request, calls sent, and returns the first line of the answer.
func askOnce(address string, sent func()) (string, error) {
	conn, err := net.Dial("tcp", address)
	if err == nil {
		defer conn.Close()
		_, err = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
	}
	sent()
	if err != nil {
		return "", err
	}
	return bufio.NewReader(conn).ReadString('\n')
}

// TestFaults has clients that leave while they wait, send half a request, and send
// garbage; those who behave notice nothing.
func TestFaults(t *testing.T) {
	for _, variant := range withDelay() {
		address, stop := start(t, variant, 20*time.Millisecond)
		for _, text := range []string{"", "GET / HT", "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
			"\x00\xff\r\n\r\n", strings.Repeat("x", 100_000), "GET / HTTP/1.1\r\nHost: a\r\nX: y"} {
			conn, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			io.WriteString(conn, text)
			conn.Close()
		}
		if status, err := askOnce(address, func() {}); err != nil ||
			!strings.Contains(status, " 200 ") {
			t.Errorf("%s: %q, %v", variant, status, err)
		}
		if err := stop(); err != nil {
			t.Errorf("%s ends with %v", variant, err)
		}
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
			address, _ := start(b, variant, 50*time.Microsecond)
			dial, err := target.Dialer(target.Request{URL: fmt.Sprintf("http://%s/", address)})
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
// net/http needs for itself, and the first one to add something.
func TestAllocations(t *testing.T) {
	counts := make(map[string]float64)
	for _, variant := range []string{"empty", "after", "wheel", "before", "tcp"} {
		counts[variant] = allocations(t, variant)
	}
	t.Logf("allocations per request: %v", counts)
	if counts["after"] > counts["empty"] || counts["wheel"] > counts["empty"] {
		t.Errorf("the handlers allocate: %v", counts)
	}
	if counts["before"] <= counts["empty"] || counts["tcp"] > 0 {
		t.Errorf("the comparison shows nothing: %v", counts)
	}
}

func allocations(t *testing.T, variant string) float64 {
	address, stop := start(t, variant, 0)
	defer stop()
	dial, err := target.Dialer(target.Request{URL: fmt.Sprintf("http://%s/", address)})
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
