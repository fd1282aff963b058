package trace

import (
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/alloc"
)

// TestStall tells a process that waits from one that computes.
func TestStall(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("no other system tells what a process does")
	}
	const limit = time.Second
	for script, waits := range map[string]bool{
		"exec sleep 60":       true,
		"while :; do :; done": false,
		"while :; do sleep 0.1; n=0; while [ $n -lt 50000 ]; do n=$((n+1)); done; done": false,
	} {
		cmd := exec.Command("sh", "-c", script)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		s := stall{pid: cmd.Process.Pid, since: time.Now()}
		stalls := false
		for begun := time.Now(); !stalls && time.Since(begun) < 3*limit; {
			time.Sleep(10 * time.Millisecond)
			stalls = s.lasts() > limit
		}
		if stalls != waits {
			t.Errorf("%s: %v, want %v", script, stalls, waits)
		}
		s.again()
		if got := s.lasts(); got > limit/2 {
			t.Errorf("%s: waits for %v after it has done something", script, got)
		}
		// It has no other end.
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
}

// TestStalledCall replays a call that waits for what never comes. It ends when it has waited for
// a moment, tests do not, and the other call is booked.
func TestStalledCall(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("no other system tells what a process does")
	}
	rec := measure(t, "stalled", "", Config{N: 2, Timeout: time.Minute,
		Stall: 500 * time.Millisecond})
	booked := map[string]bool{}
	for _, b := range rec.Benchmarks {
		booked[b.Name] = true
	}
	replay := alloc.ReplayBenchmark + "/"
	if booked[replay+"Receive"] || !booked[replay+alloc.WholeTests+"Receive"] ||
		!booked[replay+"Make"] {
		t.Errorf("booked are %v", booked)
	}
	told := 0
	for _, w := range rec.Warnings {
		if w.Code == alloc.WarnTooSlow {
			told++
			if !strings.Contains(w.Text, "/Receive waited for 500ms and was stopped") {
				t.Errorf("said is %q", w.Text)
			}
		}
	}
	if told != 1 {
		t.Errorf("warnings are %v", rec.Warnings)
	}
}
