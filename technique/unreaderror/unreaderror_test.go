package unreaderror_test

import (
	"testing"

	"github.com/wring-go/wring/technique/techtest"
	"github.com/wring-go/wring/technique/unreaderror"
)

func TestCases(t *testing.T) { techtest.Run(t, unreaderror.Technique) }
