package valueresult_test

import (
	"testing"

	"github.com/wring-go/wring/technique/techtest"
	"github.com/wring-go/wring/technique/valueresult"
)

func TestCases(t *testing.T) { techtest.Run(t, valueresult.Technique) }
