package formatcall_test

import (
	"testing"

	"github.com/wring-go/wring/technique/formatcall"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, formatcall.Technique) }
