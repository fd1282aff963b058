package zerotime

import (
	"testing"

	after "github.com/wring-go/wring/casebook/zerotime/after"
	before "github.com/wring-go/wring/casebook/zerotime/before"
)

// TestNothingIsStale has users post and look, and wants their posts on the page.
// Rendering for everyone is as fresh, and renders more.
func TestNothingIsStale(t *testing.T) {
	const n = 5000
	for name, c := range map[string]struct {
		pages pages
		all   bool
	}{"before": {before.New, true}, "after": {after.New, false}} {
		seen, err := visit(c.pages, n)
		if err != nil || seen.stale != 0 {
			t.Errorf("%s: %d pages are stale, %v", name, seen.stale, err)
		}
		if (seen.pages == n) != c.all {
			t.Errorf("%s: %d pages for %d looks", name, seen.pages, n)
		}
	}
}
