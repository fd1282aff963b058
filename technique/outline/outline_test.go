package outline_test

import (
	"testing"

	"github.com/wring-go/wring/technique/outline"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, outline.Technique) }
