package effects_test

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// TestCapacityUnseen asks about the slices of a file. Their names say what must
// come out: the capacity of those that begin with "blind" is unobservable. The
// answer is written with the risk and the further lines of a proposal.
func TestCapacityUnseen(t *testing.T) {
	found := asks(t, "capacity.txtar", func(pass *analysis.Pass) {
		for id, obj := range pass.TypesInfo.Defs {
			v, ok := obj.(*types.Var)
			if !ok || !strings.HasPrefix(id.Name, "blind") && !strings.HasPrefix(id.Name, "plain") {
				continue
			}
			technique.Report(pass, technique.Proposal{At: id, Message: id.Name,
				Also: []ast.Node{pass.Files[0]}, Safe: effects.CapacityUnseen(pass, v)})
		}
	})
	if len(found) < 20 {
		t.Fatalf("%d slices", len(found))
	}
	for _, c := range found {
		if blind := strings.HasPrefix(c.Message, "blind"); blind != (c.Risk == "safe") {
			t.Errorf("%s:%d: %s is %s", c.File, c.Line, c.Message, c.Risk)
		}
		if len(c.Also) != 1 || c.Also[0] != 1 {
			t.Errorf("%s: the further lines are %v", c.Message, c.Also)
		}
	}
}

// TestCapacityUnused asks about the slices in slices of a file, whose names say what must come
// out.
func TestCapacityUnused(t *testing.T) {
	asked := 0
	asks(t, "unused.txtar", func(pass *analysis.Pass) {
		for _, file := range pass.Files {
			ast.Inspect(file, func(n ast.Node) bool {
				index, ok := n.(*ast.IndexExpr)
				if !ok {
					return true
				}
				name := technique.Text(pass, index.X)
				if cur, ok := technique.Find(pass, index); ok && strings.HasSuffix(name, "used") {
					asked++
					if got := effects.CapacityUnused(pass, cur); got != (name == "unused") {
						t.Errorf("line %d: CapacityUnused(%s) = %v",
							pass.Fset.Position(n.Pos()).Line, technique.Text(pass, n), got)
					}
				}
				return true
			})
		}
	})
	if asked < 15 {
		t.Errorf("%d slices", asked)
	}
}

// TestKeepsBytes asks about the functions of a file. Their names say what must
// come out.
func TestKeepsBytes(t *testing.T) {
	asked := 0
	asks(t, "bytes.txtar", func(pass *analysis.Pass) {
		for _, file := range pass.Files {
			for _, decl := range file.Decls {
				fn, ok := decl.(*ast.FuncDecl)
				if !ok {
					continue
				}
				asked++
				keeps := strings.HasPrefix(fn.Name.Name, "keeps")
				if got := effects.NoByteWrites(pass, fn.Body); got != keeps {
					t.Errorf("KeepsBytes(%s) = %v", fn.Name.Name, got)
				}
			}
		}
	})
	if asked == 0 {
		t.Errorf("%d functions", asked)
	}
}

// TestOnly asks about what functions return. Their names say what must come out.
func TestOnly(t *testing.T) {
	asked := 0
	asks(t, "only.txtar", func(pass *analysis.Pass) {
		for _, decl := range pass.Files[0].Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Recv != nil {
				continue
			}
			name := fn.Name.Name
			computes := strings.HasPrefix(name, "computes")
			panics := strings.HasPrefix(name, "panics")
			if !computes && !panics && !strings.HasPrefix(name, "acts") {
				continue
			}
			asked++
			n := fn.Body.List[0].(*ast.ReturnStmt).Results[0]
			if got := effects.Only(pass, n, effects.Keeps); got != computes {
				t.Errorf("Only(%s) = %v", name, got)
			}
			got := effects.Only(pass, n, effects.Keeps|effects.Panics)
			if got != (computes || panics) {
				t.Errorf("Only(%s) with panics = %v", name, got)
			}
		}
	})
	if asked < 20 {
		t.Errorf("%d functions", asked)
	}
}
