package main

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/wring-go/wring/live"
)

// TestLiveScreens proves that captures of a service have their routes with flame
// graphs, slow moments against the rest, locks as a drawing, and a comparison.
func TestLiveScreens(t *testing.T) {
	wantBrowser(t)
	dir := t.TempDir()
	for i, name := range []string{"before.live", "after.live"} {
		f, err := os.Create(dir + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		c := captured("GET /list", 1)
		c.Version = 1
		if i == 1 {
			for j := range c.Looks {
				c.Looks[j].Counts[0].N = (c.Looks[j].Counts[0].N + 3) / 4
			}
		}
		if err := live.Write(f, c); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	b := newTab(t, serve(t, dir, "-from", "before.live", "-from", "after.live"))
	b.wait(`document.documentElement.dataset.drawn`)
	b.wait(`document.querySelector('#in0').innerText
		.includes('20 requests under way at 4 moments')`)
	b.wait(`document.querySelector('#in1').innerText.includes('Against before.live')`)

	// The drawing: waiters on the left, two locks, two holders, in a circle.
	b.wait(`document.querySelectorAll('#in0 svg.locks g.lock rect').length === 2`)
	b.wait(`document.querySelectorAll('#in0 svg.locks g.holder.cycle').length === 2`)
	b.wait(`document.querySelectorAll('#in0 svg.locks g.waiters text').length >= 4`)
	b.wait(`[...document.querySelectorAll('#in0 svg.locks g.lock rect')].every(e =>
		e.getBoundingClientRect().width > 100)`)
	b.shows("#in0 svg.locks", "serve-locks.png")

	// A route leads to its flame graph, and slow moments to the difference.
	b.check(b.do(chromedp.Click(`//article[@id="in0"]//a[text()="flame graph"]`)))
	b.at("only=route")
	b.wait(`document.querySelector('#crumbs').textContent.includes('GET /list')`)
	b.wait(painted)
	b.check(b.do(chromedp.Click(`//article[@id="in0"]//a[text()="Both as one flame graph"]`)))
	b.at("base=")
	b.wait(`document.querySelector('#legend').textContent.includes('more than before')`)
	b.check(b.do(chromedp.Click(`//article[@id="in1"]//a[text()="Both as one flame graph"]`)))
	b.wait(`document.querySelector('#legend').textContent.includes('less than before')`)
	b.wait(painted)
	b.shows("#picture", "serve-diff.png")
	b.check(b.do(chromedp.Evaluate[chromedp.Void](`history.back()`)))
	b.at("g=1")
}

// TestHistoryChart proves that the history of a benchmark is a line over the commits
// that is interrupted where one could not be measured, with the commit marked that
// changed it.
func TestHistoryChart(t *testing.T) {
	wantBrowser(t)
	inputs := example(t)
	name := t.TempDir() + "/page.html"
	write(t, name, string(file(t, inputs[len(inputs)-1:])))
	b := newTab(t, "file://"+name)
	b.wait(`document.querySelectorAll('.chart circle').length === 3`)
	b.wait(`document.querySelectorAll('.chart circle.changed').length === 1`)
	b.wait(`document.querySelector('.chart circle.changed title').textContent
		.startsWith('cccccccccc grow: 9 objects')`)
	b.wait(`document.querySelectorAll('.chart polyline').length === 2`)
	b.wait(`(() => {
		const [a, b, c] = [...document.querySelectorAll('.chart circle')]
			.map(e => e.getBoundingClientRect());
		return a.x < b.x && b.x < c.x && a.y > b.y && Math.abs(b.bottom - c.bottom) < 8;
	})()`)
	b.wait(`document.body.innerText.includes('bbbbbbbbbb was not measured: it does not build')`)
	b.looksLike("serve-history.png")
}
