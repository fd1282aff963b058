package proxy_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/casebook/servertest"
	"github.com/wring-go/wring/casebook/wire"
	"github.com/wring-go/wring/casebook/wsproxy/lookup"
	"github.com/wring-go/wring/casebook/wsproxy/proxy"
)

// scrape returns the proxy's own metrics by name and labels.
func scrape(t testing.TB, p *proxy.Proxy) map[string]float64 {
	t.Helper()
	w := httptest.NewRecorder()
	p.Metrics().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	if w.Code != http.StatusOK {
		t.Fatalf("the metrics answer %d: %s", w.Code, w.Body)
	}
	values := map[string]float64{}
	for line := range strings.Lines(w.Body.String()) {
		name, text, _ := strings.Cut(line, " ")
		var value float64
		if !strings.HasPrefix(name, "wsproxy_") {
			continue
		}
		if _, err := fmt.Sscan(text, &value); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		values[name] = value
	}
	return values
}

// cameTo waits until the metrics are as wanted, of which those that are not named
// must be 0.
func cameTo(t *testing.T, p *proxy.Proxy, what string, want map[string]float64) {
	t.Helper()
	var got map[string]float64
	defer func() {
		if t.Failed() {
			t.Logf("%s: the metrics are %v, want %v", what, got, want)
		}
	}()
	servertest.Eventually(t, what, func() bool {
		got = scrape(t, p)
		maps.DeleteFunc(got, func(_ string, value float64) bool { return value == 0 })
		return maps.Equal(got, want)
	})
}

// TestMetrics has one of each thing that the proxy counts, and wants each counted
// once and nothing else.
func TestMetrics(t *testing.T) {
	one, dying := newBackend(t, "one"), newBackend(t, "dying")
	names := map[string]string{"a": one.Address, "dying": dying.Address, "gone": "127.0.0.1:1",
		"evil": "127.0.0.2:80"}
	p := proxy.New(proxy.Options{Allow: allow(t, "127.0.0.1:1-65535"), Tunnels: 1,
		Table: lookup.New(func(_ context.Context, name string) (string, error) {
			if name == "mute" {
				return "", net.ErrClosed
			}
			return names[name], nil
		}, lookup.Options{Lifetime: time.Hour})})
	address := servertest.Start(t, func(ctx context.Context, l net.Listener) error {
		return p.Serve(ctx, l, 0)
	}).Address
	want := map[string]float64{}
	count := func(metrics ...string) {
		for _, name := range metrics {
			want["wsproxy_"+name]++
		}
	}
	asked := func() { count("lookups_total", "lookup_redis_total") }
	kept := func() { count("lookups_total", "lookup_cache_hits_total") }

	c := dial(t, address, "/a/ws")
	wantAnswer(t, c, "hello", "one hello")
	asked()
	count("connections", "connections_total")
	want[`wsproxy_bytes_total{to="backend"}`] = float64(2 + 4 + len("hello")) // with a mask
	want[`wsproxy_bytes_total{to="client"}`] = float64(2 + len("one hello"))
	cameTo(t, p, "a WebSocket", want)

	wantRefused(t, address, "/a/ws", 503)
	kept()
	count(`refused_total{reason="full"}`)
	c.Close()
	delete(want, "wsproxy_connections")
	cameTo(t, p, "one too many, and a client that leaves", want)

	for path, status := range map[string]int{"/a/page": 200, "/a/../b": 404, "/nobody/": 404,
		"/mute/": 503, "/evil/": 502, "/gone/": 502} {
		if got := get(t, address, path, nil); got != status {
			t.Errorf("%s answers %d, want %d", path, got, status)
		}
	}
	kept()
	count("requests_total", "requests_total", `backend_failures_total{in="request"}`)
	for range 4 { // all but a, and the path that is none
		asked()
	}
	for _, reason := range []string{"path", "unknown", "unavailable", "not_allowed"} {
		count(fmt.Sprintf("refused_total{reason=%q}", reason))
	}
	cameTo(t, p, "plain requests", want)

	if got := get(t, address, "/a/ws", http.Header{"Connection": {"Upgrade"},
		"Upgrade": {"tea"}}); got != 400 {
		t.Errorf("another protocol answers %d", got)
	}
	kept()
	count(`refused_total{reason="handshake"}`)
	wantRefused(t, address, "/gone/ws", 502)
	kept()
	count(`backend_failures_total{in="handshake"}`)
	cameTo(t, p, "handshakes", want)

	c = dial(t, address, "/dying/ws")
	wantAnswer(t, c, "", "dying ") // so that the backend has it among its connections
	asked()
	dying.Kill()
	wantClosed(t, c, 1014)
	count("connections_total", `backend_failures_total{in="websocket"}`)
	want[`wsproxy_bytes_total{to="backend"}`] += 2 + 4
	want[`wsproxy_bytes_total{to="client"}`] += float64(2 + len("dying "))
	cameTo(t, p, "a backend that dies", want)

	c = dial(t, address, "/a/ws")
	kept()
	c.Conn.(*net.TCPConn).CloseWrite()
	wantClosed(t, c, 1014)
	count("connections_total")
	cameTo(t, p, "a client that ends its half", want)
}

// TestDraining counts the WebSockets to a backend that was taken off the list, and
// all of them when the proxy ends.
func TestDraining(t *testing.T) {
	b := newBackend(t, "one")
	p := proxy.New(proxy.Options{Allow: allow(t, b.Address), Drain: time.Hour,
		Table: lookup.New(func(context.Context, string) (string, error) {
			return b.Address, nil
		}, lookup.Options{})})
	s := servertest.Start(t, func(ctx context.Context, l net.Listener) error {
		return p.Serve(ctx, l, time.Hour)
	})
	var conns []*wire.Conn
	draining := func(want float64) {
		t.Helper()
		servertest.Eventually(t, fmt.Sprint(want, " are draining"), func() bool {
			return scrape(t, p)["wsproxy_draining"] == want
		})
	}
	for range 3 {
		conns = append(conns, dial(t, s.Address, "/a/ws"))
	}
	draining(0)
	p.SetAllow(allow(t, "127.0.0.2:80"))
	draining(3)
	p.SetAllow(allow(t, b.Address))
	conns = append(conns, dial(t, s.Address, "/a/ws"))
	draining(3)
	ended := make(chan struct{})
	go func() { s.Stop(); close(ended) }()
	draining(4)
	for _, c := range conns {
		c.Close()
	}
	<-ended
}

// TestEnding refuses a WebSocket once the proxy has stopped.
func TestEnding(t *testing.T) {
	b := newBackend(t, "one")
	p := proxy.New(proxy.Options{Allow: allow(t, b.Address),
		Table: lookup.New(func(context.Context, string) (string, error) {
			return b.Address, nil
		}, lookup.Options{})})
	s := httptest.NewServer(p)
	defer s.Close()
	p.Stop(0)
	wantRefused(t, s.Listener.Addr().String(), "/a/ws", 503)
	if got := scrape(t, p)[`wsproxy_refused_total{reason="ending"}`]; got != 1 {
		t.Errorf("%v WebSockets were refused since the proxy ends, want 1", got)
	}
}

// TestStale counts questions that an old answer serves, since Redis is gone.
func TestStale(t *testing.T) {
	b := newBackend(t, "one")
	gone := errors.New("gone")
	answers := make(chan error, 3)
	p := proxy.New(proxy.Options{Allow: allow(t, b.Address),
		Table: lookup.New(func(context.Context, string) (string, error) {
			return b.Address, <-answers
		}, lookup.Options{Stale: time.Hour})})
	address := servertest.Start(t, func(ctx context.Context, l net.Listener) error {
		return p.Serve(ctx, l, 0)
	}).Address
	for n, err := range []error{nil, gone, gone} {
		answers <- err
		if got := get(t, address, "/a/page", nil); got != http.StatusOK {
			t.Errorf("request %d is answered with %d", n, got)
		}
		if got := scrape(t, p)["wsproxy_lookup_stale_total"]; got != float64(n) {
			t.Errorf("after request %d there were %v stale answers, want %d", n, got, n)
		}
	}
}

// get makes a plain request and returns the status of the answer.
func get(t testing.TB, address, path string, header http.Header) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), "GET", "http://"+address+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if header != nil {
		req.Header = header
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	return resp.StatusCode
}
