package runeclass_test

import (
	"testing"

	"github.com/wring-go/wring/technique/runeclass"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, runeclass.Technique) }
