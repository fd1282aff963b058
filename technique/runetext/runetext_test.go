package runetext_test

import (
	"testing"

	"github.com/wring-go/wring/technique/runetext"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, runetext.Technique) }
