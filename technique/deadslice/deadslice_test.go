package deadslice_test

import (
	"testing"

	"github.com/wring-go/wring/technique/deadslice"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, deadslice.Technique) }
