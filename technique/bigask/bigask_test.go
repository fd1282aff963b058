package bigask_test

import (
	"testing"

	"github.com/wring-go/wring/technique/bigask"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, bigask.Technique) }
