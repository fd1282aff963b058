package byteorder_test

import (
	"testing"

	"github.com/wring-go/wring/technique/byteorder"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, byteorder.Technique) }

func TestOlder(t *testing.T) {
	techtest.Older(t, byteorder.Technique, "testdata/older/shared.txtar")
	techtest.Older(t, byteorder.Technique, "testdata/older/room.txtar")
}
