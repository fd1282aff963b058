package accesslog

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// Figure is something that can be drawn over time.
type Figure struct {
	Name   string
	Of     func(Slot) float64
	Format func(float64) string
}

// Figures are what reports draw.
func Figures() []Figure {
	plain := func(v float64) string { return fmt.Sprintf("%.3g", v) }
	return []Figure{
		{"requests/s", func(s Slot) float64 { return s.PerSecond }, plain},
		{"mean time", func(s Slot) float64 { return s.Mean }, func(v float64) string {
			return time.Duration(v * 1e9).Round(time.Microsecond).String()
		}},
		{"at a time", func(s Slot) float64 { return s.Concurrency }, plain},
		{"errors", func(s Slot) float64 { return s.Errors }, func(v float64) string {
			return fmt.Sprintf("%.3g %%", 100*v)
		}},
	}
}

// Spread returns at most n points: the greatest value of the slots that share
// one.
func Spread(slots []Slot, n int, f Figure) []float64 {
	if len(slots) < n {
		n = len(slots)
	}
	points := make([]float64, n)
	for i, s := range slots {
		at := i * n / len(slots)
		points[at] = max(points[at], f.Of(s))
	}
	return points
}

// Orders are the properties by which SortRoutes sorts.
func Orders() []string {
	return []string{"seconds", "count", "mean", "p50", "p90", "p99", "max", "bytes", "errors",
		"route"}
}

// SortRoutes sorts by a property, the greatest first, and by name where it is the
// same. What it does not know is seconds.
func SortRoutes(routes []Route, by string) {
	value := map[string]func(*Route) float64{
		"count":  func(r *Route) float64 { return float64(r.Count) },
		"mean":   (*Route).meanOf,
		"p50":    func(r *Route) float64 { return r.Quantile(0.5) },
		"p90":    func(r *Route) float64 { return r.Quantile(0.9) },
		"p99":    func(r *Route) float64 { return r.Quantile(0.99) },
		"max":    func(r *Route) float64 { return float64(r.Max) },
		"bytes":  func(r *Route) float64 { return float64(r.Bytes) },
		"errors": func(r *Route) float64 { return float64(r.Failed()) },
		"route":  func(r *Route) float64 { return 0 },
	}[by]
	if value == nil {
		value = (*Route).Seconds
	}
	slices.SortStableFunc(routes, func(a, b Route) int {
		second := cmp.Compare(b.Count, a.Count)
		if by == "route" {
			second = 0
		}
		return cmp.Or(cmp.Compare(value(&b), value(&a)), second, cmp.Compare(a.Name, b.Name))
	})
}

func (r *Route) meanOf() float64 { return r.Mean() }
