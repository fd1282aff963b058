package optionvalue_test

import (
	"testing"

	"github.com/wring-go/wring/technique/optionvalue"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, optionvalue.Technique) }
