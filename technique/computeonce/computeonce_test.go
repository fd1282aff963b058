package computeonce_test

import (
	"testing"

	"github.com/wring-go/wring/technique/computeonce"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, computeonce.Technique) }
