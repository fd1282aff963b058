package alloc

import "testing"

// TestAbout proves that a warning is about its benchmark and those around it,
// whatever the text says, and about no other that only begins alike.
func TestAbout(t *testing.T) {
	w := Warning{Text: "p.BenchmarkOther failed", Package: "p", Benchmark: "p.BenchmarkX/small"}
	for name, want := range map[string]bool{
		"p.BenchmarkX": true, "p.BenchmarkX/small": true,
		"p.BenchmarkX/small/1": false, "p.Benchmark": false, "p.BenchmarkX/s": false,
		"p.BenchmarkOther": false, "p": false, "": false,
	} {
		if got := w.About(name); got != want {
			t.Errorf("About(%q) is %t", name, got)
		}
	}
	if (Warning{Package: "p"}).About("p.BenchmarkX") {
		t.Error("a warning about a package is about a benchmark")
	}
}
