package accesslog

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const goodLine = "method:GET\turi:/\tstatus:200\treqtime:0.1\n"

// TestFollow: what is added is booked once, also after the log was renamed and
// made anew, and after it was cut; a line is booked when its end is there.
func TestFollow(t *testing.T) {
	name := filepath.Join(t.TempDir(), "access.log")
	put(t, name, strings.Repeat(goodLine, 3))
	ctx, cancel := context.WithCancel(context.Background())
	b := NewBooks(By{}, nil)
	counts := make(chan uint64, 100)
	done := make(chan error)
	go func() { done <- b.Follow(ctx, name, Options{}, func() { counts <- b.Booked }) }()
	wait := func(want uint64) {
		t.Helper()
		for {
			select {
			case n := <-counts:
				if n == want {
					return
				}
			case <-time.After(20 * time.Second):
				t.Fatalf("%d lines were not booked", want)
			}
		}
	}
	wait(3)
	add(t, name, goodLine+goodLine[:10])
	wait(4)
	add(t, name, goodLine[10:])
	wait(5)
	if err := os.Rename(name, name+".1"); err != nil {
		t.Fatal(err)
	}
	put(t, name, strings.Repeat(goodLine, 2))
	wait(7)
	put(t, name, goodLine)
	wait(8)
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if b.Lines != 8 {
		t.Errorf("%d lines, want 8", b.Lines)
	}
}

// TestReadNew: each line is booked once over several calls, also those that were
// written between a call and a rotation.
func TestReadNew(t *testing.T) {
	name := filepath.Join(t.TempDir(), "access.log")
	marks := Marks{}
	next := func(want uint64) {
		t.Helper()
		b := NewBooks(By{}, nil)
		if err := b.ReadNew(context.Background(), name, marks, Options{}); err != nil {
			t.Fatal(err)
		}
		if b.Booked != want || b.Lines != want {
			t.Errorf("%d of %d lines were booked, want %d", b.Booked, b.Lines, want)
		}
	}
	put(t, name, strings.Repeat(goodLine, 10)+"method:GET")
	next(10)
	next(0)
	add(t, name, goodLine[len("method:GET"):])
	next(1)
	add(t, name, goodLine)
	if err := os.Rename(name, name+".1"); err != nil {
		t.Fatal(err)
	}
	put(t, name, "method:POST\turi:/x\tstatus:200\treqtime:0.1\n")
	next(2)
	put(t, name, "method:PUT\turi:/\tstatus:200\treqtime:0.1\n")
	next(1)
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func add(t *testing.T, name, text string) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
