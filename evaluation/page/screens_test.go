package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var update = flag.Bool("update", false, "take the screenshots of docs anew")

// TestScreens proves that each part of the page is there and does what its keys
// and addresses say, on a record of two benchmarks beside one of changed code.
func TestScreens(t *testing.T) {
	dir := module(t)
	run(t, dir, "top", "-o", "old.wring", ".")
	source := strings.Replace(code, `"[" + s + "]"`, `"[" + strings.Repeat(s, 2) + "]"`, 1)
	if err := os.WriteFile(filepath.Join(dir, "p.go"), []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	run(t, dir, "top", "-o", "new.wring", ".")
	b := newTab(t, serve(t, dir, "-from", "new.wring", "-from", "old.wring"))
	b.wait(`document.documentElement.dataset.drawn`)
	for _, check := range []struct {
		name string
		run  func(tab)
	}{{"source", sources}, {"tables", tables}, {"views", views}, {"search", search},
		{"keys", keyboard}, {"difference", difference}, {"back", back}} {
		t.Run(check.name, func(t *testing.T) {
			check.run(tab{b.browser, t})
			for _, p := range b.wrong() {
				t.Errorf("the console says: %s", p)
			}
		})
	}
}

// sources is the first screen: the heaviest function with figures at its lines.
func sources(b tab) {
	b.wait(`document.querySelector('.source .marked .n').textContent > 0`)
	b.wait(`document.querySelector('article').innerText.includes('func Names(n *Node) []string')`)
	b.wait(`document.querySelector('.function').getBoundingClientRect().top < innerHeight`)
	b.wait(`document.querySelectorAll('.notes summary b').length > 3`) // causes
	b.steady()
}

// steady proves that nothing on the page moved after it was painted first.
func (b tab) steady() {
	b.t.Helper()
	shift, err := eval[string](b.browser, `new Promise(done => {
		let shifts = [];
		new PerformanceObserver(list => {
			for (const e of list.getEntries()) {
				const moved = (e.sources || []).map(s => s.node
					? s.node.nodeName + ' ' + s.node.className : 'what is gone');
				shifts.push(e.value + ': ' + moved.join(', '));
			}
		}).observe({type: 'layout-shift', buffered: true});
		requestAnimationFrame(() => requestAnimationFrame(() => done(shifts.join('; '))));
	})`)
	if err != nil || shift != "" {
		b.t.Errorf("the layout shifts by %v: %v", shift, err)
	}
}

// tables sorts a table by one of its headings.
func tables(b tab) {
	b.check(b.do(chromedp.Click(`#in0-sites th:nth-child(3) button`)))
	b.wait(`document.querySelector('#in0-sites th:nth-child(3)').ariaSort === 'descending'`)
	b.wait(`(() => {
		const n = [...document.querySelectorAll('#in0-sites tbody tr')]
			.map(r => +r.cells[2].textContent.replaceAll(',', ''));
		return n.length > 3 && n.every((x, i) => !i || n[i - 1] >= x);
	})()`)
	b.check(b.do(chromedp.Click(`#in0-sites tbody a`)))
	b.wait(`location.hash.startsWith('#in0-f') && document.querySelector(location.hash)`)
}

// views goes through the views by keys, and finds each by its address again.
func views(b tab) {
	b.press("4")
	b.at("view=table")
	b.wait(`document.querySelectorAll('#table tbody tr').length > 5`)
	b.check(b.do(chromedp.Click(`//div[@id="table"]//a[text()="example.com/m.Names"]`)))
	b.at("view=sandwich")
	b.wait(`document.querySelector('#crumbs').textContent.includes('m.Names')`)
	b.wait(painted)
	for key, view := range map[string]string{"1": "view=name", "3": "view=sandwich"} {
		b.press(key)
		b.at(view)
		b.wait(painted)
	}
	b.press("2")
	b.wait(`!location.hash.includes('view=')`)
	b.press("i")
	b.at("inv=1")
	b.press("r")
	b.at("r=1")
	b.press("l")
	b.at("lines=1")
	address, err := eval[string](b.browser, "location.href")
	b.check(err)
	b.visit(address)
	b.wait(`document.documentElement.dataset.drawn`)
	b.wait(`[...document.querySelectorAll('#bar input:checked')].length === 3`)
	b.check(b.do(chromedp.Click(`//button[text()="Reset"]`)))
	b.wait(`location.hash === '#flame'`)
}

// painted is true when the picture holds more than one colour.
const painted = `(() => {
	const c = document.querySelector('#picture');
	const copy = new OffscreenCanvas(c.width, c.height)
		.getContext('2d', {willReadFrequently: true});
	copy.drawImage(c, 0, 0);
	const d = copy.getImageData(0, 0, c.width, c.height).data, seen = new Set();
	for (let i = 0; i < d.length; i += 4 * 97) seen.add(d[i] + ',' + d[i + 1] + ',' + d[i + 2]);
	return seen.size > 2;
})()`

// search finds frames and tells how much passes through them: all that the
// benchmark allocates with each operation passes through its own function.
func search(b tab) {
	b.check(b.do(chromedp.Evaluate[chromedp.Void](
		`location.hash = '#flame?only=occurs%3Dwith+each+operation'`)))
	b.wait(`document.querySelector('#crumbs').textContent.includes('with each operation')`)
	b.check(b.do(chromedp.Focus("#picture"),
		chromedp.KeyEvent("f", chromedp.KeyModifiers(chromedp.ModifierCtrl))))
	b.wait(`document.activeElement.id === 'search'`)
	b.check(b.do(chromedp.SendKeys("#search", `BenchmarkThird$`)))
	b.at("q=BenchmarkThird")
	b.wait(`/^\d+\.\d % in \d+ functions?$/.test(document.querySelector('#share').textContent)`)
	want, err := eval[string](b.browser, `(() => {
		const rows = [...document.querySelectorAll('#in0-benchmarks tbody tr')];
		const cell = (r, i) => +r.cells[i].textContent.replaceAll(',', '');
		const n = r => cell(r, 2) - cell(r, 4); // first use is not always the benchmark's own
		const all = rows.reduce((sum, r) => sum + n(r), 0);
		const third = rows.find(r => r.cells[0].textContent.includes('Third'));
		return (100 * n(third) / all).toFixed(1) + ' %';
	})()`)
	b.check(err)
	b.wait(`document.querySelector('#share').textContent.startsWith('` + want + ` in ')`)
	b.check(b.do(chromedp.SendKeys("#search", kb.Enter)))
	b.wait(`document.querySelector('#detail b').textContent.includes('BenchmarkThird')`)
	b.check(b.do(chromedp.SendKeys("#search", kb.Escape)))
	b.wait(`!location.hash.includes('q=')`)
}

// keyboard walks through the picture without a mouse.
func keyboard(b tab) {
	b.press(kb.ArrowDown + kb.ArrowDown)
	b.wait(`document.querySelector('#detail b').textContent.length > 3`)
	b.lookFor("BenchmarkThird" + kb.Enter)
	b.press(kb.Enter)
	b.at("z=")
	b.press(kb.Escape)
	b.wait(`!location.hash.includes('z=')`)
	b.press("+")
	b.at("z=")
	b.press("d")
	b.press("0")
	b.wait(`!location.hash.includes('z=')`)
	b.lookFor("bracket" + kb.Enter)
	b.press("f")
	b.at("focus=")
	b.wait(`document.querySelector('#crumbs').textContent.includes('bracket')`)
	b.check(b.do(chromedp.Click(`//button[text()="Reset"]`)))
	b.press("n")
	b.at("g=1")
	b.press("p")
	b.wait(`!location.hash.includes('g=1')`)
}

// difference lays the profiles over each other: bracket grew by one string for
// each name, and nothing of Third did.
func difference(b tab) {
	address, err := eval[string](b.browser, "location.href.split('#')[0]")
	b.check(err)
	b.visit(address + "#flame?base=1&view=table")
	b.wait(`document.documentElement.dataset.drawn`)
	b.wait(`[...document.querySelectorAll('#table tbody tr')].some(r =>
		r.cells[0].textContent === 'strings.Repeat' && /^\+\d/.test(r.cells[3].textContent))`)
	b.wait(`[...document.querySelectorAll('#table tbody tr')].some(r =>
		r.cells[0].textContent === 'example.com/m.Third' && r.cells[3].textContent === '±0')`)
	b.pressAnywhere("2")
	b.wait(painted)
	b.wait(`document.querySelector('#legend').textContent.includes('more than before')`)

	// The sites that came and went are beside it: the first file is the older one.
	b.wait(`document.querySelector('#in2 h2').textContent.includes('new.wring → old.wring')`)
	b.wait(`document.querySelector('#in2 [aria-label="Sites that vanished"]')
		.textContent.includes('strings.Repeat')`)
	b.check(b.do(chromedp.Click(`//article[@id="in2"]//a[text()="Both as one flame graph"]`)))
	b.at("g=1&base=0")
	b.wait(`document.querySelector('#legend').textContent.includes('less than before')`)
	b.visit(address + "#flame?base=1&change=grown&only=occurs%3Dwith+each+operation&q=Repeat")
	b.wait(`document.documentElement.dataset.drawn`)
	b.wait(`document.querySelector('#share').textContent.startsWith('100.0 % in ')`)
}

// lookFor replaces what is searched for.
func (b tab) lookFor(text string) {
	b.t.Helper()
	b.check(b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('#search').value = ''`),
		chromedp.SendKeys("#search", text)))
}

// pressAnywhere presses a key where the picture is hidden.
func (b tab) pressAnywhere(key string) {
	b.t.Helper()
	b.check(b.do(chromedp.KeyEvent(key)))
}

// back goes through the history of what was shown.
func back(b tab) {
	address, err := eval[string](b.browser, "location.href.split('#')[0]")
	b.check(err)
	b.visit(address)
	b.wait(`document.documentElement.dataset.drawn`)
	b.press("3")
	b.at("view=sandwich")
	b.press("r")
	b.at("r=1")
	for _, want := range []string{
		`/view=sandwich/.test(location.hash) && !/r=1/.test(location.hash)`,
		`!location.hash.includes('view=')`} {
		b.check(b.do(chromedp.Evaluate[chromedp.Void](`history.back()`)))
		b.wait(want)
	}
	b.wait(`document.querySelector('[aria-pressed=true]').textContent === 'Left heavy'`)
}
