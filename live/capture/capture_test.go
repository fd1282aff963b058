package capture

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/pprof"
	"os"
	"path/filepath"
	runtimepprof "runtime/pprof"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wring-go/wring/live"
)

// service serves a route that is slow under a lock, with labels, a log and
// profiles, to some clients, until the test ends. It calls looked for each look
// that begins, the first of which is to see whether there is anything.
func service(t *testing.T, count int, looked func()) (base, log string) {
	t.Helper()
	log = filepath.Join(t.TempDir(), "access.log")
	f, err := os.Create(log)
	if err != nil {
		t.Fatal(err)
	}
	var mu, writing sync.Mutex
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/goroutine", func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("debug") == "" {
			looked()
		}
		pprof.Handler("goroutine").ServeHTTP(w, r)
	})
	mux.HandleFunc("GET /slow/{id}", func(w http.ResponseWriter, r *http.Request) {
		begin := time.Now()
		labels := runtimepprof.Labels("route", r.Pattern, "user", "secret-user")
		runtimepprof.Do(r.Context(), labels, func(context.Context) { underLock(&mu) })
		fmt.Fprint(w, "done")
		writing.Lock()
		defer writing.Unlock()
		fmt.Fprintf(f, "time:%s\tmethod:GET\turi:%s\troute:%s\tstatus:200\tsize:4\treqtime:%.6f\n",
			begin.Format(time.RFC3339Nano), r.RequestURI, r.Pattern, time.Since(begin).Seconds())
	})
	srv := httptest.NewServer(mux)
	stop := make(chan struct{})
	var clients sync.WaitGroup
	for range count {
		clients.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if resp, err := http.Get(srv.URL + "/slow/1?token=secret-token"); err == nil {
					resp.Body.Close()
				}
			}
		})
	}
	t.Cleanup(func() {
		close(stop)
		clients.Wait()
		srv.Close()
		f.Close()
	})
	return srv.URL, log
}

// underLock sleeps while it holds a lock.
func underLock(mu *sync.Mutex) {
	mu.Lock()
	defer mu.Unlock()
	time.Sleep(10 * time.Millisecond)
}

// TestTake captures a service in this process: the route of the label, the log,
// and nothing of what is secret.
func TestTake(t *testing.T) {
	count := 3
	if testing.Short() {
		count = 1 // nothing waits, so no source is read to find out for whom
	}
	base, log := service(t, count, func() {})
	c, err := Take(t.Context(), Options{Target: base, For: 2 * time.Second, Access: log,
		MaxCost: 1, Dir: t.TempDir(), Source: []string{"./..."}})
	if err != nil {
		t.Fatal(err)
	}
	var kept strings.Builder
	if err := live.Write(&kept, c); err != nil {
		t.Fatal(err)
	}
	r := live.Analyse(c)
	const route = "GET /slow/{id}"
	i := slices.IndexFunc(r.Routes, func(r live.Route) bool { return r.Route == route })
	if i < 0 {
		t.Fatalf("%+v", r.Routes)
	}
	slow := r.Routes[i]
	if slow.Count == 0 || slow.Seconds <= 0 {
		t.Errorf("%+v", slow)
	}
	enough := r.Cost.Looks >= 20 // fewer on a machine that is very busy
	if enough && (slow.Sampled <= 0 || slow.By != "label") {
		t.Errorf("not seen: %+v", slow)
	}
	if enough && slow.LockWait <= 0 && count > 1 {
		t.Errorf("nothing waits for the lock: %+v", slow.States)
	}
	for _, what := range []string{"statements of the database", "sql.DBStats"} {
		if !strings.Contains(fmt.Sprint(r.Missing), what) {
			t.Errorf("%q is not missing: %v", what, r.Missing)
		}
	}
	text := fmt.Sprintf("%+v %+v", c, r)
	for _, secret := range []string{"secret-token", "secret-user"} {
		if strings.Contains(text, secret) {
			t.Errorf("%s is kept", secret)
		}
	}
}

// TestStopped keeps what was captured until then.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var looks atomic.Int32
	base, _ := service(t, 1, func() {
		if looks.Add(1) == 4 { // two are kept by now
			cancel()
		}
	})
	c, err := Take(ctx, Options{Target: base, For: time.Hour, MaxCost: 1, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Looks) == 0 || c.Seconds <= 0 || c.Seconds > 1000 {
		t.Errorf("%d looks in %v s", len(c.Looks), c.Seconds)
	}
}

// TestTargets has targets that cannot be looked at, and what is said about them.
func TestTargets(t *testing.T) {
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/login" {
			http.Redirect(w, r, "/login", http.StatusSeeOther)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, "<!DOCTYPE html><form>Log in</form>")
	}))
	defer page.Close()
	text := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"not": "a profile"}`)
	}))
	defer text.Close()
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_ = runtimepprof.Lookup("heap").WriteTo(w, 0)
	}))
	defer other.Close()
	none := httptest.NewServer(http.NotFoundHandler())
	defer none.Close()
	denied := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "no", http.StatusForbidden)
	}))
	defer denied.Close()
	gone := httptest.NewServer(nil)
	gone.Close()
	for target, want := range map[string]string{
		page.URL: "a page of HTML", text.URL: "something else than a profile",
		other.URL: "none of goroutines", none.URL: "404 Not Found: serve net/http/pprof there",
		denied.URL: "403 Forbidden", gone.URL: "does not answer", "ftp://x": "no address",
		"http://": "no address", "": "no address", "http://user:pass%zz@host": "no address",
		strings.Replace(gone.URL, "://", "://user:hidden@", 1) + "/?key=hidden": "does not answer",
	} {
		_, err := Take(t.Context(), Options{Target: target, For: time.Second})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", target, err, want)
		}
		if err != nil && (strings.Contains(err.Error(), "hidden") ||
			strings.Contains(err.Error(), "\n")) {
			t.Errorf("%s: %v", target, err)
		}
	}
}

// TestAddresses has the ways to write a target.
func TestAddresses(t *testing.T) {
	const want = "http://127.0.0.1:6060/debug/pprof"
	for _, target := range []string{"6060", ":6060", "127.0.0.1:6060", "http://127.0.0.1:6060",
		"http://127.0.0.1:6060/", "http://127.0.0.1:6060/debug/pprof",
		"http://127.0.0.1:6060/debug/pprof/heap?debug=1", "http://u:p@127.0.0.1:6060/"} {
		s, err := newServer(target)
		if err != nil || s.name != want {
			t.Errorf("%s: %v, %v", target, s, err)
		}
	}
}

// TestNextLook bounds what looks cost.
func TestNextLook(t *testing.T) {
	for _, c := range []struct {
		one   time.Duration
		bound float64
		want  time.Duration
	}{{time.Millisecond, 0.01, 100 * time.Millisecond}, {10 * time.Millisecond, 0.01, time.Second},
		{time.Microsecond, 0.01, shortest}, {time.Second, 0.01, longest}, {1, 0, longest}} {
		if got := nextLook(c.one, c.bound); got != c.want {
			t.Errorf("%v within %v: %v, want %v", c.one, c.bound, got, c.want)
		}
	}
}
