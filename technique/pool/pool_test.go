package pool_test

import (
	"testing"

	"github.com/wring-go/wring/technique/pool"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, pool.Technique) }

func TestOlder(t *testing.T) { techtest.Older(t, pool.Technique, "testdata/older/maps.txtar") }
