package explain

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// TestIDsNeedNoFacts books each case with and without the compiler's facts: the
// site is the same one, and so is the cause where others' code allocates.
func TestIDsNeedNoFacts(t *testing.T) {
	for _, c := range cases(t) {
		t.Run(c.name, func(t *testing.T) {
			with := Findings(c.record, c.options)[0]
			c.record.Facts = nil
			without := Findings(c.record, c.options)[0]
			if with.ID != without.ID {
				t.Errorf("the ID is %s with facts, %s without", with.ID, without.ID)
			}
			theirs := !strings.HasPrefix(with.Leaf.File, "p/") && !c.options.Leaf
			if theirs && c.record.Exact && with.Cause != without.Cause {
				t.Errorf("the cause is %s with facts, %s without", with.Cause, without.Cause)
			}
		})
	}
}

// TestIDsTellApart checks that what one line does by two ways to the same frame
// is two sites, and that neither's ID hangs on the other.
func TestIDsTellApart(t *testing.T) {
	rec := readRecord(t, "testdata/two-ways.json")
	both := ids(Findings(rec, Options{}))
	if len(both) != 2 || both[0] == both[1] {
		t.Fatalf("IDs are %v, want two", both)
	}
	rec.Samples = rec.Samples[:1]
	if one := ids(Findings(rec, Options{})); one[0] != both[0] {
		t.Errorf("the ID is %s alone, %s beside another", one[0], both[0])
	}
}

// TestShorten checks that an ID has six digits, more only where they collide,
// and a number where the whole digests are the same.
func TestShorten(t *testing.T) {
	findings := []alloc.Finding{
		{Site: alloc.Site{ID: "cccccc22", File: "b.go"}},
		{Site: alloc.Site{ID: "aaaaaa11"}},
		{Site: alloc.Site{ID: "bbbbbb12"}},
		{Site: alloc.Site{ID: "aaaaaa12"}},
		{Site: alloc.Site{ID: "aaaaaa21"}},
		{Site: alloc.Site{ID: "cccccc22", File: "a.go"}},
		{Site: alloc.Site{ID: "dddddd22"}},
		{Site: alloc.Site{ID: "dddddd22"}},
	}
	shorten(findings)
	slices.SortFunc(findings, func(a, b alloc.Finding) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.File, b.File))
	})
	got := strings.Join(ids(findings), " ")
	want := "aaaaaa11 aaaaaa12 aaaaaa2 bbbbbb cccccc22-1 cccccc22-2 dddddd22-1 dddddd22-2"
	if got != want {
		t.Errorf("IDs are %s, want %s", got, want)
	}
	if file := findings[4].File; file != "a.go" {
		t.Errorf("the first of the copies is %s, want a.go", file)
	}
}
