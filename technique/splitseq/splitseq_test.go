package splitseq_test

import (
	"testing"

	"github.com/wring-go/wring/technique/splitseq"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, splitseq.Technique) }
