package typedlist_test

import (
	"testing"

	"github.com/wring-go/wring/technique/techtest"
	"github.com/wring-go/wring/technique/typedlist"
)

func TestCases(t *testing.T) { techtest.Run(t, typedlist.Technique) }
