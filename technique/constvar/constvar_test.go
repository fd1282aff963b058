package constvar_test

import (
	"testing"

	"github.com/wring-go/wring/technique/constvar"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, constvar.Technique) }
