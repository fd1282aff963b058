package scratch_test

import (
	"testing"

	"github.com/wring-go/wring/technique/scratch"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, scratch.Technique) }
