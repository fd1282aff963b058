package passdown_test

import (
	"testing"

	"github.com/wring-go/wring/technique/passdown"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, passdown.Technique) }
