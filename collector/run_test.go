package collector

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/internal/testenv"
)

const program = `package main

import (
	"fmt"
	"os"
	"os/signal"
)

var sink, kept []byte

func main() {
	fmt.Println("hello")
	fmt.Fprintln(os.Stderr, "half a line, then a cycle")
	kept = make([]byte, 20<<20)
	for i := range kept {
		kept[i] = 1
	}
	for range 400 {
		sink = make([]byte, 1<<20)
		for i := 0; i < len(sink); i += 1024 {
			sink[i] = 1
		}
	}
	if os.Args[1] == "wait" {
		c := make(chan os.Signal, 1)
		signal.Notify(c, os.Interrupt)
		<-c
	}
	if os.Args[1] == "fail" {
		fmt.Fprintln(os.Stderr, "no such thing")
		os.Exit(3)
	}
	fmt.Println(len(kept))
}
`

func build(t *testing.T, out *bytes.Buffer, args ...string) Program {
	dir := testenv.Module(t, map[string]string{"main.go": program})
	p, _, err := Build(t.Context(), Source{Dir: dir, Main: ".", Args: args}, t.TempDir(), out)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestOnce runs a program that has 20 MB, and allocates 400 more.
func TestOnce(t *testing.T) {
	var out bytes.Buffer
	p := build(t, &out, "go")
	r, err := p.Once(t.Context(), Setting{GOGC: 100})
	if err != nil {
		t.Fatal(err)
	}
	// A collector that has to wait for a processor is late, and marks what came
	// meanwhile.
	if r.Cycles < 1 || r.Live < 20<<20 || r.Allocated < 100<<20 || r.Allocated > 500<<20 {
		t.Errorf("%+v", r.Cost)
	}
	if r.Peak < 30<<20 || r.Peak > 300<<20 || r.CPU <= 0 || r.Share() <= 0 || r.Stretch < 1 {
		t.Errorf("peak %s, CPU %v, share %v, stretch %v", Bytes(r.Peak), r.CPU, r.Share(),
			r.Stretch)
	}
	for _, c := range []struct {
		text string
		want bool
	}{{"hello", true}, {"half a line", true}, {"clock", false}} {
		if strings.Contains(out.String(), c.text) != c.want {
			t.Errorf("%q is passed on: %v", c.text, !c.want)
		}
	}
	off, err := p.Once(t.Context(), Setting{GOGC: Off})
	if err != nil || off.Cycles != 0 || off.Peak < 400<<20 {
		t.Errorf("without collections: %d cycles, peak %s, %v", off.Cycles, Bytes(off.Peak), err)
	}
	limited, err := p.Once(t.Context(), Setting{GOGC: Off, Limit: 64 << 20})
	if err != nil || limited.Cycles == 0 || limited.Peak >= off.Peak {
		t.Errorf("with a limit: %d cycles, peak %s, %v", limited.Cycles, Bytes(limited.Peak), err)
	}
}

// TestEnds interrupts a program that waits, after a time and when its load ends;
// reports one that fails; and stops with its context.
func TestEnds(t *testing.T) {
	p := build(t, new(bytes.Buffer), "wait")
	p.For = 300 * time.Millisecond
	if r, err := p.Once(t.Context(), Setting{GOGC: 100}); err != nil || r.Wall < p.For {
		t.Errorf("after a time: %v, %v", r.Wall, err)
	}
	p.For, p.Load, p.Delay = 0, "sleep 0.1", 200*time.Millisecond
	if r, err := p.Once(t.Context(), Setting{GOGC: 100}); err != nil || r.Wall < p.Delay {
		t.Errorf("after its load: %v, %v", r.Wall, err)
	}
	p.Load = ""
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := p.Once(ctx, Setting{GOGC: 100}); err != context.DeadlineExceeded {
		t.Errorf("with its context: %v", err)
	}
	p.Args = []string{"fail"}
	if _, err := p.Once(t.Context(), Setting{GOGC: 100}); err == nil ||
		!strings.Contains(err.Error(), "no such thing") {
		t.Errorf("a failure: %v", err)
	}
}

// TestMeasure puts runs together, in an order that alternates.
func TestMeasure(t *testing.T) {
	var order []string
	points, err := Measure(t.Context(), build(t, new(bytes.Buffer), "go"), Plan{
		Settings: []Setting{{GOGC: 50}, {GOGC: 400}}, Rounds: 2,
		Progress: func(_, what string) { order = append(order, what) },
	})
	if err != nil {
		t.Fatal(err)
	}
	if points[0].Cycles.Median <= points[1].Cycles.Median ||
		points[0].Peak.Median >= points[1].Peak.Median || points[0].Runs != 2 {
		t.Errorf("%+v", points)
	}
	if got := strings.Join(order, ", "); got != "GOGC=50 (1 of 2), GOGC=400 (1 of 2), "+
		"GOGC=400 (2 of 2), GOGC=50 (2 of 2)" {
		t.Error(got)
	}
}

// TestParse reads what is typed, and says what is wrong with it.
func TestParse(t *testing.T) {
	for text, want := range map[string]int64{"512MiB": 512 << 20, "1GiB": 1 << 30, "12": 12,
		"12B": 12, "x": 0, "": 0, "-1MiB": 0, "9999999999GiB": 0, "1MB": 0} {
		if got, err := ParseBytes(text); got != want || (err == nil) != (want > 0) {
			t.Errorf("%q is %d, %v", text, got, err)
		}
	}
	got, err := ParseGOGC("50, 100,off")
	if err != nil || len(got) != 3 || got[2] != Off {
		t.Errorf("%v, %v", got, err)
	}
	for _, text := range []string{"", "0", "-3", "x", "50,,"} {
		if _, err := ParseGOGC(text); err == nil {
			t.Errorf("%q are values of GOGC", text)
		}
	}
	env := Setting{GOGC: Off, Limit: 5}.env([]string{"A=b", "GODEBUG=madvdontneed=1"})
	if got := strings.Join(env[2:], " "); got != "GODEBUG=madvdontneed=1,gctrace=1 GOGC=off "+
		"GOMEMLIMIT=5" {
		t.Error(got)
	}
}
