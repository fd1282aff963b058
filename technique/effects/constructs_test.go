package effects_test

import (
	"go/ast"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// TestConstructs asks about the calls of a file, whose functions' names say what must come out.
func TestConstructs(t *testing.T) {
	asked := 0
	asks(t, "constructs.txtar", func(pass *analysis.Pass) {
		for _, file := range pass.Files {
			for n := range ast.Preorder(file) {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					continue
				}
				fn, ok := technique.Func(pass.TypesInfo, call)
				is := ok && strings.HasPrefix(fn.Name(), "new")
				if !ok || !is && !strings.HasPrefix(fn.Name(), "not") {
					continue
				}
				asked++
				made, got := effects.Constructs(pass, call)
				if got && len(made) == 0 || got != is {
					t.Errorf("Constructs(%s) = %v", fn.Name(), got)
				}
			}
		}
	})
	if asked < 14 {
		t.Errorf("%d calls", asked)
	}
}
