package canonheader_test

import (
	"testing"

	"github.com/wring-go/wring/technique/canonheader"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, canonheader.Technique) }
