package clock

import (
	"os/exec"
	"path/filepath"
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
	spin(40 * time.Millisecond)
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
	r, err := Begin(t.Context(), binary, []Binary{binary}, Options{Time: 80 * time.Millisecond,
		Repeats: 16, Benchmarks: []string{"BenchmarkPlain", "BenchmarkPrepares",
			"BenchmarkSetsUp"}})
	if err != nil {
		t.Fatal(err)
	}
	defer r.End()
	for i, want := range []struct {
		repeats     int // 0: fewer than 16
		least, most float64
	}{{16, 1500, 5200}, {16, 10, 1500}, {0, 1500, 5200}} {
		b := r.list[i]
		if want.repeats > 0 && b.repeats != want.repeats || want.repeats == 0 && b.repeats == 16 {
			t.Errorf("%s: %d repetitions", b.name, b.repeats)
		}
		if b.most < want.least || b.most > want.most {
			t.Errorf("%s: %.0f iterations, want %.0f to %.0f", b.name, b.most, want.least,
				want.most)
		}
	}
}
