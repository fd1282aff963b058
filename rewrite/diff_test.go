package rewrite_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/rewrite"
)

// FuzzDiff applies each diff, with a small reader of unified diffs of its own.
func FuzzDiff(f *testing.F) {
	f.Add("a\nb\nc\n", "a\nx\nc\n")
	f.Add("", "a\n")
	f.Add("a", "a\n")
	f.Add("a\nb\na\nb\na\nb\na\nb\na\nb\n", "b\na\nb\na\n")
	f.Add(strings.Repeat("same\n", 30)+"x\n", "y\n"+strings.Repeat("same\n", 30))
	f.Fuzz(func(t *testing.T, old, new string) {
		if strings.ContainsAny(old+new, "\r\x00") {
			t.Skip("lines end in newlines, and patch has a use for zeroes")
		}
		diff := rewrite.Diff("f", []byte(old), []byte(new))
		if (diff == "") != (old == new) {
			t.Fatalf("diff %q of %q and %q", diff, old, new)
		}
		got, err := patch(old, diff)
		if err != nil || got != new {
			t.Errorf("%q, patched with\n%s\ngives %q, want %q (%v)", old, diff, got, new, err)
		}
		edits := rewrite.Lines(old, new)
		edited, err := rewrite.Apply([]byte(old), edits)
		if err != nil || string(edited) != new {
			t.Errorf("%q with %v is %q, want %q (%v)", old, edits, edited, new, err)
		}
	})
}

// patch applies a unified diff, and checks it on the way.
func patch(old, diff string) (string, error) {
	lines := strings.SplitAfter(old, "\n")
	var out strings.Builder
	at := 0
	diff = strings.ReplaceAll(diff, "\n\\ No newline at end of file\n", "\x00\n")
	for i, line := range strings.SplitAfter(diff, "\n") {
		if i < 2 || line == "" {
			continue
		}
		text := strings.Replace(line[1:], "\x00\n", "", 1)
		switch line[0] {
		case '@':
			start, count := 0, 1
			fmt.Sscanf(strings.ReplaceAll(line, ",", " "), "@@ -%d %d", &start, &count)
			if strings.Contains(strings.Fields(line)[1], ",0") {
				start++
			}
			for ; at < start-1; at++ {
				out.WriteString(lines[at])
			}
		case '+':
			out.WriteString(text)
		default:
			if at >= len(lines) || lines[at] != text {
				return "", fmt.Errorf("line %d is not %q", at+1, text)
			}
			if at++; line[0] == ' ' {
				out.WriteString(text)
			}
		}
	}
	return out.String() + strings.Join(lines[at:], ""), nil
}

// TestDiffIsShort compares with what a person would write.
func TestDiffIsShort(t *testing.T) {
	old := "package p\n\nfunc f() {\n\ta()\n\tb()\n\tc()\n\td()\n\te()\n}\n"
	new := strings.Replace(old, "\tc()\n", "\tx()\n\ty()\n", 1)
	want := `--- a/p.go
+++ b/p.go
@@ -3,7 +3,8 @@
 func f() {
 	a()
 	b()
-	c()
+	x()
+	y()
 	d()
 	e()
 }
`
	if got := rewrite.Diff("p.go", []byte(old), []byte(new)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	at := strings.Index(old, "\tc()\n")
	edit := alloc.Edit{Start: at, End: at + len("\tc()\n"), New: "\tx()\n\ty()\n"}
	if got := rewrite.Lines(old, new); !slices.Equal(got, []alloc.Edit{edit}) {
		t.Errorf("got %v, want only %v", got, edit)
	}
}

// TestMoved follows lines past some that are new, gone and replaced.
func TestMoved(t *testing.T) {
	line := rewrite.Moved([]byte("a\nb\nc\nd\ne\n"), []byte("new\na\nc\nD\nmore\ne\n"))
	for old, want := range map[int]int{1: 2, 2: 3, 3: 3, 5: 6, 0: 0, 9: 9} {
		if got := line(old); got != want {
			t.Errorf("line %d is line %d, want %d", old, got, want)
		}
	}
}
