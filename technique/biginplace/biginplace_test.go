package biginplace_test

import (
	"testing"

	"github.com/wring-go/wring/technique/biginplace"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, biginplace.Technique) }

func TestValues(t *testing.T) {
	techtest.Older(t, biginplace.Technique, "testdata/newer/values.txtar")
}
