package together_test

import (
	"testing"

	"github.com/wring-go/wring/technique/techtest"
	"github.com/wring-go/wring/technique/together"
)

func TestCases(t *testing.T) { techtest.Run(t, together.Technique) }

func TestOlder(t *testing.T) { techtest.Older(t, together.Technique, "testdata/older/rows.txtar") }
