package alloctest_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/wring-go/wring/kit/alloctest"
)

// here returns the place of the line so many below its caller's, as Lines shows
// places.
func here(below int) string {
	_, file, line, _ := runtime.Caller(1)
	return fmt.Sprintf("alloctest/%s:%d", filepath.Base(file), line+below)
}

// said returns what a failing Exactly says.
func said(t *testing.T, want float64, f func()) string {
	t.Helper()
	var r recorder
	if alloctest.Exactly(&r, want, f) || len(r.said) != 1 {
		t.Fatalf("it said %q", r.said)
	}
	return r.said[0]
}

type two struct{ left, right *node }

var kept two

//go:noinline
func outer(n int) two { return middle(n) }

//go:noinline
func middle(n int) two { return two{left: inner(n), right: inner(n + 1)} }

//go:noinline
func inner(n int) *node {
	if n < 0 {
		return nil
	}
	return &node{}
}

// The message names each line of each way to it, with the calls in their order.
func TestLinesNamed(t *testing.T) {
	place := here(1)
	got := said(t, 0, func() { kept = outer(0) })
	want := regexp.MustCompile(`^2 allocations per call, want exactly 0
	2 of 32 bytes at .*inner \(alloctest/lines_test\.go:\d+\)
		called from .*middle \(alloctest/lines_test\.go:\d+\)
		called from .*outer \(alloctest/lines_test\.go:\d+\)
		called from .*TestLinesNamed\.func1 \(` + regexp.QuoteMeta(place) + `\)$`)
	if !want.MatchString(got) {
		t.Errorf("said %s", got)
	}
}

// Lines that allocate more come first, and fractions are not lost among them.
func TestLinesOrder(t *testing.T) {
	n := 0
	begin := here(0)
	f := func() {
		kept.left = &node{}
		for range 3 {
			kept.right = &node{}
		}
		if n++; n%10 == 0 {
			keptBytes = make([]byte, 100+n%2)
		}
	}
	got := said(t, 4, f)
	var file string
	var line int
	_, err := fmt.Sscanf(strings.Replace(begin, ":", " ", 1), "%s %d", &file, &line)
	if err != nil {
		t.Fatal(err)
	}
	rest := got
	for _, want := range []string{
		"4.1 allocations per call, want exactly 4\n",
		"\t3 of 32 bytes at ", fmt.Sprintf("%s:%d)\n", file, line+4),
		"\t1 of 32 bytes at ", fmt.Sprintf("%s:%d)\n", file, line+2),
		"\t0.1 of 112 bytes at ", fmt.Sprintf("%s:%d)", file, line+7),
	} {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Fatalf("%q is not in, or not in this order:\n%s", want, got)
		}
		rest = after
	}
}

// One line that allocates objects of two sizes is two entries.
func TestLinesSizes(t *testing.T) {
	n := 0
	got := alloctest.Lines(func() {
		n++
		keptBytes = make([]byte, 64+64*(n%2))
	})
	for _, want := range []string{"\n\t0.5 of 64 bytes at", "\n\t0.5 of 128 bytes at"} {
		if strings.Count(got, want) != 1 {
			t.Errorf("no %q in %s", want, got)
		}
	}
}

func TestLinesOfNothing(t *testing.T) {
	if got := alloctest.Lines(func() {}); got != "" {
		t.Errorf("got %q", got)
	}
}

//go:noinline
func deep(n int) *node {
	if n == 0 {
		return makeNode()
	}
	return deep(n - 1)
}

// sampled puts f's allocations into the profile by another way: further out than
// is looked at, the stacks of what is measured later differ from these.
func sampled(f func()) {
	defer func(rate int) { runtime.MemProfileRate = rate }(runtime.MemProfileRate)
	runtime.MemProfileRate = 1
	for range 1000 {
		f()
	}
}

// A line that is deeper than the profiler looks is named all the same, without
// the calls that it did not see.
func TestLinesDeep(t *testing.T) {
	for _, c := range []struct {
		depth int
		last  string
	}{
		{5, `TestLinesDeep\.func1 \(alloctest/lines_test\.go:\d+\)$`},
		{100, `\n\t\tcalled from more calls than the profiler keeps$`},
	} {
		f := func() { keptNode = deep(c.depth) }
		sampled(f)
		got := said(t, 0, f)
		if !strings.Contains(got, "\n\t1 of 32 bytes at "+
			"github.com/wring-go/wring/kit/alloctest_test.makeNode") ||
			!regexp.MustCompile(c.last).MatchString(got) || strings.Contains(got, "not see:") {
			t.Errorf("depth %d: said %s", c.depth, got)
		}
	}
}

// worker is a goroutine's function that allocates once.
func worker(done *sync.WaitGroup, to **node) {
	*to = makeNode()
	done.Done()
}

// Goroutines that a function waits for belong to it, and their lines are named.
func TestLinesOfGoroutines(t *testing.T) {
	var done sync.WaitGroup
	var nodes [3]*node
	work := []func(){
		func() { worker(&done, &nodes[0]) },
		func() { worker(&done, &nodes[1]) },
		func() { worker(&done, &nodes[2]) },
	}
	f := func() {
		done.Add(len(work))
		for _, w := range work {
			go w()
		}
		done.Wait()
	}
	if !alloctest.Exactly(t, 3, f) {
		return
	}
	got := said(t, 0, f)
	if strings.Count(got, "\n\t1 of 32 bytes at") != 3 ||
		strings.Count(got, ", in another goroutine") != 3 ||
		!strings.Contains(got, "worker (alloctest/lines_test.go:") {
		t.Errorf("said %s", got)
	}
}

// A small object without pointers shares its memory with others, and the
// profiler sees few of them; how many it does not see is said, and never more
// than there are.
func TestLinesUnseen(t *testing.T) {
	got := said(t, 0, func() {
		keptByte = new(byte)
		keptNode = makeNode()
	})
	if !strings.HasPrefix(got, "2 allocations per call") ||
		!strings.Contains(got, "\n\t1 of 32 bytes at ") ||
		!regexp.MustCompile(`\n\t0\.\d+ that the profiler does not see`).MatchString(got) {
		t.Errorf("said %s", got)
	}
}
