package reusefield_test

import (
	"testing"

	"github.com/wring-go/wring/technique/reusefield"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, reusefield.Technique) }

func TestOlder(t *testing.T) {
	for _, name := range []string{"maps", "built"} {
		techtest.Older(t, reusefield.Technique, "testdata/older/"+name+".txtar")
	}
}
