package branchcopy_test

import (
	"testing"

	"github.com/wring-go/wring/technique/branchcopy"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, branchcopy.Technique) }
