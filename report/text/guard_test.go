package text

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// TestGuard prints the report that the other outputs of the guard are tested
// with, too.
func TestGuard(t *testing.T) {
	data, err := os.ReadFile("../testdata/guard.json")
	if err != nil {
		t.Fatal(err)
	}
	var rep alloc.GuardReport
	if err := json.Unmarshal(data, &rep); err != nil {
		t.Fatal(err)
	}
	for name, opt := range map[string]Options{"guard": {}, "guard-narrow": {Width: 60},
		"guard-color": {Color: true}} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if err := Guard(&out, rep, opt); err != nil {
				t.Fatal(err)
			}
			compare(t, "testdata/"+name+".txt", out.Bytes())
			checkLines(t, out.String(), opt)
		})
	}
}
