package reuseinput_test

import (
	"testing"

	"github.com/wring-go/wring/technique/reuseinput"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, reuseinput.Technique) }
