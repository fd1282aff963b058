package appendtime_test

import (
	"testing"

	"github.com/wring-go/wring/technique/appendtime"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, appendtime.Technique) }

func TestOlder(t *testing.T) {
	techtest.Older(t, appendtime.Technique, "testdata/older/marshaled.txtar")
}
