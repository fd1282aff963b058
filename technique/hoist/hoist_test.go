package hoist_test

import (
	"testing"

	"github.com/wring-go/wring/technique/hoist"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, hoist.Technique) }
