package explain

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// TestCases books each case of testdata/causes and checks the answers about
// it. The name of a file is the cause that its cases are about.
func TestCases(t *testing.T) {
	for _, c := range cases(t) {
		t.Run(c.name, func(t *testing.T) {
			findings := Findings(c.record, c.options)
			if len(findings) != 1 {
				t.Fatalf("%d findings, want 1", len(findings))
			}
			got := findings[0]
			for _, w := range c.wants {
				if have := field(&got, w.key); have != w.value {
					t.Errorf("%s is %q, want %q", w.key, have, w.value)
				}
			}
		})
	}
}

// field returns the part of f that a case calls key.
func field(f *alloc.Finding, key string) string {
	switch key {
	case "cause":
		return f.Cause
	case "note":
		return f.Note
	case "at":
		return join(f.File, f.Line)
	case "leaf":
		return join(f.Leaf.File, f.Leaf.Line)
	case "func":
		return f.Func
	case "package":
		return f.Package
	case "column":
		return text(f.Column)
	case "reasons":
		return strings.Join(f.Reasons, "; ")
	default:
		return "no such field"
	}
}

// TestEveryCauseHasACase fails when a cause cannot be reached from the cases,
// be it because none was written or because another cause always comes first.
func TestEveryCauseHasACase(t *testing.T) {
	seen := make(map[string]bool)
	for _, c := range cases(t) {
		for _, w := range c.wants {
			if w.key == "cause" {
				seen[w.value] = true
				if file := strings.SplitN(c.name, "/", 2)[0]; !c.other && file != w.value {
					t.Errorf("%s: is about %s, but wants %s", c.name, file, w.value)
				}
			}
		}
	}
	for _, c := range Causes() {
		if !seen[c.Name] {
			t.Errorf("no case in testdata/causes yields %s", c.Name)
		}
	}
}

// TestBooksBalance checks on a whole record that every object is in exactly
// one finding, whatever the options.
func TestBooksBalance(t *testing.T) {
	rec := readRecord(t, "testdata/whole.json")
	for _, opt := range []Options{{}, {Leaf: true}} {
		var objects, bytes, first uint64
		for _, f := range Findings(rec, opt) {
			objects += f.Objects
			bytes += f.Bytes
			first += f.FirstUse
			checkSums(t, f)
		}
		var want, wantBytes, wantFirst uint64
		for _, s := range rec.Samples {
			want += s.Objects
			wantBytes += s.Bytes()
			wantFirst += s.FirstUse
		}
		if objects != want || bytes != wantBytes || first != wantFirst {
			t.Errorf("%+v: booked %d objects, %d bytes, %d first use; want %d, %d, %d",
				opt, objects, bytes, first, want, wantBytes, wantFirst)
		}
	}
}

func checkSums(t *testing.T, f alloc.Finding) {
	t.Helper()
	var sizes, stacks uint64
	for _, s := range f.Sizes {
		sizes += s.Objects
	}
	for _, s := range f.Stacks {
		stacks += s.Objects
	}
	if sizes != f.Objects || stacks != f.Objects {
		t.Errorf("%s: %d objects, but %d by size and %d by stack", f.ID, f.Objects, sizes, stacks)
	}
	if f.Sizes == nil || f.PerOp == nil || f.Reasons == nil || f.Techniques == nil {
		t.Errorf("%s: a slice is nil", f.ID)
	}
}

// TestFindings compares all that is said about a whole record with a file.
func TestFindings(t *testing.T) {
	got := Findings(readRecord(t, "testdata/whole.json"), Options{})
	golden(t, "testdata/whole.golden", got)
}

// TestOrderDoesNotMatter checks that IDs and order stay when the samples of
// the same record are written in another order.
func TestOrderDoesNotMatter(t *testing.T) {
	rec := readRecord(t, "testdata/whole.json")
	want := ids(Findings(rec, Options{}))
	slices.Reverse(rec.Samples)
	if got := ids(Findings(rec, Options{})); !slices.Equal(got, want) {
		t.Errorf("IDs are %v after reversing the samples, were %v", got, want)
	}
}

func ids(findings []alloc.Finding) []string {
	var ids []string
	for _, f := range findings {
		ids = append(ids, f.ID)
	}
	return ids
}

// TestCover checks the two figures on a record whose truth is known: of 200
// objects 150 are named; of the 100 that own lines make, 60 are grounded.
func TestCover(t *testing.T) {
	rec := readRecord(t, "testdata/cover.json")
	got := Cover(rec, Findings(rec, Options{}))
	want := Coverage{Named: 150, Objects: 200, Grounded: 60, Own: 100}
	if got != want {
		t.Errorf("coverage is %+v, want %+v", got, want)
	}
}

func readRecord(t *testing.T, name string) *alloc.Record {
	t.Helper()
	data, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	rec := new(alloc.Record)
	if err := json.Unmarshal(data, rec); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return rec
}
