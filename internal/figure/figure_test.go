package figure_test

import (
	"math"
	"strings"
	"testing"

	"github.com/wring-go/wring/internal/figure"
)

// TestScale shows that no figure loses itself in rounding.
func TestScale(t *testing.T) {
	for _, c := range []struct {
		unit   string
		values []float64
		want   string
	}{
		{"sec/op", []float64{1.718e-6, 1.423e-6}, "1.718µ 1.423µ"},
		{"sec/op", []float64{423e-9, 1.5e-6}, "423.0n 1500.0n"},
		{"sec/op", []float64{0.3e-9, 2}, "0.3000n 2000000000.0000n"},
		{"allocs/op", []float64{0, 2}, "0.000 2.000"},
		{"allocs/op", []float64{0.9, 1}, "0.9000 1.0000"},
		{"allocs/op", []float64{1200, 2400000}, "1.200k 2400.000k"},
		{"B/op", []float64{1024, 2048}, "1.000Ki 2.000Ki"},
		{"B/op", []float64{0, 0}, "0.000 0.000"},
		{"widgets", []float64{math.NaN(), 5}, "NaN 5.000"},
	} {
		if got := strings.Join(figure.Scale(c.unit, c.values...), " "); got != c.want {
			t.Errorf("%s %v: got %s, want %s", c.unit, c.values, got, c.want)
		}
	}
}

func TestWords(t *testing.T) {
	exact := func(old, new float64) figure.Metric {
		return figure.Metric{Unit: "allocs/op", Exact: true, Old: [3]float64{old, old, old},
			New: [3]float64{new, new, new}, N: [2]int{1, 1}}
	}
	timed := figure.Metric{Unit: "sec/op", Old: [3]float64{2e-6, 1.9e-6, 2.2e-6},
		New: [3]float64{1e-6, 1e-6, 1.01e-6}, N: [2]int{10, 9}, P: 0.001, Alpha: 0.05}
	chance := timed
	chance.P = 0.05
	varies := exact(1, 1.5)
	varies.Old[2], varies.N = 1.5, [2]int{8, 8}
	few := timed
	few.Wide = [2]bool{true, true}
	for _, c := range []struct {
		m    figure.Metric
		want figure.Words
	}{
		{timed, figure.Words{Old: "2.000µ", OldRange: "10%", New: "1.000µ", NewRange: "1%",
			Delta: "-50.00%", Note: "p=0.001 n=10+9"}},
		{chance, figure.Words{Old: "2.000µ", OldRange: "10%", New: "1.000µ", NewRange: "1%",
			Delta: "~", Note: "p=0.050 n=10+9"}},
		{few, figure.Words{Old: "2.000µ", OldRange: "∞", New: "1.000µ", NewRange: "∞",
			Delta: "-50.00%", Note: "p=0.001 n=10+9"}},
		{exact(0, 2), figure.Words{Old: "0.000", New: "2.000", Delta: "+2 from 0", Note: "exact"}},
		{exact(3, 3), figure.Words{Old: "3.000", New: "3.000", Delta: "0.00%", Note: "exact"}},
		{exact(100000, 100001), figure.Words{Old: "100.0k", New: "100.0k", Delta: "+<0.01%",
			Note: "exact"}},
		{exact(100001, 100000), figure.Words{Old: "100.0k", New: "100.0k", Delta: "-<0.01%",
			Note: "exact"}},
		{varies, figure.Words{Old: "1.000", OldRange: "50%", New: "1.500", Delta: "~",
			Note: "varies n=8"}},
	} {
		if got := c.m.Words(); got != c.want {
			t.Errorf("got  %+v\nwant %+v", got, c.want)
		}
	}
}
