package effects_test

import (
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
	"github.com/wring-go/wring/technique/techtest"
)

// TestLent asks about the variables of a file, whose names say what must come out.
func TestLent(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/lent.txtar")
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	run := func(pass *analysis.Pass) (any, error) {
		for id, obj := range pass.TypesInfo.Defs {
			v, ok := obj.(*types.Var)
			lent, still := strings.HasPrefix(id.Name, "lent"), strings.HasPrefix(id.Name, "still")
			if !ok || v.IsField() || !lent && !still && !strings.HasPrefix(id.Name, "held") {
				continue
			}
			asked++
			got := effects.Lent(pass, v, strings.Contains(id.Name, "Object"))
			if got.Lent != (lent || still) || got.Lent && got.Leaves != lent ||
				got.Lent && got.Trusts != strings.HasSuffix(id.Name, "Trusted") {
				t.Errorf("Lent(%s) = %+v", id.Name, got)
			}
		}
		return nil, nil
	}
	_, warnings := technique.Propose(techtest.Load(t, ar), []technique.Technique{{
		Title: "Ask", Causes: []string{"unknown"}, Risk: technique.Checked,
		Analyzer: &analysis.Analyzer{Name: "asks", Doc: "ask", Run: run,
			Requires: []*analysis.Analyzer{inspect.Analyzer}}}})
	if len(warnings) > 0 || asked < 50 {
		t.Errorf("%d variables, warnings %v", asked, warnings)
	}
}
