package board

import (
	"fmt"
	"strings"
	"testing"
)

func TestRender(t *testing.T) {
	var b Board
	if p := b.Render(); p.Last != 0 || string(p.HTML) != "<ol>\n</ol>\n" {
		t.Errorf("an empty board: %d %s", p.Last, p.HTML)
	}
	for i := range Shown + 5 {
		if n := b.Post(fmt.Sprintf("<%d>", i)); n != i+1 {
			t.Fatalf("post %d has number %d", i+1, n)
		}
	}
	p := b.Render()
	if p.Last != Shown+5 || strings.Count(string(p.HTML), "<li") != Shown {
		t.Errorf("a full board: %d, %d posts", p.Last, strings.Count(string(p.HTML), "<li"))
	}
	for text, want := range map[string]bool{"id=5>": false, "<li id=6>&lt;5&gt;</li>": true,
		"<li id=205>&lt;204&gt;</li>": true} {
		if strings.Contains(string(p.HTML), text) != want {
			t.Errorf("%s: not %v", text, want)
		}
	}
}
