package fix

import (
	"fmt"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/propose"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/verify"
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

// TestReported wants the lines of the code on disk.
func TestReported(t *testing.T) {
	c := candidate{Candidate: verify.Candidate{
		Candidate: alloc.Candidate{Line: 4, Also: []int{5}}}}
	if one := c.reported(); one.Line != 4 || one.Also[0] != 5 {
		t.Errorf("line %d and %v, want 4 and 5, as the file is", one.Line, one.Also)
	}
	c.was = rewrite.Moved([]byte("new\na\nnew\nb\nc\n"), []byte("a\nb\nc\n"))
	if one := c.reported(); one.Line != 2 || one.Also[0] != 3 || c.Also[0] != 5 {
		t.Errorf("line %d and %v, want 2 and 3; the candidate's own are %v", one.Line, one.Also,
			c.Also)
	}
}

// TestTurnTo has a candidate be for the function that allocates most, if it is declared and the
// candidate has a line there, and edits it.
func TestTurnTo(t *testing.T) {
	f := propose.Lines{File: "p.go", First: 1, Last: 9}
	g := propose.Lines{File: "p.go", First: 11, Last: 19}
	at := func(fn, file string, line int) alloc.Finding {
		site := alloc.Site{Func: "m/p.(*T)." + fn, File: file, Line: line}
		return alloc.Finding{Site: site}
	}
	for _, test := range []struct {
		name     string
		heaviest alloc.Finding
		around   propose.Lines // of line 12
		edited   propose.Lines
		want     string
	}{
		{"another function", at("G", "p.go", 12), g, g, "m/p.(*T).G 12 [2]"},
		{"its own line", at("F", "p.go", 2), g, g, "m/p.(*T).F 2 [12]"},
		{"its own function", at("F", "p.go", 12), f, f, "m/p.(*T).F 2 [12]"},
		{"a literal", at("G.func1", "p.go", 12), g, g, "m/p.(*T).F 2 [12]"},
		{"another file", at("G", "q.go", 12), g, g, "m/p.(*T).F 2 [12]"},
		{"one that stays as it is", at("G", "p.go", 12), g, f, "m/p.(*T).F 2 [12]"},
	} {
		c := candidate{around: f, touched: []propose.Lines{test.edited}}
		c.Func, c.File, c.Line, c.Also = "m/p.(*T).F", "p.go", 2, []int{12}
		c.turnTo(test.heaviest, []propose.Lines{test.around})
		got := fmt.Sprint(c.Func, " ", c.Line, " ", c.Also)
		if got != test.want || (c.around == g) != (c.Line == 12) {
			t.Errorf("%s: %s around %v, want %s", test.name, got, c.around, test.want)
		}
	}
}
