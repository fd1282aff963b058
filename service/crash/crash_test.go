package crash

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/service/gosource"
	"github.com/wring-go/wring/service/locks"
	"github.com/wring-go/wring/service/stackdump"
)

// want is the kind of each way to die in testdata/crashes.
var want = map[string]string{
	"nil": "nil-dereference", "bad-pointer": badPointer, "fault": badAddress,
	"map-writes": mapWrites, "map-read": mapWrites, "deadlock": deadlock,
	"deadlock-3": deadlock, "deadlock-channel": deadlock, "overflow": overflow,
	"overflow-self": overflow, "memory": outOfMemory, "leak": outOfMemory,
	"unlock": "unlock-of-unlocked", "closed": "send-on-closed-channel",
	"index": panicked,
	// Which of two it is depends on what the collector meets first.
	"corrupted":  "",
	"in-library": nilPointer, "repanic": panicked,
}

// TestGuilty lets a program die in each way; with WRING_TEST_LONG=1 under three
// toolchains, and with the frames of the runtime as well. The first suspect has to be
// the function that is guilty.
func TestGuilty(t *testing.T) {
	if testing.Short() {
		t.Skip("lets programs die")
	}
	versions, levels := []string{"local"}, []string{"all"}
	if os.Getenv("WRING_TEST_LONG") != "" {
		versions = []string{"go1.25.14", "go1.26.8", "go1.27.4"}
		levels = append(levels, "system")
	}
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			binary := build(t, version)
			first, all := 0, 0
			for way, kind := range want {
				for _, level := range levels {
					rep, died := die(t, binary, way, level)
					if !died {
						t.Logf("%s did not die", way)
						continue
					}
					all++
					if guilty(t, way, kind, rep) {
						first++
					}
				}
			}
			t.Logf("guilty first in %d of %d", first, all)
			if 10*first < 9*all || all < 10 {
				t.Error("the guilty frame has to be first in nine of ten")
			}
		})
	}
}

func guilty(t *testing.T, way, kind string, rep Report) bool {
	t.Helper()
	if rep.Kind != kind && (kind != "" || rep.Kind != badPointer && rep.Kind != corruption) {
		t.Logf("%s: called %s, want %s", way, rep.Kind, kind)
		return false
	}
	if len(rep.Suspects) == 0 || !strings.Contains(rep.Suspects[0].Func, "guilty") {
		t.Logf("%s: %+v", way, rep.Suspects[:min(2, len(rep.Suspects))])
		return false
	}
	return true
}

func build(t *testing.T, version string) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "crashes")
	cmd := exec.Command("go", "build", "-o", binary, ".")
	cmd.Dir = "testdata/crashes"
	cmd.Env = append(os.Environ(), "GOTOOLCHAIN="+version, "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("%s cannot build: %v\n%s", version, err, out)
	}
	return binary
}

// die runs the program, which has a minute to die, and explains why it did.
func die(t *testing.T, binary, way, level string) (rep Report, died bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, way)
	cmd.Env = append(os.Environ(), "GOTRACEBACK="+level)
	out, err := cmd.CombinedOutput()
	if err == nil {
		return Report{}, false
	}
	rep, err = Explain(dump(t, way, out), gosource.Options{})
	if err != nil {
		t.Errorf("%s: %v\n%s", way, err, out[:min(len(out), 500)])
	}
	return rep, true
}

func dump(t *testing.T, name string, text []byte) locks.Dump {
	t.Helper()
	d := locks.Dump{Name: name}
	var err error
	d.Summary, err = stackdump.Read(bytes.NewReader(text), func(g *stackdump.Goroutine) {
		d.Goroutines = append(d.Goroutines, g)
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestFold finds the period of a recursion behind frames that are not part of it.
func TestFold(t *testing.T) {
	for _, c := range []struct {
		stack         string
		period, start int
		atLeast       int
	}{
		{"xyababababz", 2, 2, 3}, {"aaaaaa", 1, 0, 5}, {"abcabcabcabc", 3, 0, 3},
		{"abcdef", 0, 0, 0}, {"", 0, 0, 0},
	} {
		var frames []stackdump.Frame
		for _, r := range c.stack {
			frames = append(frames, stackdump.Frame{Func: string(r)})
		}
		period, start, times := fold(frames)
		if period != c.period || start != c.start || times < c.atLeast {
			t.Errorf("%s: period %d from %d, %d times", c.stack, period, start, times)
		}
	}
}

// TestCutShort explains a process that ran out of memory while it printed why: without
// the stack in which it died, with headers alone, and with frames of the runtime.
func TestCutShort(t *testing.T) {
	const head = "runtime: cannot allocate memory\nfatal error: out of memory\n\n" +
		"runtime stack:\nruntime.throw({0x1, 0x2})\n\t/usr/local/go/src/runtime/panic.go:1 +0x1\n\n"
	const waiting = "goroutine 7 [chan receive]:\nmain.guiltyStart.func1()\n\t/x/main.go:9 +0x1\n" +
		"created by main.guiltyStart in goroutine 1\n\t/x/main.go:8 +0x1\n\n"
	for name, text := range map[string]string{
		"no goroutine that runs": head + waiting,
		"only where it came from": head + "goroutine 7 [runnable]:\n" +
			"created by main.guiltyStart in goroutine 1\n\t/x/main.go:8 +0x1\n\n",
		"a runtime's goroutine": head + "goroutine 2 [running]:\nruntime.bgsweep(0xc000010000)\n" +
			"\t/usr/local/go/src/runtime/mgcsweep.go:1 +0x1\n\n" + waiting,
	} {
		rep, err := Explain(dump(t, name, []byte(text)), gosource.Options{})
		if err != nil {
			t.Fatal(name, err)
		}
		if !guilty(t, name, outOfMemory, rep) {
			t.Errorf("%s: the guilty frame is not first", name)
		}
	}
}

// TestNotACrash refuses stacks of a program that did not die.
func TestNotACrash(t *testing.T) {
	d := dump(t, "dump", []byte("goroutine 1 [running]:\nmain.main()\n\t/x.go:1 +0x1\n"))
	if _, err := Explain(d, gosource.Options{}); err == nil {
		t.Error("a dump without a message is explained as a crash")
	}
}

// TestRecorded explains crashes recorded from testdata/crashes, built with -trimpath.
func TestRecorded(t *testing.T) {
	source, err := filepath.Abs("testdata/crashes")
	if err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob("testdata/recorded/*.txt")
	if err != nil || len(names) < 5 {
		t.Fatal("no recorded crashes", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		way := strings.TrimSuffix(filepath.Base(name), ".txt")
		rep, err := Explain(dump(t, way, text), gosource.Options{Source: []string{source}})
		if err != nil {
			t.Fatal(err)
		}
		if !guilty(t, way, want[way], rep) {
			t.Errorf("%s: the guilty frame is not first", way)
		}
		if way == "bad-pointer" && !slices.Contains(rep.Shared, 1) {
			t.Error("the goroutine that has the value is not named")
		}
	}
}
