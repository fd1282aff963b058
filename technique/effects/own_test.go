package effects_test

import (
	"go/ast"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique/effects"
)

// TestFresh asks about calls of the functions of a file, whose names say what must come out.
func TestFresh(t *testing.T) {
	asked := make(map[string]bool)
	asks(t, "fresh.txtar", func(pass *analysis.Pass) {
		for n := range ast.Preorder(pass.Files[0]) {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				continue
			}
			name := ""
			switch fun := call.Fun.(type) {
			case *ast.Ident:
				name = fun.Name
			case *ast.SelectorExpr:
				name = fun.Sel.Name
			}
			isFull := strings.HasPrefix(name, "full")
			if !isFull && !strings.HasPrefix(name, "fresh") && !strings.HasPrefix(name, "kept") {
				continue
			}
			asked[name] = true
			fresh, full := effects.Fresh(pass, call, 0)
			if fresh == strings.HasPrefix(name, "kept") || full != isFull {
				t.Errorf("Fresh(%s) = %v, %v", name, fresh, full)
			}
		}
	})
	if len(asked) < 25 {
		t.Errorf("%d functions", len(asked))
	}
}
