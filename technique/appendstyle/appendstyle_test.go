package appendstyle_test

import (
	"testing"

	"github.com/wring-go/wring/technique/appendstyle"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, appendstyle.Technique) }
