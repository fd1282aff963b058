package typecache_test

import (
	"testing"

	"github.com/wring-go/wring/technique/techtest"
	"github.com/wring-go/wring/technique/typecache"
)

func TestCases(t *testing.T) { techtest.Run(t, typecache.Technique) }
