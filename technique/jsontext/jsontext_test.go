package jsontext_test

import (
	"testing"

	"github.com/wring-go/wring/technique/jsontext"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, jsontext.Technique) }
