package replaceonce_test

import (
	"testing"

	"github.com/wring-go/wring/technique/replaceonce"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, replaceonce.Technique) }
