package sprint_test

import (
	"testing"

	"github.com/wring-go/wring/technique/sprint"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, sprint.Technique) }
