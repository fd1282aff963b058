package fix

import (
	"testing"

	"github.com/wring-go/wring/alloc"
)

// TestChoose has candidates for the same code: the heaviest comes first, but a
// last resort only when nothing else is left, and before all of them what benchmarks
// or production run.
func TestChoose(t *testing.T) {
	c := func(name string, weight uint64, resort bool, start, end int) candidate {
		var c candidate
		c.Technique, c.Func = name, "p.F"
		c.weight, c.resort = weight, resort
		c.Edits = []alloc.Edit{{File: "p.go", Start: start, End: end, New: name}}
		return c
	}
	light, heavy := c("light", 1, false, 10, 20), c("heavy", 2, false, 15, 25)
	resort, apart := c("resort", 9, true, 18, 30), c("apart", 1, false, 40, 50)
	benched, known := c("benched", 1, false, 60, 70), c("known", 1, false, 80, 90)
	benched.benched, known.live = true, 0.5
	for _, test := range []struct {
		found []candidate
		want  string
	}{
		{[]candidate{light, heavy, apart}, "heavy apart "},
		{[]candidate{resort, light}, "light "},
		{[]candidate{apart, resort}, "resort apart "},
		{[]candidate{light, heavy, resort, apart}, "heavy apart "},
		{[]candidate{heavy, apart, benched, known}, "known benched "},
	} {
		got := ""
		for _, c := range choose(test.found) {
			got += c.Technique + " "
		}
		if got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}
