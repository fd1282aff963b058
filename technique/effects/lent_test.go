package effects_test

import (
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique/effects"
)

// TestLent asks about the variables of a file, whose names say what must come out.
func TestLent(t *testing.T) {
	asked := 0
	asks(t, "lent.txtar", func(pass *analysis.Pass) {
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
	})
	if asked < 50 {
		t.Errorf("%d variables", asked)
	}
}
