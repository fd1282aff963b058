package looptimer_test

import (
	"testing"

	"github.com/wring-go/wring/technique/looptimer"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, looptimer.Technique) }

// TestOldTimers rewrites nothing in a module whose programs have the old timers.
func TestOldTimers(t *testing.T) {
	for _, name := range []string{"module", "directive", "block", "comment", "variable"} {
		techtest.Older(t, looptimer.Technique, "testdata/older/"+name+".txtar")
	}
}
