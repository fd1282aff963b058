package effects_test

import (
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// TestNilUnseen asks about the slices of a file. Their names say what must come out: of those
// that begin with "same" nothing tells whether they are nil.
func TestNilUnseen(t *testing.T) {
	found := asks(t, "nil.txtar", func(pass *analysis.Pass) {
		for id, obj := range pass.TypesInfo.Defs {
			v, ok := obj.(*types.Var)
			if !ok || !strings.HasPrefix(id.Name, "same") && !strings.HasPrefix(id.Name, "told") {
				continue
			}
			technique.Report(pass, technique.Proposal{At: id, Message: id.Name,
				Safe: effects.NilUnseen(pass, v)})
		}
	})
	if len(found) < 9 {
		t.Fatalf("%d slices", len(found))
	}
	for _, c := range found {
		if same := strings.HasPrefix(c.Message, "same"); same != (c.Risk == "safe") {
			t.Errorf("%s:%d: %s is %s", c.File, c.Line, c.Message, c.Risk)
		}
	}
}
