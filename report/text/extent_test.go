package text

import (
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// The columns are those of the compiler's remarks (go build -gcflags=-m, the
// same in Go 1.25 to 1.27); the text is what they are about.
func TestExtent(t *testing.T) {
	const src = `package p

func f(s string, b []byte, n int, m map[string]int, sink any) {
	sink = &T{}
	sink = T{}
	sink = []int{1, n}
	sink = s + string(b) + "x"
	sink = make([]int, n)
	sink = map[string]int{"a": n}
	g = func() { _ = n }
	sink = append([]int(nil), n)
	h := sink.(fmt.Stringer).String
	sink = m["a"]
	sink = T{}.a
	sink = G[int, string](n)
	sink = b[1:2]
	sink = -n
	sink = sink.(T)
	sink = &T{ // and more
		a: n,
	}
	x := 5
	é, x := "日本", "é" + s
}
`
	tests := []struct {
		line, column int
		want         string
	}{
		{4, 9, "&T{}"},
		{5, 10, "T{}"},
		{6, 14, "[]int{1, n}"},
		{7, 23, `s + string(b) + "x"`},
		{7, 19, "string(b)"},
		{8, 13, "make([]int, n)"},
		{9, 23, `map[string]int{"a": n}`},
		{10, 6, "func() { _ = n }"},
		{11, 15, "append([]int(nil), n)"},
		{12, 26, "sink.(fmt.Stringer).String"},
		{13, 10, `m["a"]`},
		{14, 12, "T{}.a"},
		{15, 10, "G[int, string]"},
		{15, 23, "G[int, string](n)"},
		{16, 10, "b[1:2]"},
		{17, 9, "-n"},
		{18, 13, "sink.(T)"},
		{19, 9, "&T{ // and more"},
		{21, 2, "}"}, // no expression begins there
		{22, 2, "x"},
		{23, 26, `"é" + s`},
		{4, 0, ""},
		{4, 99, ""},
	}
	file := newSourceFile([]byte(src))
	for _, tt := range tests {
		f := &alloc.Finding{Site: alloc.Site{Line: tt.line, Column: tt.column}}
		start, end := file.extent(f)
		if got := file.lines[tt.line-1][start:end]; got != tt.want {
			t.Errorf("%d:%d: got %q, want %q", tt.line, tt.column, got, tt.want)
		}
	}
}

// stacks returns the one stack of a site in line of a function, on which it
// calls another.
func stacks(callee, function string, line int) []alloc.Stack {
	return []alloc.Stack{{Frames: []alloc.Frame{
		{Func: "runtime.mallocgc"},
		{Func: callee},
		{Func: function, Line: line},
		{Func: "main.main"},
	}}}
}

// Where the compiler gives no column because something allocates that the line
// calls, it is the call.
func TestExtentOfCall(t *testing.T) {
	const src = `package p

func F() {
	x, y := strings.ToUpper(g(s)), b.Grow(
		3)
	z := Map[int, string](x)(y)
	w := h(strings.ToUpper(a), strings.ToUpper(b))
}
`
	tests := []struct {
		line         int
		callee, want string
	}{
		{4, "strings.ToUpper", "strings.ToUpper(g(s))"},
		{4, "example.com/p.g", "g(s)"},
		{4, "strings.(*Builder).Grow", "b.Grow("},
		{5, "strings.(*Builder).Grow", ""}, // the compiler places the call above
		{6, "p.Map[go.shape.int,go.shape.string]", "Map[int, string](x)"},
		{7, "strings.ToUpper", "strings.ToUpper(a)"}, // the first, for want of a column
		{4, "runtime.growslice", ""},
		{4, "p.F.func1", ""},
	}
	file := newSourceFile([]byte(src))
	for _, tt := range tests {
		f := &alloc.Finding{Site: alloc.Site{Line: tt.line, Func: "p.F"}}
		f.Stacks = stacks(tt.callee, "p.F", tt.line)
		start, end := file.extent(f)
		if got := file.lines[tt.line-1][start:end]; got != tt.want {
			t.Errorf("%d, %s: got %q, want %q", tt.line, tt.callee, got, tt.want)
		}
	}
}

// A file with a syntax error is marked where the parser understood it, and at
// the column alone where it did not.
func TestExtentOfBrokenFile(t *testing.T) {
	file := newSourceFile([]byte("package p\n\nvar a = f(1)\n\n}}} func ((( \nvar b = f(2)\n"))
	at := func(line, column int) (start, end int) {
		return file.extent(&alloc.Finding{Site: alloc.Site{Line: line, Column: column}})
	}
	if start, end := at(3, 10); file.lines[2][start:end] != "f(1)" {
		t.Errorf("before the error: %d to %d", start, end)
	}
	if start, end := at(6, 10); end-start != 1 && file.lines[5][start:end] != "f(2)" {
		t.Errorf("after the error: %d to %d", start, end)
	}
	file = newSourceFile([]byte("not Go at all"))
	if start, end := at(1, 5); file.lines[0][start:end] != "G" {
		t.Errorf("no Go: %d to %d", start, end)
	}
}

// A source that is not what was measured is not shown, and the text says so.
func TestChangedSource(t *testing.T) {
	rep := load(t, "join")
	tests := []struct{ name, text, want string }{
		{"another line", strings.Repeat("package p\n", 40), "p/join.go:25 has changed since"},
		{"fewer lines", "package p\n", "p/join.go now has 1 line:"},
	}
	for _, tt := range tests {
		opt := Options{Source: func(string) ([]byte, error) { return []byte(tt.text), nil }}
		var b strings.Builder
		if err := Why(&b, rep, opt); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), tt.want) || !strings.Contains(b.String(), "▸ 25 │ out") {
			t.Errorf("%s: want the line as measured and %q in\n%s", tt.name, tt.want, b.String())
		}
		if strings.Contains(b.String(), "▸ 25 │ package") {
			t.Errorf("%s: the changed line is shown in\n%s", tt.name, b.String())
		}
	}
}
