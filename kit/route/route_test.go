package route

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"testing"
)

// hasLabel reports whether a goroutine has the label of a route now.
func hasLabel(t *testing.T, pattern string) bool {
	t.Helper()
	var b bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&b, 1); err != nil {
		t.Fatal(err)
	}
	return strings.Contains(b.String(), `"route":"`+pattern+`"`)
}

func TestMux(t *testing.T) {
	mux := NewMux()
	child := make(chan bool)
	mux.HandleFunc("GET /posts/{id}", func(w http.ResponseWriter, r *http.Request) {
		if r.PathValue("id") != "7" || r.Pattern != "GET /posts/{id}" {
			t.Errorf("id %q, pattern %q", r.PathValue("id"), r.Pattern)
		}
		if !hasLabel(t, "GET /posts/{id}") {
			t.Error("the handler runs without its label")
		}
	})
	mux.Handle("/child", http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		go func() { child <- hasLabel(t, "/child") }()
	}))
	mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/posts/7", nil))
	if hasLabel(t, "GET /posts/{id}") {
		t.Error("the label stays when the handler has returned")
	}
	mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/child", nil))
	if !<-child {
		t.Error("a goroutine that the handler starts has no label")
	}
	rec := httptest.NewRecorder()
	mux.ServeHTTP(rec, httptest.NewRequest("GET", "/nothing", nil))
	if rec.Code != http.StatusNotFound {
		t.Errorf("a path without a handler is answered by %d", rec.Code)
	}
}

func TestPanic(t *testing.T) {
	h := Handler("/panics", http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		panic(http.ErrAbortHandler)
	}))
	var out bytes.Buffer
	func() {
		defer func() {
			if recover() != http.ErrAbortHandler {
				t.Error("the panic does not reach the server")
			}
		}()
		log := Log{To: &out}
		log.Handler(h).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
	}()
	if hasLabel(t, "/panics") {
		t.Error("the label stays after a panic")
	}
	if !strings.Contains(out.String(), "\tstatus:500\t") {
		t.Errorf("the log of a panic: %q", out.String())
	}
}

func TestSet(t *testing.T) {
	var labels Labels
	for range 2 {
		labels.Set("/set")
		if !hasLabel(t, "/set") {
			t.Error("no label")
		}
		Clear()
	}
	if hasLabel(t, "/set") {
		t.Error("the label was not cleared")
	}
}

// served returns the line of a request, without its time and its duration, and
// what the client got.
func served(t *testing.T, log *Log, target string, h http.HandlerFunc) (string, *http.Response) {
	t.Helper()
	var out bytes.Buffer
	log.To = &out
	mux := NewMux()
	mux.HandleFunc("/p/{name}", h)
	s := httptest.NewServer(log.Handler(mux))
	defer s.Close()
	res, err := s.Client().Get(s.URL + target)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if _, err := io.ReadAll(res.Body); err != nil {
		t.Fatal(err)
	}
	s.Close() // waits until the line is written
	line := out.String()
	from := 0
	for _, key := range []string{"\tmethod", `"method"`} {
		if i := strings.Index(line, key); i >= 0 {
			from = i
		}
	}
	for _, key := range []string{"\treqtime", `,"reqtime"`} {
		if i := strings.Index(line, key); i >= 0 {
			line = line[:i]
		}
	}
	return line[from:], res
}

func TestLog(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, make([]byte, 3000), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		log     *Log
		target  string
		handler http.HandlerFunc
		want    string
	}{
		"nothing": {&Log{}, "/p/x", func(http.ResponseWriter, *http.Request) {},
			"\tmethod:GET\turi:/p/x\troute:/p/{name}\tstatus:200\tsize:0"},
		"status": {&Log{}, "/p/x?q=1", func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusEarlyHints)
			http.Error(w, "no", http.StatusTeapot)
		}, "\tmethod:GET\turi:/p/x?q=1\troute:/p/{name}\tstatus:418\tsize:3"},
		"redacted": {&Log{Redact: true}, "/p/x?token=secret",
			func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "hello") },
			"\tmethod:GET\turi:/p/x\troute:/p/{name}\tstatus:200\tsize:5"},
		"file": {&Log{}, "/p/x", func(w http.ResponseWriter, r *http.Request) {
			http.ServeFile(w, r, file)
		}, "\tmethod:GET\turi:/p/x\troute:/p/{name}\tstatus:200\tsize:3000"},
		"flushed": {&Log{}, "/p/x", func(w http.ResponseWriter, r *http.Request) {
			w.Write([]byte("a"))
			w.(http.Flusher).Flush()
			w.Write([]byte("b"))
		}, "\tmethod:GET\turi:/p/x\troute:/p/{name}\tstatus:200\tsize:2"},
		"json": {&Log{JSON: true}, `/p/%22?a="b`, func(w http.ResponseWriter, r *http.Request) {},
			`"method":"GET","uri":"/p/%22?a=\"b","route":"/p/{name}","status":200,"size":0`},
		"named": {&Log{Route: func(*http.Request) string { return "posts\tof" }}, "/p/x",
			func(http.ResponseWriter, *http.Request) {},
			"\tmethod:GET\turi:/p/x\troute:posts of\tstatus:200\tsize:0"},
		"unknown": {&Log{}, "/other", func(http.ResponseWriter, *http.Request) {},
			"\tmethod:GET\turi:/other\troute:-\tstatus:404\tsize:19"},
	} {
		t.Run(name, func(t *testing.T) {
			if got, _ := served(t, c.log, c.target, c.handler); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestHijack(t *testing.T) {
	var out bytes.Buffer
	log := Log{To: &out}
	logged := log.Handler(http.HandlerFunc(
		func(w http.ResponseWriter, r *http.Request) {
			conn, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			io.WriteString(conn, "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
			conn.Close()
		}))
	// The server does not wait for a handler that took its connection.
	written := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(written)
		logged.ServeHTTP(w, r)
	}))
	defer s.Close()
	res, err := s.Client().Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	<-written
	if res.StatusCode != 204 || !strings.Contains(out.String(), "\tstatus:101\t") {
		t.Errorf("status %d, logged as %q", res.StatusCode, out.String())
	}
}

// plain is a writer that keeps nothing and can do nothing else.
type plain struct{ header http.Header }

func (p plain) Header() http.Header         { return p.header }
func (p plain) Write(b []byte) (int, error) { return len(b), nil }
func (p plain) WriteHeader(int)             {}

// bench serves one request again and again, as a server does with a goroutine of
// its own for each connection.
func bench(b *testing.B, h http.Handler) {
	w, r := plain{http.Header{}}, httptest.NewRequest("GET", "/posts?page=2", nil)
	b.ReportAllocs()
	for b.Loop() {
		h.ServeHTTP(w, r)
	}
}

func handlers() map[string]http.Handler {
	body := []byte("hello")
	mux := NewMux()
	mux.HandleFunc("GET /posts", func(w http.ResponseWriter, r *http.Request) { w.Write(body) })
	ltsv, json := &Log{To: io.Discard}, &Log{To: io.Discard, JSON: true}
	return map[string]http.Handler{
		"label": mux, "ltsv": ltsv.Handler(mux), "json": json.Handler(mux),
	}
}

func BenchmarkMux(b *testing.B)  { bench(b, handlers()["label"]) }
func BenchmarkLTSV(b *testing.B) { bench(b, handlers()["ltsv"]) }
func BenchmarkJSON(b *testing.B) { bench(b, handlers()["json"]) }
func BenchmarkSet(b *testing.B) {
	var labels Labels
	b.ReportAllocs()
	for b.Loop() {
		labels.Set("GET /posts")
		Clear()
	}
}

func TestAllocations(t *testing.T) {
	for name, h := range handlers() {
		t.Run(name, func(t *testing.T) {
			w, r := plain{http.Header{}}, httptest.NewRequest("GET", "/posts?page=2", nil)
			if n := testing.AllocsPerRun(100, func() { h.ServeHTTP(w, r) }); n != 0 {
				t.Errorf("%v allocations per request", n)
			}
		})
	}
}
