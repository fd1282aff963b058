package firstroom_test

import (
	"testing"

	"github.com/wring-go/wring/technique/firstroom"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, firstroom.Technique) }
