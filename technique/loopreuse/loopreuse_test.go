package loopreuse_test

import (
	"testing"

	"github.com/wring-go/wring/technique/loopreuse"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, loopreuse.Technique) }

func TestOlder(t *testing.T) { techtest.Older(t, loopreuse.Technique, "testdata/older/maps.txtar") }
