package queryvalue_test

import (
	"testing"

	"github.com/wring-go/wring/technique/queryvalue"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, queryvalue.Technique) }
