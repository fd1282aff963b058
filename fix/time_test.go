package fix

import (
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/testenv"
)

// TestTimeKept plants a package that imports the rewritten one and whose test waits for
// an hour. The time limit holds all the same, and the report says what was left out. The
// test gives a slow machine ten times the limit; without a limit it would take an hour.
func TestTimeKept(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for a time limit")
	}
	dir := testenv.Module(t, map[string]string{
		"p/p.go": `package p

// Doubled grows its result.
func Doubled(xs []int) []int {
	out := []int{}
	for _, x := range xs {
		out = append(out, 2*x)
	}
	return out
}
`,
		"p/p_test.go": `package p

import "testing"

func BenchmarkDoubled(b *testing.B) {
	xs := make([]int, 50)
	for b.Loop() {
		Doubled(xs)
	}
}
`,
		"q/q.go": "package q\n\nimport \"example.com/m/p\"\n\nvar Two = p.Doubled([]int{1})\n",
		"q/q_test.go": "package q\n\nimport (\n\t\"testing\"\n\t\"time\"\n)\n\n" +
			"func TestWaits(t *testing.T) { time.Sleep(time.Hour) }\n",
	})
	const limit = time.Minute
	start := time.Now()
	rep, err := Packages(t.Context(), PackagesOptions{Dir: dir, Patterns: []string{"./..."},
		Budget: limit, CacheDir: cacheDir(t)})
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took > 10*limit {
		t.Errorf("it took %v, and the limit was %v", took, limit)
	}
	told := false
	for _, w := range rep.Warnings {
		told = told || w.Code == alloc.WarnOutOfTime
	}
	for _, trial := range rep.Trials {
		told = told || trial.Rejected == "budget"
		for _, v := range trial.Verdicts {
			for _, w := range v.Warnings {
				told = told || w.Code == alloc.WarnTooSlow &&
					strings.Contains(w.Text, "example.com/m/q")
			}
		}
	}
	if !told {
		t.Errorf("nothing says that something was left out: %+v", rep.Warnings)
	}
}
