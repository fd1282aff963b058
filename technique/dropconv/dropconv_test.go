package dropconv_test

import (
	"testing"

	"github.com/wring-go/wring/technique/dropconv"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, dropconv.Technique) }
