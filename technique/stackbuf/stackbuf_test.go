package stackbuf_test

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/stackbuf"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, stackbuf.Technique) }

func TestOlder(t *testing.T) {
	files, err := filepath.Glob("testdata/older/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			techtest.Older(t, stackbuf.Technique, file)
		})
	}
}

// TestForeign: what another package returns may have the room behind the slice, so that the slice
// is not used later.
func TestForeign(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/beside/foreign.txtar")
	if err != nil {
		t.Fatal(err)
	}
	found, warnings := technique.Propose(techtest.Load(t, ar), []technique.Technique{
		stackbuf.Technique})
	if len(warnings) > 0 {
		t.Fatal(warnings)
	}
	if len(found) != 1 || !strings.Contains(found[0].Message, "begin last on the stack") {
		t.Errorf("it proposes %v, want room for last alone", found)
	}
}
