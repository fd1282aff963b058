package latecopy_test

import (
	"testing"

	"github.com/wring-go/wring/technique/latecopy"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, latecopy.Technique) }
