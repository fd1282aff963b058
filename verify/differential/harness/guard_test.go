package harness

import (
	"os/exec"
	"sync"
	"testing"
	"time"
)

// TestGuard waits for what is awake, and not for what nothing will wake.
func TestGuard(t *testing.T) {
	const patience = 400 * time.Millisecond
	tests := []struct {
		name        string
		call        func(done chan bool)
		least, most time.Duration
	}{
		{"a mutex that is locked", func(chan bool) {
			var mu sync.Mutex
			mu.Lock()
			mu.Lock()
		}, often, patience},
		{"a channel", func(done chan bool) { <-done }, often, patience},
		{"a pause", func(done chan bool) {
			for len(done) == 0 {
				time.Sleep(often / 2)
			}
		}, 3 * patience, 5 * patience},
		{"work", func(done chan bool) {
			for len(done) == 0 {
			}
		}, patience, 3*patience + patience/2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			done := make(chan bool, 1)
			go test.call(done)
			begun := time.Now()
			(&guard{}).wait(patience)
			done <- true
			if took := time.Since(begun); took < test.least || took > test.most {
				t.Errorf("it waited %v, want %v to %v", took, test.least, test.most)
			}
		})
	}
}

// TestAsleep does not take a part of the goroutines for all of them.
func TestAsleep(t *testing.T) {
	const me = "goroutine 7 [running]:\nmain.g()\n\t/a.go:1\n\n"
	for text, want := range map[string]bool{
		me + "goroutine 1 [chan receive, 2 minutes]:\nmain.f()\n":     true,
		me + "goroutine 1 [select (no cases)]:\nmain.f()\n":           true,
		me + "goroutine 1 [chan send, locked to thread]:\nmain.f()\n": true,
		me + "goroutine 1 [chan send]:\n\ngoroutine 2 [runnable]:\n":  false,
		me + "goroutine 1 [sleep]:\nmain.f()\n":                       false,
		me + "goroutine 1 [IO wait]:\nmain.f()\n":                     false,
		me + "goroutine 1 [syscall]:\nmain.f()\n":                     false,
	} {
		if got := asleep([]byte(text), 1000); got != want {
			t.Errorf("%q: got %v", text, got)
		}
		if asleep([]byte(text), len(text)) {
			t.Errorf("%q is cut short", text)
		}
	}
}

// TestLanguage builds the harness as a part of modules that ask for an old Go.
func TestLanguage(t *testing.T) {
	if testing.Short() {
		t.Skip("builds")
	}
	out, err := exec.Command("go", "build", "-gcflags=-lang=go1.16", ".").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
