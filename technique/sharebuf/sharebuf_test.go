package sharebuf_test

import (
	"testing"

	"github.com/wring-go/wring/technique/sharebuf"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, sharebuf.Technique) }
