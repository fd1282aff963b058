package trynumber_test

import (
	"testing"

	"github.com/wring-go/wring/technique/techtest"
	"github.com/wring-go/wring/technique/trynumber"
)

func TestCases(t *testing.T) { techtest.Run(t, trynumber.Technique) }
