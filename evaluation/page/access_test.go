package main

import (
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/report/web"
)

// accessible proves that axe-core finds nothing against levels A and AA of WCAG 2
// on what the window shows, in light and in dark.
func (b tab) accessible(what string) {
	b.t.Helper()
	axe, err := os.ReadFile("testdata/axe-core/axe.min.js")
	b.check(err)
	for _, scheme := range []string{"light", "dark"} {
		b.check(b.do(chromedp.Evaluate[chromedp.Void](
			`document.documentElement.style.colorScheme = '` + scheme + `'`)))
		found, err := eval[[]string](b.browser, string(axe)+`;
			axe.run(document, {resultTypes: ['violations'],
				runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})
			.then(r => r.violations.flatMap(v => v.nodes.map(n =>
				v.id + ' at ' + n.target.join(' ') + ': ' + n.failureSummary)))`)
		b.check(err)
		for _, f := range found[:min(len(found), 10)] {
			b.t.Errorf("%s, %s: %s", what, scheme, f)
		}
		if len(found) > 10 {
			b.t.Errorf("%s, %s: %d more", what, scheme, len(found)-10)
		}
	}
}

// TestAccess proves that the page can be used without good eyes and without a
// mouse: by the rules of axe-core, and by the tabulator key alone.
func TestAccess(t *testing.T) {
	wantBrowser(t)
	dir := t.TempDir()
	write(t, dir+"/page.html", string(file(t, example(t))))
	b := newTab(t, "file://"+dir+"/page.html")
	b.wait(`document.documentElement.dataset.drawn`)
	b.accessible("the page")
	b.check(b.do(chromedp.Evaluate[chromedp.Void](
		`document.querySelectorAll('details').forEach(d => d.open = true)`)))
	b.accessible("everything opened")
	b.visit("file://" + dir + "/page.html#flame?view=table&by=cause")
	b.wait(`document.documentElement.dataset.drawn`)
	b.accessible("the table of the graph")

	b.visit("file://" + dir + "/page.html")
	b.wait(`document.documentElement.dataset.drawn`)
	want, err := eval[[]string](b.browser, `[...document.querySelectorAll(
		'a[href], button, input, select, summary, [tabindex="0"]')]
		.filter(e => e.checkVisibility()).map((e, i) => e.dataset.at = String(i))`)
	b.check(err)
	b.check(b.do(chromedp.Evaluate[chromedp.Void](`window.reached = [];
		document.addEventListener('focusin', e => reached.push(e.target.dataset.at))`)))
	b.check(b.do(chromedp.KeyEvent(strings.Repeat("\t", len(want)))))
	b.wait(`[...document.querySelectorAll('[data-at]')].every(e => reached.includes(e.dataset.at))`)
}

// example returns one input of each kind, with a history of three commits.
func example(t *testing.T) []web.Input {
	t.Helper()
	inputs := hostile("word")
	counts := func(n float64) []alloc.BenchCounts {
		return []alloc.BenchCounts{{Benchmark: "example.com/m.BenchmarkNames", Objects: n}}
	}
	return append(inputs, web.Input{Name: "history", History: &alloc.History{Range: "a..d",
		Commits: []alloc.CommitCounts{
			{Commit: "aaaaaaaaaaaa", Subject: "begin", Benchmarks: counts(4)},
			{Commit: "bbbbbbbbbbbb", Subject: "broken", Failure: "it does not build"},
			{Commit: "cccccccccccc", Subject: "grow", Benchmarks: counts(9),
				Changed: []alloc.RateChange{{Benchmark: "example.com/m.BenchmarkNames",
					Old: alloc.Rate{Objects: 4}, New: alloc.Rate{Objects: 9}}}},
			{Commit: "dddddddddddd", Subject: "rest", Benchmarks: counts(9)}}}})
}
