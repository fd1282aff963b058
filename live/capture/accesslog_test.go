package capture

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wring-go/wring/live"
)

// line is a request in a log of kit/route.
func line(method, uri, route string, status int, size string) string {
	number := map[int]string{200: "200", 304: "304", 303: "303"}[status]
	return "time:2026-11-22T10:00:00Z\tmethod:" + method + "\turi:" + uri + "\troute:" + route +
		"\tstatus:" + number + "\tsize:" + size + "\treqtime:0.010000\n"
}

// grown returns what is made of a log that grows by a text. The name and contents
// that it has before may be changed meanwhile.
func grown(t *testing.T, before, more string, meanwhile func(name string)) *live.Capture {
	t.Helper()
	name := filepath.Join(t.TempDir(), "access.log")
	if err := os.WriteFile(name, []byte(before), 0o666); err != nil {
		t.Fatal(err)
	}
	r := &run{opt: Options{Access: name}, out: &live.Capture{}}
	r.out.Add([]live.Frame{{Func: "main.post"}}, "GET /posts/{id}")
	mark := r.markLog()
	if meanwhile != nil {
		meanwhile(name)
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(more); err != nil {
		t.Fatal(err)
	}
	f.Close()
	r.endLog(t.Context(), mark)
	r.nameLog()
	return r.out
}

// TestGrowth counts what a log grows by, and no line from before.
func TestGrowth(t *testing.T) {
	old := strings.Repeat(line("GET", "/", "GET /{$}", 200, "5"), 10)
	c := grown(t, old, line("GET", "/pictures/1.jpg?v=1", "GET /pictures/{file}", 200, "70")+
		line("GET", "/pictures/1.jpg?v=1", "GET /pictures/{file}", 200, "70")+
		line("GET", "/pictures/1.jpg?v=2", "GET /pictures/{file}", 200, "70")+
		line("GET", "/pictures/2.jpg", "GET /pictures/{file}", 304, "0")+
		line("POST", "/", "POST /{$}", 303, "0"), nil)
	if c.Log == nil || c.Log.Booked != 5 || len(c.Log.Routes) != 2 || !c.Log.HasRoutes {
		t.Fatalf("%+v", c.Log)
	}
	for _, r := range c.Log.Routes {
		if r.Route != "GET /pictures/{file}" {
			continue
		}
		if r.Count != 4 || r.Repeats != 1 || r.RepeatBytes != 70 || r.Same != 1 || r.Files != 4 ||
			r.Bytes != 210 || r.Paths != 2 || r.Status[2] != 3 || r.Status[3] != 1 {
			t.Errorf("%+v", r)
		}
	}
}

// TestGrowthNames takes the routes of labels where the log names none.
func TestGrowthNames(t *testing.T) {
	text := ""
	for _, id := range []string{"1", "23", "456"} {
		text += line("GET", "/posts/"+id, "-", 200, "5")
	}
	c := grown(t, "", text, nil)
	if len(c.Log.Routes) != 1 || c.Log.Routes[0].Route != "GET /posts/{id}" {
		t.Errorf("%+v", c.Log.Routes)
	}
}

// TestGrowthRotated reads a log that was begun anew from its beginning.
func TestGrowthRotated(t *testing.T) {
	c := grown(t, line("GET", "/", "GET /{$}", 200, "5"), line("GET", "/", "GET /{$}", 200, "5"),
		func(name string) { os.Rename(name, name+".1") })
	if c.Log == nil || c.Log.Booked != 1 || len(c.Warnings) != 1 {
		t.Errorf("%+v %+v", c.Log, c.Warnings)
	}
}

// TestNoGrowth says that nothing was written.
func TestNoGrowth(t *testing.T) {
	c := grown(t, line("GET", "/", "GET /{$}", 200, "5"), "", nil)
	if len(c.Missing) != 1 || !strings.Contains(c.Missing[0].What, "no request was written") {
		t.Errorf("%+v", c.Missing)
	}
}

// TestLogEndsWithBooks: what is written after the books were closed does not count.
func TestLogEndsWithBooks(t *testing.T) {
	name := filepath.Join(t.TempDir(), "access.log")
	text := line("GET", "/", "GET /{$}", 200, "5")
	write := func() {
		f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := f.WriteString(text); err != nil {
			t.Fatal(err)
		}
	}
	write()
	r := &run{opt: Options{Access: name}, out: &live.Capture{}}
	mark := r.markLog()
	write()
	write()
	mark.close(name)
	write()
	r.endLog(t.Context(), mark)
	if r.out.Log == nil || r.out.Log.Booked != 2 || r.out.Log.NotUnderstood != 0 {
		t.Errorf("%+v", r.out.Log)
	}
}
