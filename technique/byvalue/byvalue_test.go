package byvalue_test

import (
	"testing"

	"github.com/wring-go/wring/technique/byvalue"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, byvalue.Technique) }
