package main

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestExport proves that the page of the README's example is one file of less than
// 300 KB that works from disk, with the rewrites that fix has proven. The browser
// could not load anything: the file's own policy forbids it.
func TestExport(t *testing.T) {
	wantBrowser(t)
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	name := func(s string) string { return filepath.Join(dir, s) }
	write(t, name("fix.json"), string(run(t, root, "fix", "-diff", "-json", "./examples/loadavg")))
	run(t, root, "top", "-o", name("top.wring"), "./examples/loadavg")
	run(t, root, "report", "-html", name("page.html"), "-from", name("top.wring"), "-from",
		name("fix.json"))
	info, err := os.Stat(name("page.html"))
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() >= 300_000 {
		t.Errorf("the page has %d bytes", info.Size())
	}
	b := newTab(t, "file://"+name("page.html"))
	b.wait(`document.documentElement.dataset.drawn`)
	b.wait(`document.querySelector('.source .trial.proven ins')`)
	b.wait(`performance.getEntriesByType('resource').length === 0`)
	b.visit("file://" + name("page.html") + "#flame?by=rewrite&view=sandwich")
	b.wait(`document.documentElement.dataset.drawn`)
	b.wait(`document.querySelector('#legend').textContent.includes('proven')`)
	b.press("1") // addresses work without a server, too
	b.at("view=name")
	b.check(b.do(chromedp.Evaluate[chromedp.Void](`history.back()`)))
	b.at("view=sandwich")

	screenshot(b, "file://"+name("page.html"), "serve.png")
	screenshot(b, "file://"+name("page.html")+"#flame?by=cause", "serve-flame.png")
}

// screenshot compares an address as the window shows it with an image in docs.
func screenshot(b tab, address, file string) {
	b.t.Helper()
	b.visit(address)
	b.wait(`document.documentElement.dataset.drawn`)
	b.looksLike(file)
}

// shows scrolls to an element and compares the window with an image in docs.
func (b tab) shows(element, file string) {
	b.t.Helper()
	b.check(b.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('" + element +
		"').scrollIntoView({block: 'center', behavior: 'instant'})")))
	b.looksLike(file)
}

// looksLike compares what the window shows with an image in docs, or takes it anew
// with -update. Fonts differ from machine to machine, so that only how light and
// dark are spread is compared.
func (b tab) looksLike(file string) {
	b.t.Helper()
	data, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	b.check(err)
	file = filepath.Join("../../docs", file)
	if *update {
		b.check(os.WriteFile(file, data, 0o666))
		return
	}
	want, err := os.ReadFile(file)
	b.check(err)
	x, y := shades(b, data), shades(b, want)
	sum := 0.0
	for i := range x {
		sum += max(x[i]-y[i], y[i]-x[i])
	}
	if off := sum / float64(len(x)); off > 0.1 {
		b.t.Errorf("%s differs by %.3f from what the page looks like: see both, take it anew "+
			"with -update", file, off)
	}
}

// shades are the means of the light in 24 by 16 fields of an image, 0 to 1.
func shades(b tab, data []byte) []float64 {
	b.t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	b.check(err)
	const columns, rows = 24, 16
	sums, counts := make([]float64, columns*rows), make([]float64, columns*rows)
	size := img.Bounds()
	for y := size.Min.Y; y < size.Max.Y; y++ {
		for x := size.Min.X; x < size.Max.X; x++ {
			at := fieldOf(image.Pt(x, y), size, columns, rows)
			r, g, blue, _ := img.At(x, y).RGBA()
			sums[at] += float64(r+g+blue) / (3 * 0xffff)
			counts[at]++
		}
	}
	for i := range sums {
		sums[i] /= max(1, counts[i])
	}
	return sums
}

func fieldOf(p image.Point, size image.Rectangle, columns, rows int) int {
	return (p.Y-size.Min.Y)*rows/size.Dy()*columns + (p.X-size.Min.X)*columns/size.Dx()
}
