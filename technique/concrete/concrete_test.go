package concrete_test

import (
	"testing"

	"github.com/wring-go/wring/technique/concrete"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, concrete.Technique) }
