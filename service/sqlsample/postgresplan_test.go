package sqlsample

import (
	"strings"
	"testing"
)

// TestWasteful tells plans that throw most rows away from those that do not.
func TestWasteful(t *testing.T) {
	for _, c := range []struct {
		name, plan string
		want       bool
	}{
		{"by the order", `Limit  (cost=0.29..1435.79 rows=10)
  ->  Index Scan Backward using reviews_pkey on reviews r  (cost=0.29..2871.29 rows=20)
        Filter: (item = 5)`, true},
		{"by another column", `Bitmap Heap Scan on reviews r  (cost=40.05..1200.10 rows=5)
  Recheck Cond: (stars = 1)
  Filter: (item = 5)
  ->  Bitmap Index Scan on by_stars  (cost=0.00..40.0 rows=12000 width=0)
        Index Cond: (stars = 1)`, true},
		{"a quoted name", `Index Scan using k on reviews r  (cost=0.29..2871.29 rows=20)
  Filter: ("item" = '5'::bigint)`, true},
		{"by its index", `Index Scan using i on reviews r  (cost=0.29..2871.29 rows=20)
  Index Cond: (item = 5)
  Filter: (stars > 1)`, false},
		{"most rows are wanted", `Index Scan using k on reviews r  (cost=0.29..2871.29 rows=9000)
  Filter: (item <> 5)`, false},
		{"a row by its key", `Index Scan using k on reviews r  (cost=0.29..8.31 rows=1)
  Index Cond: (id = 7)
  Filter: (item = 5)`, false},
		{"another column is filtered", `Index Scan using k on reviews r  (cost=0.29..2871.2 rows=20)
  Filter: (item_count = 5)`, false},
		{"all of it", `Seq Scan on reviews r  (cost=0.00..2871.29 rows=20)
  Filter: (item = 5)`, false},
	} {
		var steps []step
		for line := range strings.Lines(c.plan) {
			steps = addLine(steps, strings.TrimSuffix(line, "\n"))
		}
		got := false
		for _, s := range steps {
			if s.table != "" && s.table != "r" {
				t.Errorf("%s: table %q", c.name, s.table)
			}
			got = got || s.wasteful("item")
		}
		if got != c.want {
			t.Errorf("%s: wasteful is %v", c.name, got)
		}
	}
}
