package effects_test

import (
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/techtest"
)

// asks runs a function over the packages of a case, and returns what it proposes.
func asks(t *testing.T, name string, run func(pass *analysis.Pass)) []alloc.Candidate {
	t.Helper()
	ar, err := txtar.ParseFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	found, warnings := technique.Propose(techtest.Load(t, ar), []technique.Technique{{
		Title: "Ask", Causes: []string{"unknown"}, Risk: technique.Checked,
		Analyzer: &analysis.Analyzer{Name: "asks", Doc: "ask",
			Requires: []*analysis.Analyzer{inspect.Analyzer},
			Run: func(pass *analysis.Pass) (any, error) {
				run(pass)
				return nil, nil
			}}}})
	if len(warnings) > 0 {
		t.Fatal(warnings)
	}
	return found
}
