package maprange_test

import (
	"testing"

	"github.com/wring-go/wring/technique/maprange"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, maprange.Technique) }
