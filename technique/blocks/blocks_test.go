package blocks_test

import (
	"testing"

	"github.com/wring-go/wring/technique/blocks"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, blocks.Technique) }
