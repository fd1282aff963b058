package textroom_test

import (
	"testing"

	"github.com/wring-go/wring/technique/techtest"
	"github.com/wring-go/wring/technique/textroom"
)

func TestCases(t *testing.T) { techtest.Run(t, textroom.Technique) }
