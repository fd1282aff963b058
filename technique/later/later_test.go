package later_test

import (
	"testing"

	"github.com/wring-go/wring/technique/later"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, later.Technique) }
