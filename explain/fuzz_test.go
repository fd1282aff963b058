package explain

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// FuzzFindings checks that no record, however broken, stops the booking or
// loses an object.
func FuzzFindings(f *testing.F) {
	for _, name := range []string{"testdata/whole.json", "testdata/cover.json"} {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, false)
		f.Add(data, true)
	}
	f.Fuzz(func(t *testing.T, data []byte, leaf bool) {
		rec := new(alloc.Record)
		if json.Unmarshal(data, rec) != nil {
			return
		}
		var want, got uint64
		for _, s := range rec.Samples {
			want += s.Objects
		}
		findings := Findings(rec, Options{Leaf: leaf})
		ids := make(map[string]bool)
		for _, f := range findings {
			got += f.Objects
			ids[f.ID] = true
		}
		if got != want || len(ids) != len(findings) {
			t.Errorf("booked %d of %d objects, %d IDs for %d findings",
				got, want, len(ids), len(findings))
		}
		c := Cover(rec, findings)
		if c.Objects != want || c.Named > c.Objects || c.Grounded > c.Own {
			t.Errorf("coverage %+v of %d objects", c, want)
		}
	})
}
