package appendstyle_test

import (
	"path/filepath"
	"testing"

	"github.com/wring-go/wring/technique/appendstyle"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, appendstyle.Technique) }

func TestOlder(t *testing.T) {
	files, err := filepath.Glob("testdata/older/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			techtest.Older(t, appendstyle.Technique, file)
		})
	}
}
