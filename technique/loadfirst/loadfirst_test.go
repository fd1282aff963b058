package loadfirst_test

import (
	"testing"

	"github.com/wring-go/wring/technique/loadfirst"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, loadfirst.Technique) }
