package fprint_test

import (
	"testing"

	"github.com/wring-go/wring/technique/fprint"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, fprint.Technique) }
