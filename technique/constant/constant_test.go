package constant_test

import (
	"testing"

	"github.com/wring-go/wring/technique/constant"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, constant.Technique) }
