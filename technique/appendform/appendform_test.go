package appendform_test

import (
	"testing"

	"github.com/wring-go/wring/technique/appendform"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, appendform.Technique) }

func TestOlder(t *testing.T) {
	techtest.Older(t, appendform.Technique, "testdata/older/encodings.txtar")
	techtest.Older(t, appendform.Technique, "testdata/older/addresses.txtar")
}
