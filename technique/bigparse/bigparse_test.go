package bigparse_test

import (
	"testing"

	"github.com/wring-go/wring/technique/bigparse"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, bigparse.Technique) }
