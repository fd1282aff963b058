package inplace_test

import (
	"testing"

	"github.com/wring-go/wring/technique/inplace"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, inplace.Technique) }
