package prealloc_test

import (
	"testing"

	"github.com/wring-go/wring/technique/prealloc"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, prealloc.Technique) }
