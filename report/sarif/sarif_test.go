package sarif

import (
	"bytes"
	"encoding/json"
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/testenv"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// report is the one that all outputs of the guard are tested with. It holds what
// is hard to write.
func report(t testing.TB) alloc.GuardReport {
	t.Helper()
	return testenv.JSON[alloc.GuardReport](t, "../testdata/guard.json")
}

// TestWrite writes what is hard to write. That it is valid by the format's schema
// is tested with the command.
func TestWrite(t *testing.T) {
	var out bytes.Buffer
	if err := Write(&out, report(t)); err != nil {
		t.Fatal(err)
	}
	testenv.Golden(t, "testdata/guard.sarif", out.Bytes(), *update)
	var doc document
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	for _, r := range doc.Runs {
		for _, problem := range dangling(r) {
			t.Error(problem)
		}
	}
}

// dangling returns what a run refers to and does not hold, which no schema says:
// rules, and folders that names of files are relative to.
func dangling(r run) []string {
	var problems []string
	check := func(l location) {
		id := l.Physical.Artifact.BaseID
		if base := r.Bases[id]; id != "" && !strings.HasSuffix(base.URI, "/") {
			problems = append(problems, "no folder "+id)
		}
	}
	for _, res := range r.Results {
		rules := r.Tool.Driver.Rules
		if res.RuleIndex >= len(rules) || rules[res.RuleIndex].ID != res.RuleID {
			problems = append(problems, "no rule "+res.RuleID)
		}
		for _, l := range slices.Concat(res.Locations, res.RelatedLocations) {
			check(l)
		}
		for _, f := range res.CodeFlows {
			for _, l := range f.ThreadFlows[0].Locations {
				check(l.Location)
			}
		}
	}
	return problems
}

// TestDangling has a rule and two folders that are not there.
func TestDangling(t *testing.T) {
	at := locationOf("m.go", 1, 0)
	r := run{Tool: tool{driver{Rules: []rule{{ID: "a"}}}}, Results: []result{
		{RuleID: "a", Locations: []location{locationOf("/m.go", 1, 0)}},
		{RuleID: "b", Locations: []location{at}},
		{RuleID: "a", CodeFlows: []codeFlow{{[]threadFlow{{[]threadFlowLocation{{at}}}}}}}}}
	want := []string{"no rule b", "no folder MODULE", "no folder MODULE"}
	if got := dangling(r); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
