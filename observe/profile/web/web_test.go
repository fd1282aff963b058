package web_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	httppprof "net/http/pprof"
	"runtime"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/profile"
	"github.com/wring-go/wring/observe/profile/web"
)

// heap returns the profile of this process's own heap.
func heap(t *testing.T) []byte {
	t.Helper()
	large := make([]byte, 8<<20) // one that the profiler always sees
	runtime.GC()
	var out bytes.Buffer
	if err := pprof.WriteHeapProfile(&out); err != nil {
		t.Fatal(err)
	}
	runtime.KeepAlive(large)
	return out.Bytes()
}

func read(t *testing.T, source string) *alloc.Record {
	t.Helper()
	rec, err := profile.Read(t.Context(), []string{source}, profile.Options{Fetch: web.Fetch})
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// server serves net/http/pprof and some addresses that misbehave.
func server(t *testing.T) *httptest.Server {
	data := heap(t)
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", httppprof.Index)
	mux.HandleFunc("/made", func(w http.ResponseWriter, r *http.Request) { w.Write(data) })
	mux.HandleFunc("/cut", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "100000")
		w.Write(data)
	})
	mux.HandleFunc("/broken", func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "sorry", http.StatusInternalServerError)
	})
	mux.HandleFunc("/login", func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "who are you?", http.StatusUnauthorized)
	})
	mux.HandleFunc("/page", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write([]byte("<html>"))
	})
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	mux.HandleFunc("/large", func(w http.ResponseWriter, r *http.Request) {
		zero := make([]byte, 1<<20)
		for range 130 {
			w.Write(zero)
		}
	})
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	return srv
}

func TestReadURL(t *testing.T) {
	srv := server(t)
	for path, name := range map[string]string{
		"/debug/pprof/heap":         "/debug/pprof/heap",
		"/debug/pprof/heap?debug=1": "/debug/pprof/heap",
		"/debug/pprof/":             "/debug/pprof/heap",
		"/debug/pprof":              "/debug/pprof/heap",
		"/":                         "/debug/pprof/heap",
		"":                          "/debug/pprof/heap",
		"/made":                     "/made",
	} {
		rec := read(t, srv.URL+path)
		if len(rec.Benchmarks) != 1 || rec.Benchmarks[0].Name != srv.URL+name {
			t.Errorf("%q: sections %+v, want %s", path, rec.Benchmarks, name)
		}
		if path == "/made" && rec.Total().Objects == 0 {
			t.Errorf("%q: %+v", path, rec.Total())
		}
	}
}

func TestReadURLFails(t *testing.T) {
	srv := server(t)
	gone := httptest.NewServer(nil)
	gone.Close()
	secret := strings.Replace(srv.URL, "//", "//user:hunter2@", 1)
	tests := []struct{ url, want string }{
		{srv.URL + "/none", "does the service import net/http/pprof"},
		{srv.URL + "/broken", `the server answers "500 Internal Server Error"`},
		{srv.URL + "/page", "a web page, not a profile"},
		{srv.URL + "/login", "401 Unauthorized\": it asks for a login: fetch the profile with the"},
		{srv.URL + "/cut", "unexpected EOF"},
		{srv.URL + "/slow", "no answer in time"},
		{srv.URL + "/large", "no heap profile is that large"},
		{srv.URL + "/debug/pprof/goroutine", "a profile of goroutines"},
		{secret + "/broken", "user:xxxxx@"},
		{gone.URL, "refused"},
		{"http:///debug/pprof/heap", "its URL has no form of one"},
	}
	for _, tt := range tests {
		ctx, cancel := t.Context(), context.CancelFunc(func() {})
		if strings.HasSuffix(tt.url, "/slow") {
			ctx, cancel = context.WithTimeout(ctx, 50*time.Millisecond)
		}
		_, err := profile.Read(ctx, []string{tt.url}, profile.Options{Fetch: web.Fetch})
		cancel()
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want it to say %q", tt.url, err, tt.want)
		}
		if err != nil && strings.Contains(err.Error(), "hunter2") {
			t.Errorf("the password is shown: %v", err)
		}
	}
}

// A fetch ends at once when its context does.
func TestReadURLCancelled(t *testing.T) {
	srv := server(t)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	begin := time.Now()
	_, err := profile.Read(ctx, []string{srv.URL + "/slow"}, profile.Options{Fetch: web.Fetch})
	if err == nil || !strings.Contains(err.Error(), "context canceled") {
		t.Errorf("got %v", err)
	}
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
}
