package effects_test

import (
	"go/ast"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// TestMakes asks about the calls in one function. The names of what is called, or of what a method
// is called of, say what must come out.
func TestMakes(t *testing.T) {
	asked := 0
	asks(t, "makes.txtar", func(pass *analysis.Pass) {
		for _, decl := range pass.Files[0].Decls {
			if fn, ok := decl.(*ast.FuncDecl); !ok || fn.Name.Name != "calls" {
				continue
			}
			for n := range ast.Preorder(decl) {
				call, ok := n.(*ast.CallExpr)
				if !ok || technique.IsBuiltin(pass.TypesInfo, call, "len") {
					continue
				}
				asked++
				name := technique.Text(pass, call)
				want := strings.HasPrefix(name, "makes") || strings.HasPrefix(name, "given")
				if got := effects.Makes(pass, call); got != want {
					t.Errorf("Makes(%s) = %v", name, got)
				}
			}
		}
	})
	if asked < 50 {
		t.Errorf("%d calls", asked)
	}
}
