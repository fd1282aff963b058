package returnedfunc_test

import (
	"testing"

	"github.com/wring-go/wring/technique/returnedfunc"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, returnedfunc.Technique) }
