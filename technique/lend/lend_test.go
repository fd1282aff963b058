package lend_test

import (
	"testing"

	"github.com/wring-go/wring/technique/lend"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, lend.Technique) }
