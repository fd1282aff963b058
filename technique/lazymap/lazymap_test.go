package lazymap_test

import (
	"testing"

	"github.com/wring-go/wring/technique/lazymap"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, lazymap.Technique) }
