package target_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wring-go/wring/casebook/load/generator"
	"github.com/wring-go/wring/casebook/load/target"
)

// TestTogether has servers answer in several ways to clients that one thread may serve
// together: all that was sent is counted, with its bytes.
func TestTogether(t *testing.T) {
	long := strings.Repeat("0123456789abcdef", 1<<14)
	for _, c := range []struct {
		name, method string
		handler      http.HandlerFunc
		bytes        int // of an answer
	}{
		{"short", "GET", func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, "hello")
		}, 5},
		{"empty", "GET", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, 0},
		{"head", "HEAD", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "7")
		}, 0},
		{"long", "GET", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", fmt.Sprint(len(long)))
			io.WriteString(w, long)
		}, len(long)},
		{"chunked", "GET", func(w http.ResponseWriter, _ *http.Request) {
			for i := range 4 {
				io.WriteString(w, long[i<<14:(i+1)<<14])
				w.(http.Flusher).Flush()
			}
		}, 1 << 16},
		{"closing", "GET", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Connection", "close")
			io.WriteString(w, "hello")
		}, 5},
		{"posted", "POST", func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			w.Write(body)
		}, len(long)},
	} {
		t.Run(c.name, func(t *testing.T) {
			var asked atomic.Uint64
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked.Add(1)
				c.handler(w, r)
			}))
			defer s.Close()
			r := target.Request{URL: s.URL, Method: c.method}
			if c.method == "POST" {
				r.Body = []byte(long)
			}
			got := load(t.Context(), t, r, generator.Options{Clients: 5,
				Duration: 200 * time.Millisecond})
			if n := asked.Load(); n < 10 || got.Completed != n || got.Sent != n ||
				got.Bytes != n*uint64(c.bytes) || len(got.Errors) > 0 {
				t.Errorf("the server has answered %d requests of %d bytes; counted %d, of them %d "+
					"complete, %d bytes, errors %v", n, c.bytes, got.Sent, got.Completed, got.Bytes,
					got.Errors)
			}
		})
	}
}

// TestEnds has a server break off, and one never answer.
func TestEnds(t *testing.T) {
	var turn atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if turn.Add(1)%3 == 0 {
			panic(http.ErrAbortHandler)
		}
		io.WriteString(w, "hello")
	}))
	defer s.Close()
	got := load(t.Context(), t, target.Request{URL: s.URL}, generator.Options{Clients: 4,
		Duration: 200 * time.Millisecond})
	n := uint64(turn.Load())
	if got.Sent != n || got.Failed != n/3 || got.Errors["closed by the server"] != n/3 {
		t.Errorf("of %d requests: %d sent, %d failed, %v", n, got.Sent, got.Failed, got.Errors)
	}
	url := silent(t)
	got = load(t.Context(), t, target.Request{URL: url, Timeout: 300 * time.Millisecond},
		generator.Options{Clients: 3, Duration: 100 * time.Millisecond,
			Timeout: 300 * time.Millisecond})
	if got.Sent != 3 || got.Failed != 3 || got.Errors["timeout"] != 3 {
		t.Errorf("no answer: %d sent, %d failed, %v", got.Sent, got.Failed, got.Errors)
	}
	got = load(t.Context(), t, target.Request{URL: url, Method: "POST",
		Body: make([]byte, 64<<20), Timeout: 300 * time.Millisecond}, generator.Options{Clients: 2,
		Duration: 100 * time.Millisecond, Timeout: 300 * time.Millisecond})
	if got.Sent != 2 || got.Errors["timeout"] != 2 {
		t.Errorf("no room for the request: %d sent, %v", got.Sent, got.Errors)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	begin := time.Now()
	load(ctx, t, target.Request{URL: url, Timeout: time.Hour}, generator.Options{Clients: 3,
		Duration: time.Hour, Timeout: time.Hour})
	if took := time.Since(begin); took > time.Minute {
		t.Errorf("interrupted, it went on for %v", took)
	}
}

// silent returns the address of a server that never reads.
func silent(t *testing.T) (url string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return "http://" + l.Addr().String()
}

// quick is a client that needs no connection.
type quick struct{ asked atomic.Int64 }

func (q *quick) Do(context.Context) (generator.Answer, error) {
	q.asked.Add(1)
	time.Sleep(100 * time.Microsecond)
	return generator.Answer{Status: 200}, nil
}

func (q *quick) Close() error { return nil }

// TestBesides has threads wait in vain for all their answers, and one client go on by
// itself: it waits for none of them.
func TestBesides(t *testing.T) {
	url := silent(t)
	dial, err := target.Dialer(target.Request{URL: url, Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	var first atomic.Bool
	var alone quick
	threads := runtime.GOMAXPROCS(0)
	got, err := generator.Run(t.Context(), generator.Options{
		Dial: func(ctx context.Context) (generator.Client, error) {
			if first.CompareAndSwap(false, true) {
				return &alone, nil
			}
			return dial(ctx)
		},
		Clients: 2*threads + 1, Duration: time.Second, Timeout: time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := alone.asked.Load(); n < 150 || got.Errors["timeout"] != uint64(2*threads) {
		t.Errorf("the one got %d answers in a second, the others: %v", n, got.Errors)
	}
	if n := runtime.GOMAXPROCS(0); n != threads {
		t.Errorf("there were %d processors before, and are %d after", threads, n)
	}
}

// TestEcho has bytes come back over TCP.
func TestEcho(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go io.Copy(c, c)
		}
	}()
	body := []byte(strings.Repeat("x", 20_000))
	got := load(t.Context(), t, target.Request{URL: "tcp://" + l.Addr().String(), Body: body},
		generator.Options{Clients: 4, Duration: 100 * time.Millisecond})
	if got.Completed < 4 || got.Completed != got.Sent || got.Bytes != got.Sent*20_000 {
		t.Errorf("%d sent, %d complete, %d bytes, %v", got.Sent, got.Completed, got.Bytes,
			got.Errors)
	}
}

func load(ctx context.Context, t *testing.T, r target.Request,
	opt generator.Options) *generator.Result {
	t.Helper()
	dial, err := target.Dialer(r)
	if err != nil {
		t.Fatal(err)
	}
	opt.Dial = dial
	got, err := generator.Run(ctx, opt)
	if err != nil {
		t.Fatal(err)
	}
	return got
}
