package methodexpr_test

import (
	"testing"

	"github.com/wring-go/wring/technique/methodexpr"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, methodexpr.Technique) }
