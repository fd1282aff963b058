package mapsize_test

import (
	"testing"

	"github.com/wring-go/wring/technique/mapsize"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, mapsize.Technique) }

func TestOlder(t *testing.T) {
	techtest.Older(t, mapsize.Technique, "testdata/older/max.txtar")
	techtest.Older(t, mapsize.Technique, "testdata/older/sums.txtar")
}
