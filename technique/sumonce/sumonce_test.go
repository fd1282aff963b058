package sumonce_test

import (
	"testing"

	"github.com/wring-go/wring/technique/sumonce"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, sumonce.Technique) }
