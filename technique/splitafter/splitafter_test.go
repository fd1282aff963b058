package splitafter_test

import (
	"testing"

	"github.com/wring-go/wring/technique/splitafter"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, splitafter.Technique) }
