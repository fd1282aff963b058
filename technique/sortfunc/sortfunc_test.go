package sortfunc_test

import (
	"testing"

	"github.com/wring-go/wring/technique/sortfunc"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, sortfunc.Technique) }
