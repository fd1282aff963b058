package submatch_test

import (
	"testing"

	"github.com/wring-go/wring/technique/submatch"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, submatch.Technique) }
