package text

import (
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
)

func frames(names string) []alloc.Frame {
	var list []alloc.Frame
	for _, name := range strings.Fields(names) {
		list = append(list, alloc.Frame{Func: name})
	}
	return list
}

func TestTrimmed(t *testing.T) {
	tests := []struct{ frames, want string }{
		{"runtime.mallocgc internal/runtime/maps.newGroups a.F runtime.main", "a.F"},
		{"a.F runtime.Callers b.G testing.(*B).runN runtime.goexit", "a.F runtime.Callers b.G"},
		{"testing.AllocsPerRun a.F testing.tRunner", "testing.AllocsPerRun a.F"},
		{"runtime.mallocgc runtime.goexit", "runtime.mallocgc runtime.goexit"},
		{"", ""},
	}
	for _, tt := range tests {
		var got []string
		for _, frame := range trimmed(frames(tt.frames)) {
			got = append(got, frame.Func)
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.frames, got, tt.want)
		}
	}
}

func TestSameEnd(t *testing.T) {
	tests := []struct {
		frames, above string
		want          int
	}{
		{"a b c d", "x b c d", 3},
		{"a c d", "x b c d", 0}, // two lines are not worth a remark
		{"b c d", "a b c d", 0}, // the first always stays, two are left
		{"a b c d", "b c d", 3},
		{"a b c d", "a b c d", 3},
		{"a b c d", "", 0},
		{"", "a b c d", 0},
	}
	for _, tt := range tests {
		if got := sameEnd(frames(tt.frames), frames(tt.above)); got != tt.want {
			t.Errorf("%s after %s: %d frames, want %d", tt.frames, tt.above, got, tt.want)
		}
	}
}

func TestMark(t *testing.T) {
	tests := []struct {
		spans [][2]int
		want  string
	}{
		{[][2]int{{2, 5}}, "  ^^^"},
		{[][2]int{{2, 5}, {2, 5}}, "  ^^^"},
		{[][2]int{{2, 5}, {6, 8}}, "  ^^^ ^^"},
		{[][2]int{{6, 8}, {2, 5}}, "  ^^^ ^^"},
		{[][2]int{{2, 5}, {5, 8}}, "  ^^^|     ^^^"}, // side by side they would be one
		{[][2]int{{0, 9}, {2, 5}}, "^^^^^^^^^|  ^^^"},
		{[][2]int{{2, 5}, {0, 9}, {2, 5}}, "  ^^^|^^^^^^^^^"},
	}
	for _, tt := range tests {
		var rows [][]byte
		for _, span := range tt.spans {
			rows = mark(rows, span[0], span[1])
		}
		var got []string
		for _, row := range rows {
			got = append(got, strings.TrimRight(string(row), " "))
		}
		if got := strings.Join(got, "|"); got != tt.want {
			t.Errorf("%v: got %s, want %s", tt.spans, got, tt.want)
		}
	}
}

func TestNames(t *testing.T) {
	const mine = "nodots/m"
	tests := []struct{ got, want string }{
		{symbol.Short("example.com/m/p.(*T).Join"), "p.(*T).Join"},
		{symbol.Short("example.com/m/p.Map[example.com/x.T]"), "p.Map[example.com/x.T]"},
		{symbol.Short("main.main"), "main.main"},
		{symbol.Parse("example.com/m/p.(*T).Join.func1").Package, "example.com/m/p"},
		{symbol.Parse("encoding/json.Marshal").Package, "encoding/json"},
		{quoted("p.(*T).Join"), "'p.(*T).Join'"},
		{quoted("it's"), `'it'\''s'`},
		{quoted("p/join.go:17"), "p/join.go:17"},
		{arrow(" {heap} ← &x:"), "&x → the heap"},
		{arrow("~r0 = &{storage for []int{...}}"), "[]int{...} → ~r0"},
		{arrow("nothing like it"), "nothing like it"},
		{missing(0, "byte"), "all bytes there"},
		{missing(-1<<63, "byte"), "9,223,372,036,854,775,808 bytes too many"},
		{tree{"/src/m/"}.short("/src/m/p/join.go"), "p/join.go"},
		{tree{}.short("/go/src/strings/builder.go"), "strings/builder.go"},
		{tree{}.short("/r/pkg/mod/golang.org/toolchain@v0.0.1-go1.27.0/src/io/io.go"), "io/io.go"},
		{tree{}.short("/r/pkg/mod/example.com/x@v1.2.3/src/x.go"), "example.com/x@v1.2.3/src/x.go"},
		{tree{}.short("/home/u/x/y.go"), "x/y.go"},
		{tree{}.short("x/y/z.go"), "x/y/z.go"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
	for name, want := range map[string]bool{
		"strings.Join": true, "encoding/json.Marshal": true, "testing.(*B).runN": true,
		"main.main": false, "example.com/m/p.F": false, "nodots/m/p.F": false,
		"nodots/other.F": true,
	} {
		if got := standard(name, mine); got != want {
			t.Errorf("%s: standard is %t", name, got)
		}
	}
}
