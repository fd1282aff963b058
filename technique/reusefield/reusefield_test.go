package reusefield_test

import (
	"testing"

	"github.com/wring-go/wring/technique/reusefield"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, reusefield.Technique) }
