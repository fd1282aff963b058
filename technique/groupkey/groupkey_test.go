package groupkey_test

import (
	"testing"

	"github.com/wring-go/wring/technique/groupkey"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, groupkey.Technique) }
