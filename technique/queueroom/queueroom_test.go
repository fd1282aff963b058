package queueroom_test

import (
	"testing"

	"github.com/wring-go/wring/technique/queueroom"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, queueroom.Technique) }
