package branchcopy_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/branchcopy"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, branchcopy.Technique) }

// TestRisk asks about the variables of a file. Their names say which copies no program can tell
// from what they are copies of.
func TestRisk(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/risk/variables.txtar")
	if err != nil {
		t.Fatal(err)
	}
	found, warnings := technique.Propose(techtest.Load(t, ar),
		[]technique.Technique{branchcopy.Technique})
	if len(found) != 7 || len(warnings) > 0 {
		t.Fatalf("%d proposals, warnings %v", len(found), warnings)
	}
	for _, c := range found {
		if safe := strings.HasPrefix(c.Message, "copy safe"); safe != (c.Risk == "safe") {
			t.Errorf("%s:%d: %s is %s", c.File, c.Line, c.Message, c.Risk)
		}
	}
}
