package locks

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	httppprof "net/http/pprof"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wring-go/wring/service/gosource"
	"github.com/wring-go/wring/service/stackdump"
)

// serving returns a server with the pages of net/http/pprof below a folder.
func serving(t *testing.T, folder string) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc(folder+"/debug/pprof/", func(w http.ResponseWriter, r *http.Request) {
		r.URL.Path = strings.TrimPrefix(r.URL.Path, folder)
		httppprof.Index(w, r)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

type guarded struct {
	mu sync.Mutex
}

func (g *guarded) keep(taken, until chan bool) {
	g.mu.Lock()
	taken <- true
	<-until
	g.mu.Unlock()
}

func (g *guarded) take(done chan bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	done <- true
}

// TestLive asks a live server, by its address, by that of one page, and below a
// folder, who holds a lock of this process.
func TestLive(t *testing.T) {
	g, taken, until, done := &guarded{}, make(chan bool), make(chan bool), make(chan bool)
	go g.keep(taken, until)
	<-taken
	go g.take(done)
	defer func() { until <- true; <-done }()
	wantsLock(t)
	var last Dump
	for _, at := range []struct{ folder, target string }{
		{"", ""}, {"", "/debug/pprof/goroutine?debug=1"}, {"/admin", "/admin"},
	} {
		server := serving(t, at.folder)
		d, err := Load(t.Context(), server.URL+at.target, nil)
		if err != nil {
			t.Fatal(err)
		}
		if d.Block != "off" || d.Mutex != "off" {
			t.Errorf("profiles: mutex %q, block %q, want both off", d.Mutex, d.Block)
		}
		if d.Goroutines = slices.DeleteFunc(d.Goroutines, unguarded); len(d.Goroutines) != 2 {
			t.Errorf("%s: %d goroutines, want keep and take", at.target, len(d.Goroutines))
		}
		last = d
	}
	rep := Analyse([]Dump{last}, gosource.Options{})
	if len(rep.Locks) == 0 || !strings.HasSuffix(rep.Locks[0].Lock, "locks.(*guarded).mu") ||
		len(rep.Locks[0].Holders) != 1 ||
		!strings.HasSuffix(rep.Locks[0].Holders[0].Func, ".keep") {
		t.Errorf("%+v", rep.Locks)
	}
}

// unguarded reports whether a goroutine runs no method of guarded.
func unguarded(g *stackdump.Goroutine) bool {
	return !slices.ContainsFunc(g.Frames, func(f stackdump.Frame) bool {
		return strings.Contains(f.Func, "(*guarded)")
	})
}

// wantsLock waits until a goroutine of this process waits for a mutex.
func wantsLock(t *testing.T) {
	t.Helper()
	for range 1000 {
		buf := make([]byte, 1<<20)
		found := false
		_, err := stackdump.Read(bytes.NewReader(buf[:runtime.Stack(buf, true)]),
			func(g *stackdump.Goroutine) { found = found || g.State == "sync.Mutex.Lock" })
		if err != nil {
			t.Fatal(err)
		}
		if found {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatal("no goroutine waits for the lock")
}

// TestRefused reads what is no dump: each is one sentence that says what it is.
func TestRefused(t *testing.T) {
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("<!DOCTYPE html>\n<html><body>hello</body></html>\n"))
	}))
	defer page.Close()
	var profile bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&profile, 0); err != nil {
		t.Fatal(err)
	}
	core := "\x7fELF\x02\x01\x01\x00\ngoroutine 1 [running]:\nmain.main()\n\t/x.go:1 +0x1\n"
	for _, c := range []struct{ target, content, says string }{
		{page.URL, "", "it is a page of HTML; is /debug/pprof/ served"},
		{httptest.NewServer(http.NotFoundHandler()).URL, "", "answers 404 Not Found"},
		{"core.4711", core, "it is a core or program file"},
		{"goroutine.pb.gz", profile.String(), "binary, as a profile of pprof is"},
		{"empty", "", "it is empty"},
		{"cut.gz", "\x1f\x8b", "cannot be decompressed"},
	} {
		if !strings.HasPrefix(c.target, "http") {
			name := filepath.Join(t.TempDir(), c.target)
			if err := os.WriteFile(name, []byte(c.content), 0o644); err != nil {
				t.Fatal(err)
			}
			c.target = name
		}
		_, err := Load(t.Context(), c.target, nil)
		if err == nil || !strings.Contains(err.Error(), c.says) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", c.target, err, c.says)
		}
	}
}
