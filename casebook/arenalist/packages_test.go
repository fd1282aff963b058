package arenalist

import (
	"testing"
)

// Parsers that were adapted by machine give the same as the originals, with the
// same arena again and again. The worker compares them.
func TestAdaptedPackagesAreEqual(t *testing.T) {
	if testing.Short() {
		t.Skip("builds adapted copies of three packages")
	}
	b, err := build(t.Context(), t.TempDir(), withAdapted)
	if err != nil {
		t.Fatal(err)
	}
	for _, work := range []string{"html", "go-syntax", "sheet-adapted-xml"} {
		t.Run(work, func(t *testing.T) {
			p, err := start(t.Context(), b, work+"/check")
			if err != nil {
				t.Fatal(err)
			}
			defer p.stop()
			if _, err := p.sample(3); err != nil {
				t.Error(err)
			}
		})
	}
}
