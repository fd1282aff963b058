package boxonce_test

import (
	"testing"

	"github.com/wring-go/wring/technique/boxonce"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, boxonce.Technique) }
