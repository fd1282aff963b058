package prepend_test

import (
	"testing"

	"github.com/wring-go/wring/technique/prepend"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, prepend.Technique) }

func TestOlder(t *testing.T) { techtest.Older(t, prepend.Technique, "testdata/older/digits.txtar") }
