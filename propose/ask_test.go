package propose

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/testenv"
	"github.com/wring-go/wring/technique"
)

func TestLines(t *testing.T) {
	r := Lines{"/m/p.go", 3, 5}
	for line, want := range map[int]bool{2: false, 3: true, 5: true, 6: false} {
		if r.Holds("/m/p.go", line) != want || r.Holds("/m/q.go", line) {
			t.Errorf("line %d is wrongly in or out", line)
		}
	}
	for _, c := range []struct {
		with Lines
		want bool
	}{
		{Lines{"/m/p.go", 1, 2}, false},
		{Lines{"/m/p.go", 1, 3}, true},
		{Lines{"/m/p.go", 4, 4}, true},
		{Lines{"/m/p.go", 5, 9}, true},
		{Lines{"/m/p.go", 6, 9}, false},
		{Lines{"/m/q.go", 3, 5}, false},
	} {
		if r.Meets(c.with) != c.want || c.with.Meets(r) != c.want {
			t.Errorf("%v meets %v: want %v", r, c.with, c.want)
		}
	}
}

// TestReplaced counts from one; an edit that ends with a line end reaches the next
// line, and new lines behind the end of one replace none.
func TestReplaced(t *testing.T) {
	text := []byte("one\ntwo\nthree\n")
	for _, c := range []struct {
		start, end  int
		text        string
		first, last int
	}{
		{0, 0, "", 1, 1}, {0, 3, "", 1, 1}, {0, 4, "", 1, 2}, {5, 9, "", 2, 3},
		{14, 14, "", 4, 4}, {7, 7, "\n\nfunc f() {}", 3, 2}, {7, 7, " // x", 2, 2},
		{5, 5, "\n", 2, 2},
	} {
		got := Replaced(alloc.Edit{File: "f", Start: c.start, End: c.end, New: c.text}, text)
		if got != (Lines{"f", c.first, c.last}) {
			t.Errorf("%+v: got %+v", c, got)
		}
	}
}

func TestForeign(t *testing.T) {
	for file, want := range map[string]string{
		"/m/p.go": "", "/m/p/vendors.go": "", "/other/p.go": "is outside the module",
		"/m/vendor/x/x.go": "is vendored", "/m2/p.go": "is outside the module",
	} {
		got := Foreign(alloc.Candidate{Edits: []alloc.Edit{{File: "/m/a.go"}, {File: file}}}, "/m")
		if want == "" && got != "" || !strings.HasSuffix(got, want) {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}

// TestChoose leaves out what is off, unless it is named, and refuses what there is
// not.
func TestChoose(t *testing.T) {
	chosen, err := Choose(nil)
	if err != nil || len(chosen) == 0 ||
		slices.ContainsFunc(chosen, func(t technique.Technique) bool { return t.Off != "" }) {
		t.Errorf("%d techniques, %v", len(chosen), err)
	}
	chosen, err = Choose([]string{"equalfold", "prealloc"})
	if err != nil || len(chosen) != 2 || chosen[0].Name != "equalfold" {
		t.Errorf("%d techniques, %v", len(chosen), err)
	}
	if _, err = Choose([]string{"prealloc", "none"}); err == nil {
		t.Error("there is no technique none")
	}
}

const folded = `package p

import "strings"

// Same compares.
func Same(a string) bool {
	return strings.ToLower(a) == "content-type"
}
`

// TestAdd keeps what is proposed for lines of the record's stacks with the lines and the diff.
func TestAdd(t *testing.T) {
	dir := testenv.Module(t, map[string]string{"p/p.go": folded, "q/q.go": "package q\n"})
	at := func(line int) []alloc.Frame {
		return []alloc.Frame{{File: filepath.ToSlash(filepath.Join(dir, "p", "p.go")), Line: line}}
	}
	rec := &alloc.Record{ModuleDir: dir, Frames: at(6)}
	if err := Add(t.Context(), rec, []string{"./p"}, Question{Dir: dir}); err != nil ||
		len(rec.Proposals) > 0 {
		t.Errorf("line 7 is in no stack, and there are %v, %v", rec.Proposals, err)
	}
	rec = &alloc.Record{ModuleDir: dir, Frames: at(7)}
	if err := Add(t.Context(), rec, nil, Question{Dir: dir}); err != nil || rec.Proposals != nil {
		t.Errorf("nobody was asked, and there are %v, %v", rec.Proposals, err)
	}
	if err := Add(t.Context(), rec, []string{"./p"}, Question{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	if len(rec.Proposals) != 1 || len(rec.Warnings) > 0 {
		t.Fatalf("proposals %+v, warnings %v", rec.Proposals, rec.Warnings)
	}
	p := rec.Proposals[0]
	if p.Technique != "equalfold" || p.File != "p/p.go" || p.Line != 7 ||
		!slices.Contains(p.Lines, [2]int{7, 7}) ||
		!strings.Contains(p.Diff, "+\treturn strings.EqualFold") {
		t.Errorf("got %+v", p)
	}
	rec = &alloc.Record{ModuleDir: dir}
	if err := Add(t.Context(), rec, []string{"./nowhere"}, Question{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	if len(rec.Warnings) != 1 || rec.Warnings[0].Code != alloc.WarnNoProposals {
		t.Errorf("warnings %v", rec.Warnings)
	}
}

// TestAskOverlay looks at the text that the overlay has, and at the function around
// what is proposed.
func TestAskOverlay(t *testing.T) {
	dir := testenv.Module(t, map[string]string{"p/p.go": "package p\n"})
	file := filepath.Join(dir, "p", "p.go")
	list, err := Choose([]string{"equalfold"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Ask(t.Context(), Question{Dir: dir, Patterns: []string{"./p"}, Techniques: list,
		Overlay: map[string][]byte{file: []byte(folded)}})
	if err != nil || len(got.Found) != 1 {
		t.Fatalf("found %+v, %v", got.Found, err)
	}
	if around := got.Found[0].Around; around != (Lines{file, 6, 8}) {
		t.Errorf("the function is in %+v", around)
	}
}

// TestVet reports packages that do not type-check, and lists are never nil.
func TestVet(t *testing.T) {
	dir := testenv.Module(t, map[string]string{"p/p.go": folded,
		"q/q.go": "package q\n\nvar V int = \"\"\n"})
	rep, err := Vet(t.Context(), VetOptions{Dir: dir, Patterns: []string{"./..."}})
	if err != nil || len(rep.Candidates) != 1 || len(rep.Warnings) != 1 {
		t.Errorf("got %+v, %v", rep, err)
	}
	rep, err = Vet(t.Context(), VetOptions{Dir: dir, Patterns: []string{"./p"},
		Techniques: []string{"prealloc"}})
	if err != nil || rep.Candidates == nil || rep.Warnings == nil || len(rep.Candidates) > 0 {
		t.Errorf("got %+v, %v", rep, err)
	}
}

// TestModule trusts a function of another package of the module to return other bytes than it
// gets, but for one whose name says otherwise.
func TestModule(t *testing.T) {
	dir := testenv.Module(t, map[string]string{
		"sum/sum.go": "package sum\n\nfunc Of(b []byte) []byte { return []byte{b[0]} }\n\n" +
			"func Trim(b []byte) []byte { return b[1:] }\n",
		"p/p.go": "package p\n\nimport \"example.com/m/sum\"\n\n" +
			"func One(n int) []byte {\n\tb := make([]byte, n)\n\tb[0]++\n" +
			"\treturn sum.Of(b)\n}\n\n" +
			"func Two(n int) []byte {\n\tb := make([]byte, n)\n\tb[0]++\n" +
			"\treturn sum.Trim(b)\n}\n"})
	rep, err := Vet(t.Context(), VetOptions{Dir: dir, Patterns: []string{"./p"},
		Techniques: []string{"stackbuf"}})
	if err != nil || len(rep.Candidates) != 1 || rep.Candidates[0].Line != 6 {
		t.Errorf("got %+v, %v", rep, err)
	}
}

// TestUntil has the time be over after the first technique: the second is not asked.
func TestUntil(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	asked := 0
	list := until(ctx, []technique.Technique{{Analyzer: &analysis.Analyzer{Name: "one",
		Run: func(*analysis.Pass) (any, error) { asked++; stop(); return nil, nil }}}})
	for _, want := range []error{nil, context.Canceled} {
		if _, err := list[0].Run(nil); err != want {
			t.Errorf("after %d: got %v, want %v", asked, err, want)
		}
	}
	if asked != 1 {
		t.Errorf("asked %d times", asked)
	}
}
