package bytesstring_test

import (
	"testing"

	"github.com/wring-go/wring/technique/bytesstring"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, bytesstring.Technique) }
