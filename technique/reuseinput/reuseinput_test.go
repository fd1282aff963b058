package reuseinput_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/wring-go/wring/technique/reuseinput"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, reuseinput.Technique) }

func TestNewCopy(t *testing.T) {
	if strings.HasPrefix(runtime.Version(), "go1.25") {
		t.Skip("new takes no value there")
	}
	techtest.Older(t, reuseinput.Technique, "testdata/newer/new-copy.txtar")
}
