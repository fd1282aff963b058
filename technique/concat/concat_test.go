package concat_test

import (
	"testing"

	"github.com/wring-go/wring/technique/concat"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, concat.Technique) }

func TestOlder(t *testing.T) {
	techtest.Older(t, concat.Technique, "testdata/older/joined.txtar")
}
