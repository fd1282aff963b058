package scanlist_test

import (
	"testing"

	"github.com/wring-go/wring/technique/scanlist"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, scanlist.Technique) }
