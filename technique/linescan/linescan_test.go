package linescan_test

import (
	"testing"

	"github.com/wring-go/wring/technique/linescan"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, linescan.Technique) }
