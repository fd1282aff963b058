package structkey_test

import (
	"testing"

	"github.com/wring-go/wring/technique/structkey"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, structkey.Technique) }
