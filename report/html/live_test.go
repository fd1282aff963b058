package html

import (
	"strings"
	"testing"

	"github.com/wring-go/wring/live"
)

// TestLive writes a page that needs nothing else, and in which names are text.
func TestLive(t *testing.T) {
	r := live.Report{Seconds: 30, Target: live.Target{Address: "http://127.0.0.1:6060/debug/pprof"},
		Routes: []live.Route{{Route: "GET /<x>", Sampled: 10, OnCPU: 4, InQuery: 6,
			Lines: []live.LineTime{{State: live.Query, Func: "main.load", File: "/app/s.go",
				Line: 3}}}},
		Total: live.Route{Sampled: 10},
		Conclusions: []live.Conclusion{{Code: live.MissingIndex, Place: "s.go:3",
			Saves: [2]float64{4, 6}, Text: "an index", Evidence: "<script>"}},
		Missing: []live.Missing{{What: "CPU profile", How: "serve it"}}}
	var b strings.Builder
	if err := Live(&b, r); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, want := range []string{"40.0 % to 60.0 %", "GET /&lt;x&gt;", "missing-index",
		`class="query" style="width:60%"`, "CPU profile", "s.go:3"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
	for _, foreign := range []string{"<script", "src=", "href=", "@import", "url("} {
		if strings.Contains(page, foreign) {
			t.Errorf("the page has %s", foreign)
		}
	}
}

// TestLiveDiff writes two captures side by side.
func TestLiveDiff(t *testing.T) {
	var b strings.Builder
	err := LiveDiff(&b, live.Diff{Conclusions: []live.ConclusionChange{{Code: live.NPlusOne,
		Place: "s.go:3", Verdict: live.Solved, Part: [2]float64{0.5, 0}}},
		Routes: []live.RouteChange{{Route: "GET /", Verdict: live.Better,
			Mean: [2]float64{0.2, 0.1}}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`class="solved"`, "n-plus-one", "50.0 %", "200 → 100 ms"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%s", want, b.String())
		}
	}
}
