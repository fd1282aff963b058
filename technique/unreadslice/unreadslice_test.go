package unreadslice_test

import (
	"testing"

	"github.com/wring-go/wring/technique/techtest"
	"github.com/wring-go/wring/technique/unreadslice"
)

func TestCases(t *testing.T) { techtest.Run(t, unreadslice.Technique) }
