package ownvar_test

import (
	"testing"

	"github.com/wring-go/wring/technique/ownvar"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, ownvar.Technique) }
