package typedheap_test

import (
	"testing"

	"github.com/wring-go/wring/technique/techtest"
	"github.com/wring-go/wring/technique/typedheap"
)

func TestCases(t *testing.T) { techtest.Run(t, typedheap.Technique) }
