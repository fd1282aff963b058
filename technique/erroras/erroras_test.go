package erroras_test

import (
	"testing"

	"github.com/wring-go/wring/technique/erroras"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, erroras.Technique) }
