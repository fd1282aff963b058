package reusefield_test

import (
	"testing"

	"github.com/wring-go/wring/technique/reusefield"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, reusefield.Technique) }

func TestOlder(t *testing.T) {
	techtest.Older(t, reusefield.Technique, "testdata/older/maps.txtar")
}
