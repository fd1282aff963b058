package effects_test

import (
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique/effects"
)

// TestLetsGo asks about the functions of a file, whose names say what must come out.
func TestLetsGo(t *testing.T) {
	asked := 0
	asks(t, "letsgo.txtar", func(pass *analysis.Pass) {
		for _, obj := range pass.TypesInfo.Defs {
			fn, ok := obj.(*types.Func)
			if !ok {
				continue
			}
			asked++
			param := fn.Signature().Recv()
			if param == nil {
				param = fn.Signature().Params().At(0)
			}
			if got := effects.LetsGo(pass, fn, param); got != strings.HasPrefix(fn.Name(), "lets") {
				t.Errorf("LetsGo(%s) = %v", fn.Name(), got)
			}
		}
	})
	if asked < 20 {
		t.Errorf("%d functions", asked)
	}
}
