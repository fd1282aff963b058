package events

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

func fixed() time.Time { return time.Date(2026, 3, 21, 10, 0, 0, 0, time.UTC) }

func TestWrite(t *testing.T) {
	var out strings.Builder
	log := New(&out)
	log.Now, log.Min, log.Keep = fixed, Info, 2
	steps := []error{
		log.Write(Info, "started", "port", 8080),
		log.Write(Debug, "not shown"),
		log.Timed("backup", func() error { return nil }),
		log.Timed("upload", func() error { return errors.New("no route") }),
	}
	if err := errors.Join(steps...); err != nil {
		t.Fatal(err)
	}
	const want = `{"level":"info","msg":"started","port":8080,"time":"2026-03-21T10:00:00Z"}
{"level":"info","msg":"backup","time":"2026-03-21T10:00:00Z","took":"0s"}
{"error":"no route","level":"error","msg":"upload","time":"2026-03-21T10:00:00Z","took":"0s"}
`
	if got := out.String(); got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
	_, last, _ := strings.Cut(want, "\n")
	if got := strings.Join(log.Recent(), ""); got != last {
		t.Errorf("recent:\n%swant:\n%s", got, last)
	}
}

func TestWriteFails(t *testing.T) {
	log := New(io.Discard)
	if err := log.Write(Info, "odd", "key"); !errors.Is(err, ErrOdd) {
		t.Errorf("a key without a value: %v", err)
	}
	if err := log.Write(Info, "no JSON", "ch", make(chan int)); err == nil {
		t.Error("a channel was encoded")
	}
	if n := len(log.Recent()); n != 0 {
		t.Errorf("%d failed events are kept", n)
	}
}

func BenchmarkWrite(b *testing.B) {
	log := New(io.Discard)
	log.Now = fixed
	status := 200
	for b.Loop() {
		err := log.Write(Info, "request", "path", "/img/logo.png", "status", status)
		if err != nil {
			b.Fatal(err)
		}
		status = 200 + (status+1)%300
	}
}

// BenchmarkDropped writes events below the level that is shown.
func BenchmarkDropped(b *testing.B) {
	log := New(io.Discard)
	log.Min = Error
	for b.Loop() {
		if err := log.Write(Debug, "cache", "hits", 1200, "misses", 31); err != nil {
			b.Fatal(err)
		}
	}
}
