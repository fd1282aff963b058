package nofmt_test

import (
	"testing"

	"github.com/wring-go/wring/technique/nofmt"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, nofmt.Technique) }
