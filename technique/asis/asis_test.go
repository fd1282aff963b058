package asis_test

import (
	"testing"

	"github.com/wring-go/wring/technique/asis"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, asis.Technique) }
