package deepequal_test

import (
	"testing"

	"github.com/wring-go/wring/technique/deepequal"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, deepequal.Technique) }

func TestOlder(t *testing.T) {
	techtest.Older(t, deepequal.Technique, "testdata/older/plain.txtar")
}
