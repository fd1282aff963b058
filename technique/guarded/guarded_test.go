package guarded_test

import (
	"testing"

	"github.com/wring-go/wring/technique/guarded"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, guarded.Technique) }
