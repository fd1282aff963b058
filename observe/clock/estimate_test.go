package clock

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/internal/testenv"
)

// TestBound: what a benchmark does around what it times is bounded, by the loop's iterations
// where it is done for each of them, by repetitions where it is done before the loop. One that
// does nothing but its work has all of them.
func TestBound(t *testing.T) {
	dir := testenv.Module(t, map[string]string{"p.go": "package p\n", "p_test.go": `package p

import (
	"testing"
	"time"
)

func spin(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
	}
}

func BenchmarkPlain(b *testing.B) {
	for i := 0; i < b.N; i++ {
		spin(time.Microsecond)
	}
}

func BenchmarkPrepares(b *testing.B) {
	b.StopTimer()
	for left := b.N; left > 0; left -= 100 {
		spin(2 * time.Millisecond)
		b.StartTimer()
		spin(time.Duration(min(left, 100)) * time.Microsecond)
		b.StopTimer()
	}
}

func BenchmarkSetsUp(b *testing.B) {
	spin(160 * time.Millisecond)
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		spin(time.Microsecond)
	}
}
`})
	binary := Binary{Path: filepath.Join(t.TempDir(), "p.test"), Dir: dir}
	build := exec.Command("go", "test", "-c", "-o", binary.Path)
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const times = 3 // other work of the machine leaves a benchmark fewer iterations, now and then
	var wrong []string
	for range times {
		if wrong = bounded(t, binary); len(wrong) == 0 {
			return
		}
	}
	t.Errorf("each of %d times:\n%s", times, strings.Join(wrong, "\n"))
}

// bounded estimates the benchmarks of TestBound and returns what is not as wanted.
func bounded(t *testing.T, binary Binary) (wrong []string) {
	r, err := Begin(t.Context(), binary, []Binary{binary}, Options{Time: 320 * time.Millisecond,
		Repeats: 16, Benchmarks: []string{"BenchmarkPlain", "BenchmarkPrepares",
			"BenchmarkSetsUp"}})
	if err != nil {
		t.Fatal(err)
	}
	defer r.End()
	for i, want := range []struct {
		fewer       bool // repetitions than asked for
		least, most float64
	}{{false, 6000, 21000}, {false, 40, 6000}, {true, 6000, 21000}} {
		b := r.list[i]
		if !want.fewer && b.repeats < 12 || want.fewer && b.repeats > 8 {
			wrong = append(wrong, fmt.Sprintf("%s: %d repetitions", b.name, b.repeats))
		}
		if b.most < want.least || b.most > want.most {
			wrong = append(wrong, fmt.Sprintf("%s: %.0f iterations, want %.0f to %.0f", b.name,
				b.most, want.least, want.most))
		}
	}
	return wrong
}

// TestAround: what precedes the loops takes repetitions, what the loops do takes iterations, and
// how long the process needs to start takes neither.
func TestAround(t *testing.T) {
	const ms = time.Millisecond
	for name, test := range map[string]struct {
		around  around
		repeats int
		most    float64
	}{
		"only its work": {around{70 * ms, 50 * ms, 50 * ms, 4}, 16, 1000},
		"starts slowly": {around{920 * ms, 900 * ms, 900 * ms, 4}, 16, 1000},
		"before loops":  {around{250*ms + 4*3*40*ms, 90 * ms, 210 * ms, 4}, 4, 1000},
		"in the loops":  {around{450 * ms, 50 * ms, 50 * ms, 4}, 16, 125},
		"a little":      {around{110 * ms, 52 * ms, 58 * ms, 4}, 16, 1000},
	} {
		b := timed{repeats: 16, most: 1000}
		test.around.bound(&b, 0.4)
		if b.repeats != test.repeats || b.most != test.most {
			t.Errorf("%s: %d repetitions of %.0f iterations, want %d of %.0f", name, b.repeats,
				b.most, test.repeats, test.most)
		}
	}
}
