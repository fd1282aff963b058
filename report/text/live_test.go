package text

import (
	"strings"
	"testing"

	"github.com/wring-go/wring/live"
)

// TestLive writes the conclusions before the routes, what is missing in the end, and
// no line wider than the page.
func TestLive(t *testing.T) {
	r := live.Report{Seconds: 30, Target: live.Target{Module: "example.com/app",
		Address: "http://127.0.0.1:6060/debug/pprof", Revision: "0123456789abcdef"},
		Total: live.Route{Route: "all", Sampled: 10, Seconds: 11, Count: 500, OnCPU: 4, InQuery: 6,
			Lines: []live.LineTime{{State: live.Query, Func: "main.load", File: "/app/s.go",
				Line: 3, Seconds: 6, Detail: "select a from t"}}},
		Routes: []live.Route{{Route: "main.list", By: "handler", Sampled: 10, InQuery: 10}},
		Conclusions: []live.Conclusion{{Code: live.MissingIndex, Place: "s.go:3",
			Saves: [2]float64{4, 6}, Text: "an index", Evidence: "a plan", Command: "wring sql",
			Routes: []string{"main.list"}}},
		Missing: []live.Missing{{What: "CPU profile", How: "serve it"}}}
	var b strings.Builder
	if err := Live(&b, r, Options{Width: 80}); err != nil {
		t.Fatal(err)
	}
	last := -1
	for _, want := range []string{"example.com/app", "0123456789ab;",
		"1. missing-index s.go:3", "saves 40 to 60 %", "because a plan", "try wring sql",
		"Where requests were:", "main.load s.go:3", "select a from t", "missing: CPU profile"} {
		at := strings.Index(b.String(), want)
		if at < 0 || at < last {
			t.Errorf("%q is not there, or too early, in\n%s", want, b.String())
		}
		last = at
	}
	for line := range strings.Lines(b.String()) {
		if len([]rune(line)) > 81 {
			t.Errorf("too wide: %s", line)
		}
	}
	b.Reset()
	if err := Live(&b, live.Report{}, Options{}); err != nil ||
		!strings.Contains(b.String(), "Nothing could be concluded") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// TestLiveDiff writes two captures side by side.
func TestLiveDiff(t *testing.T) {
	var b strings.Builder
	err := LiveDiff(&b, live.Diff{Conclusions: []live.ConclusionChange{{Code: live.NPlusOne,
		Place: "s.go:3", Verdict: live.Solved, Part: [2]float64{0.5, 0}}},
		Routes: []live.RouteChange{{Route: "GET /", Verdict: live.Better, Count: [2]int64{9, 8},
			Mean: [2]float64{0.2, 0.1}}}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"solved", "50.0 %", "n-plus-one s.go:3", "200ms → 100ms",
		"GET /"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}
