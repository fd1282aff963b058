package stackslice_test

import (
	"testing"

	"github.com/wring-go/wring/technique/stackslice"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, stackslice.Technique) }
