package fieldtext_test

import (
	"testing"

	"github.com/wring-go/wring/technique/fieldtext"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, fieldtext.Technique) }
