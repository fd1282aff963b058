package slicepool_test

import (
	"testing"

	"github.com/wring-go/wring/technique/slicepool"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, slicepool.Technique) }
