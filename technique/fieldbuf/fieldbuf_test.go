package fieldbuf_test

import (
	"testing"

	"github.com/wring-go/wring/technique/fieldbuf"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, fieldbuf.Technique) }

func TestOlder(t *testing.T) {
	techtest.Older(t, fieldbuf.Technique, "testdata/older/numbers.txtar")
	techtest.Older(t, fieldbuf.Technique, "testdata/older/arrays.txtar")
}
