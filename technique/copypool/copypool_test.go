package copypool_test

import (
	"testing"

	"github.com/wring-go/wring/technique/copypool"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, copypool.Technique) }
