package explain

import (
	"slices"
	"testing"

	"github.com/wring-go/wring/alloc"
)

func TestHelp(t *testing.T) {
	site := func(file string, line int, firstUse uint64) alloc.Finding {
		return alloc.Finding{Site: alloc.Site{File: file, Line: line}, Techniques: []string{},
			Count: alloc.Count{Objects: 10, FirstUse: firstUse}}
	}
	findings := []alloc.Finding{site("p.go", 5, 0), site("p.go", 9, 0), site("q.go", 5, 0),
		site("p.go", 6, 10), site("p.go", 12, 3)}
	help(findings, []alloc.Proposal{
		{Technique: "splitseq", File: "p.go", Lines: [][2]int{{5, 7}}},
		{Technique: "prealloc", File: "p.go", Lines: [][2]int{{1, 1}, {5, 5}, {12, 12}}},
		{Technique: "prealloc", File: "p.go", Lines: [][2]int{{5, 5}}},
	})
	for i, want := range [][]string{{"prealloc", "splitseq"}, {}, {}, {}, {"prealloc"}} {
		if got := findings[i].Techniques; !slices.Equal(got, want) {
			t.Errorf("%s:%d: got %v, want %v", findings[i].File, findings[i].Line, got, want)
		}
	}
	if n := len(findings[0].Proposals); n != 3 {
		t.Errorf("%d proposals, want 3", n)
	}
}
