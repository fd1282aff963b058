package fix

import (
	"slices"
	"testing"
)

// TestJoin adds packages of which the last one shares a benchmark with two that
// have nothing to do with each other.
func TestJoin(t *testing.T) {
	var parts []*part
	for _, p := range []*part{
		{packages: []string{"a"}, measured: []string{"a"}},
		{packages: []string{"b"}, measured: []string{"b", "app"}},
		{packages: []string{"c"}, measured: []string{"c"}},
		{packages: []string{"d"}, measured: []string{"c", "app"}},
	} {
		parts = join(parts, p)
	}
	if len(parts) != 2 || !slices.Equal(parts[0].packages, []string{"a"}) {
		t.Fatalf("%d parts, the first with %v", len(parts), parts[0].packages)
	}
	if got := parts[1].measured; !slices.Equal(got, []string{"app", "b", "c"}) {
		t.Errorf("measured by %v", got)
	}
	if got := parts[1].packages; !slices.Contains(got, "b") || len(got) != 3 {
		t.Errorf("packages %v", got)
	}
}
