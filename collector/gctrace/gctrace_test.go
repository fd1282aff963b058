package gctrace

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/internal/testenv"
)

// TestParse reads the forms that there have been.
func TestParse(t *testing.T) {
	for _, c := range []struct {
		name, line string
		want       Cycle
	}{
		{"Go 1.18", "gc 3 @0.020s 5%: 0.018+1.3+0.076 ms clock, " +
			"0.036+0.35/1.2/3.0+0.15 ms cpu, 4->5->1 MB, 5 MB goal, 2 P",
			Cycle{Number: 3, At: 20 * time.Millisecond,
				Pauses: [2]time.Duration{18 * time.Microsecond, 76 * time.Microsecond},
				Pause:  186 * time.Microsecond, Assist: 350 * time.Microsecond,
				Background: 1200 * time.Microsecond, Idle: 3 * time.Millisecond,
				Before: 4 << 20, After: 5 << 20, Live: 1 << 20, Goal: 5 << 20, Processors: 2}},
		{"Go 1.27", "gc 12 @3.5s 2%: 0+0+0 ms clock, 0+0/0/0+0 ms cpu, 40->41->20 MB, " +
			"42 MB goal, 1 MB stacks, 2 MB globals, 16 P (forced)",
			Cycle{Number: 12, At: 3500 * time.Millisecond, Forced: true, Before: 40 << 20,
				After: 41 << 20, Live: 20 << 20, Goal: 42 << 20, Stacks: 1 << 20,
				Globals: 2 << 20, Processors: 16}},
		{"looking for leaks", "gc 1 @0.1s 2% (checking for goroutine leaks): 0+0+0 ms clock, " +
			"0+0/0/0+0 ms cpu, 1->1->0 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 2 P",
			Cycle{Number: 1, At: 100 * time.Millisecond, Before: 1 << 20, After: 1 << 20,
				Goal: 4 << 20, Processors: 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, ok := Parse(c.line); !ok || got != c.want {
				t.Errorf("%+v, %v\nwant %+v", got, ok, c.want)
			}
		})
	}
}

// TestReal reads what programs of today print: each cycle, and the one that was
// forced as such.
func TestReal(t *testing.T) {
	dir := testenv.Module(t, map[string]string{"main.go": `package main

import "runtime"

var sink []byte

func main() {
	for range 200 {
		sink = make([]byte, 1<<20)
	}
	runtime.GC()
	runtime.GC() // the line of the one before is whole by now
}
`})
	toolchains := []string{"go1.25.14", "go1.27.4", "local"}
	if testing.Short() {
		toolchains = toolchains[2:]
	}
	for _, toolchain := range toolchains {
		// Built first: the go command and the compiler would trace, too, and
		// their pieces of lines would come between.
		build := exec.Command("go", "build", "-o", "program", ".")
		build.Dir = dir
		build.Env = append(os.Environ(), "GOTOOLCHAIN="+toolchain, "GOWORK=off")
		if out, err := build.CombinedOutput(); err != nil {
			t.Logf("no %s: %v\n%s", toolchain, err, out)
			continue
		}
		cmd := exec.Command(filepath.Join(dir, "program"))
		cmd.Env = append(os.Environ(), "GODEBUG=gctrace=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatal(err)
		}
		var lines, cycles, forced int
		for line := range strings.Lines(string(out)) {
			if !strings.HasSuffix(line, "\n") {
				continue // cut when the program ended
			}
			if strings.HasPrefix(line, Prefix) {
				lines++
			}
			if c, ok := Parse(line); ok {
				cycles++
				if c.Forced {
					forced++
				}
			}
		}
		if cycles == 0 || cycles != lines || forced == 0 {
			t.Errorf("%s: %d cycles in %d lines, %d forced", toolchain, cycles, lines, forced)
		}
	}
}

// FuzzParse reads any line: no cycle has less than nothing of anything.
func FuzzParse(f *testing.F) {
	f.Add("gc 3 @0.020s 5%: 0.018+1.3+0.076 ms clock, 0.036+0.35/1.2/3.0+0.15 ms cpu, " +
		"4->5->1 MB, 5 MB goal, 2 P")
	f.Add("gc 1 @0.1s 2%: 0+0+0 ms clock, 0+0/0/0+0 ms cpu, 1->1->0 MB, 4 MB goal, 2 P (forced)")
	f.Fuzz(func(t *testing.T, line string) {
		c, ok := Parse(line)
		cpu := c.Pause + c.Assist + c.Background + c.Idle
		if ok && (cpu < 0 || c.Before < 0 || c.Live < 0 || c.Goal < 0 || c.At < 0) {
			t.Errorf("%+v in %q", c, line)
		}
	})
}
