package padding_test

import (
	"testing"

	"github.com/wring-go/wring/technique/padding"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, padding.Technique) }
