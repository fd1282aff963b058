package server_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/report/web"
	"github.com/wring-go/wring/report/web/server"
)

const token = "T0KEN"

// start serves a site and returns its address.
func start(t *testing.T, site server.Site) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	s, err := server.New(ctx, site, token)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- s.Serve(l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return "http://" + l.Addr().String()
}

// ask sends a request and returns the status and the body.
func ask(t *testing.T, r *http.Request) (int, string) {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	resp, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(resp.Header.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Errorf("%s has the policy %q", r.URL, resp.Header.Get("Content-Security-Policy"))
	}
	return resp.StatusCode, string(body)
}

func get(t *testing.T, address string, change func(*http.Request)) (int, string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(r)
	}
	return ask(t, r)
}

// TestRefused proves that nothing is answered without the token, under another
// name, or to a page of others.
func TestRefused(t *testing.T) {
	base := start(t, server.Site{Inputs: []web.Input{{Name: "nothing"}}})
	good := base + "/?token=" + token
	_, port, _ := strings.Cut(strings.TrimPrefix(base, "http://"), ":")
	cookie := func(r *http.Request) {
		r.AddCookie(&http.Cookie{Name: "wring-" + port, Value: token})
	}
	for _, c := range []struct {
		name, address string
		change        func(*http.Request)
		want          int
	}{
		{"token", good, nil, 200},
		{"cookie", base + "/script.js", cookie, 200},
		{"localhost", good, func(r *http.Request) { r.Host = "localhost:" + port }, 200},
		{"no token", base + "/", nil, 403},
		{"no token for the script", base + "/script.js", nil, 403},
		{"no token where there is nothing", base + "/nothing", nil, 403},
		{"another token", base + "/?token=" + token + "x", nil, 403},
		{"another name", good, func(r *http.Request) { r.Host = "evil.example:" + port }, 403},
		{"another port", good, func(r *http.Request) { r.Host = "127.0.0.1:1" }, 403},
		{"another page", good, func(r *http.Request) {
			r.Header.Set("Origin", "http://evil.example")
		}, 403},
		{"a page on another port", good, func(r *http.Request) {
			r.Header.Set("Origin", "http://127.0.0.1:1")
		}, 403},
		{"a frame of others", good, func(r *http.Request) {
			r.Header.Set("Sec-Fetch-Site", "cross-site")
		}, 403},
		{"another method", good, func(r *http.Request) { r.Method = http.MethodDelete }, 403},
		{"no such page", base + "/graph/9/0", cookie, 404},
		{"a file", base + "/graph/0/..%2f..%2fetc%2fpasswd", cookie, 404},
		{"no such graph", base + "/graph/0/7", cookie, 404},
	} {
		if got, body := get(t, c.address, c.change); got != c.want {
			t.Errorf("%s: status %d, want %d: %s", c.name, got, c.want, body)
		}
	}
}

// TestWriteNeedsToken proves that a cookie alone changes nothing, and that what
// was chosen reaches the function that writes.
func TestWriteNeedsToken(t *testing.T) {
	chosen := make(chan []string, 1)
	base := start(t, server.Site{Inputs: []web.Input{{Name: "nothing"}},
		Fix: func(_ context.Context, _ server.Progress, choice []string) (alloc.FixReport, error) {
			chosen <- choice
			return alloc.FixReport{}, nil
		}})
	_, port, _ := strings.Cut(strings.TrimPrefix(base, "http://"), ":")
	post := func(form url.Values) int {
		r, err := http.NewRequest(http.MethodPost, base+"/apply", strings.NewReader(form.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.AddCookie(&http.Cookie{Name: "wring-" + port, Value: token})
		status, _ := ask(t, r)
		return status
	}
	if got := post(url.Values{"choice": {"a"}}); got != 403 {
		t.Errorf("without the token: status %d", got)
	}
	if got := post(url.Values{"token": {token}}); got != 400 {
		t.Errorf("without a choice: status %d", got)
	}
	if got := post(url.Values{"token": {token}, "choice": {"a", "b"}}); got != 303 {
		t.Errorf("with both: status %d", got)
	}
	if got := <-chosen; len(got) != 2 || got[0] != "a" || got[1] != "b" {
		t.Errorf("chosen: %q", got)
	}
}
