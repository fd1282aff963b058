package lazybuf_test

import (
	"testing"

	"github.com/wring-go/wring/technique/lazybuf"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, lazybuf.Technique) }
