package ownvar_test

import (
	"testing"

	"github.com/wring-go/wring/technique/ownvar"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, ownvar.Technique) }

func TestOlder(t *testing.T) {
	techtest.Older(t, ownvar.Technique, "testdata/older/rounds.txtar")
}
