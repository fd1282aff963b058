package text

import (
	"bytes"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/testenv"
)

// TestGuard prints the report that the other outputs of the guard are tested
// with, too.
func TestGuard(t *testing.T) {
	rep := testenv.JSON[alloc.GuardReport](t, "../testdata/guard.json")
	for name, opt := range map[string]Options{"guard": {}, "guard-narrow": {Width: 60},
		"guard-color": {Color: true}} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if err := Guard(&out, rep, opt); err != nil {
				t.Fatal(err)
			}
			testenv.Golden(t, "testdata/"+name+".txt", out.Bytes(), *update)
			checkLines(t, out.String(), opt)
		})
	}
}
