package knownio_test

import (
	"testing"

	"github.com/wring-go/wring/technique/knownio"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, knownio.Technique) }
