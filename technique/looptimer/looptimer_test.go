package looptimer_test

import (
	"testing"

	"github.com/wring-go/wring/technique/looptimer"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, looptimer.Technique) }
