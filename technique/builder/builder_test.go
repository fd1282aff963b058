package builder_test

import (
	"testing"

	"github.com/wring-go/wring/technique/builder"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, builder.Technique) }
