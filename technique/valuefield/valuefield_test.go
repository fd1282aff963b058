package valuefield_test

import (
	"testing"

	"github.com/wring-go/wring/technique/techtest"
	"github.com/wring-go/wring/technique/valuefield"
)

func TestCases(t *testing.T) { techtest.Run(t, valuefield.Technique) }
