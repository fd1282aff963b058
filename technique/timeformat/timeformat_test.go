package timeformat_test

import (
	"testing"

	"github.com/wring-go/wring/technique/techtest"
	"github.com/wring-go/wring/technique/timeformat"
)

func TestCases(t *testing.T) { techtest.Run(t, timeformat.Technique) }
