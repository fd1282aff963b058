package knownio

import (
	"path/filepath"
	"testing"

	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, Technique) }

func TestOlder(t *testing.T) {
	files, err := filepath.Glob("testdata/older/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { techtest.Older(t, Technique, file) })
	}
}
