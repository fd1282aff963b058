package fieldbuf_test

import (
	"testing"

	"github.com/wring-go/wring/technique/fieldbuf"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, fieldbuf.Technique) }
