package plot

import (
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/wring-go/wring/internal/testenv"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestDraw compares what is drawn with golden files. The names say what each
// shows.
func TestDraw(t *testing.T) {
	for name, c := range map[string]Chart{
		"two-lines-and-a-band": {Title: "a < b", X: "seconds", Y: "connections", Lines: []Line{
			{Name: "open", X: []float64{0, 1, 2, 3}, Y: []float64{0, 20, 20, 5},
				Low: []float64{0, 18, 19, 4}, High: []float64{0, 22, 21, 7}},
			{Name: "in use", X: []float64{0, 1, 2, 3}, Y: []float64{0, 3, 8, 5}},
		}},
		"nothing": {X: "seconds", Lines: []Line{{Name: "open"}}},
		"flat":    {Lines: []Line{{Name: "one", X: []float64{5}, Y: []float64{0}}}},
	} {
		t.Run(name, func(t *testing.T) {
			testenv.Golden(t, "testdata/"+name+".txt", []byte(c.Text(60, 12)), *update)
			testenv.Golden(t, "testdata/"+name+".svg", []byte(c.SVG()), *update)
		})
	}
}

// FuzzDraw draws whatever values there are: every row fits, and the SVG is XML.
func FuzzDraw(f *testing.F) {
	f.Add(0.0, 1.0, 2.0, 3.0, "a<b&c")
	f.Add(math.Inf(1), math.NaN(), -1e300, 1e300, "")
	f.Add(1.0, 1.0, 1.0, 1.0, "x")
	f.Fuzz(func(t *testing.T, a, b, c, d float64, name string) {
		if a > b || math.IsNaN(a) || math.IsNaN(b) || math.IsInf(b-a, 0) {
			a, b = 0, 1
		}
		if math.IsInf(d-c, 0) {
			c, d = 1, 2
		}
		chart := Chart{Title: "t", Lines: []Line{{Name: strings.ToValidUTF8(name, "?"),
			X: []float64{a, b}, Y: []float64{c, d}}}}
		for _, line := range strings.Split(chart.Text(70, 10), "\n")[:9] {
			if len(line) > 80 {
				t.Errorf("a line of %d: %q", len(line), line)
			}
		}
		if strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r > 0xd000 }) {
			return // no XML can hold it
		}
		dec := xml.NewDecoder(strings.NewReader(chart.SVG()))
		for {
			if _, err := dec.Token(); errors.Is(err, io.EOF) {
				return
			} else if err != nil {
				t.Fatal(err)
			}
		}
	})
}
