// Command page measures how long the page of wring serve takes to open a large
// profile, beside pprof's own page, in a real browser:
//
//	go run ./evaluation/page [-samples 1000000] [-stacks 100000] [-rounds 5]
//		[-speedscope FOLDER]
//
// Each round starts the servers anew, interleaved. Start is from the start of
// the process to its first answer, open from the browser's request to the first
// picture, and step is what the page takes to draw itself again after a key. It
// exits 1 when the median of start and open together is a second or more.
//
// With the folder dist/release of the npm package speedscope, that opens the
// profile, too: until its title names the profile, as its picture cannot be read.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/chromedp/chromedp"
)

func main() {
	samples := flag.Int("samples", 1_000_000, "how many samples the profile has")
	stacks := flag.Int("stacks", 100_000, "on how many stacks")
	rounds := flag.Int("rounds", 5, "how often each page is opened, 1 or more")
	scope := flag.String("speedscope", "", "beside the release of speedscope in `FOLDER`")
	keep := flag.String("keep", "", "write the profile to this file, and do no more")
	flag.Parse()
	if *rounds < 1 || *stacks < 1 || *samples < *stacks {
		fmt.Fprintln(os.Stderr, "page: it takes a round, a stack, and a sample for each stack")
		os.Exit(2)
	}
	whole, err := measure(*samples, *stacks, *rounds, *keep, *scope)
	if err != nil {
		fmt.Fprintln(os.Stderr, "page:", err)
		os.Exit(2)
	}
	if whole >= 1 {
		os.Exit(1)
	}
}

// measure prints the table and returns the seconds that wring's page takes.
func measure(samples, stacks, rounds int, keep, scope string) (whole float64, err error) {
	dir, err := os.MkdirTemp("", "page-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "large.pprof")
	if keep != "" {
		name = keep
	}
	if err := save(name, samples, stacks); err != nil || keep != "" {
		return 0, err
	}
	wring := filepath.Join(dir, "wring")
	build := exec.Command("go", "build", "-o", wring, "github.com/wring-go/wring/cmd/wring")
	if out, err := build.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("go build: %s", out)
	}
	path, err := chromium()
	if err != nil {
		return 0, err
	}
	pages := []*page{
		{name: "wring serve", args: []string{wring, "serve", "-no-open", "-from", name},
			drawn: `document.documentElement.dataset.drawn`},
		{name: "go tool pprof -http", args: []string{"go", "tool", "pprof", "-no_browser",
			"-http=127.0.0.1:", name},
			drawn: `document.querySelectorAll('#stack-chart .boxbg').length`},
	}
	if scope != "" {
		pages = append(pages, &page{name: "speedscope", serve: func() (string, func(), error) {
			return speedscope(scope, name)
		}, drawn: drawnOn})
	}
	for range rounds {
		for _, p := range pages {
			if err := p.round(path); err != nil {
				return 0, fmt.Errorf("%s: %w", p.name, err)
			}
		}
	}
	fmt.Printf("%d samples on %d stacks; medians of %d rounds, in seconds\n\n", samples, stacks,
		rounds)
	fmt.Printf("| page | start | open | together |\n|---|---|---|---|\n")
	for _, p := range pages {
		fmt.Printf("| %s | %.2f | %.2f | %.2f |\n", p.name, middle(p.start), middle(p.open),
			middle(p.start)+middle(p.open))
	}
	w := pages[0]
	fmt.Printf("\nwring's page: the first picture of data that is there takes %.0f ms, "+
		"a step %.1f ms, the first paint %.0f ms.\n",
		middle(w.picture), middle(w.step), middle(w.paint))
	return middle(w.start) + middle(w.open), nil
}

func save(name string, samples, stacks int) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return large(samples, stacks, 1).Write(f)
}

func middle(list []float64) float64 {
	slices.Sort(list)
	if len(list) == 0 {
		return 0
	}
	return list[len(list)/2]
}

// page is a program that shows a profile.
type page struct {
	name  string
	args  []string
	serve func() (address string, stop func(), err error) // instead of args
	drawn string                                          // true once the picture is there

	start, open          []float64 // seconds
	picture, step, paint []float64 // milliseconds
}

// drawnOn is true when speedscope shows a profile, by the title of its page, and has
// a canvas for it. Its picture follows, so that it may be later than measured.
const drawnOn = `document.title.includes(' - speedscope') && document.querySelector('canvas')`

func (p *page) begin() (address string, stop func(), err error) {
	if p.serve != nil {
		return p.serve()
	}
	return launch(p.args)
}

// round starts the program, opens its page, and stops it. The browser, of which it has
// the path, is a fresh one: what another page leaves in its memory would delay this one.
func (p *page) round(path string) error {
	b, err := open(context.Background(), path)
	if err != nil {
		return err
	}
	defer b.stop()
	begin := time.Now()
	address, stop, err := p.begin()
	if err != nil {
		return err
	}
	defer stop()
	if err := listens(address); err != nil {
		return err
	}
	p.start = append(p.start, time.Since(begin).Seconds())
	begin = time.Now()
	if err := b.do(chromedp.Navigate(address)); err != nil {
		return err
	}
	if err := b.until(p.drawn); err != nil {
		return err
	}
	p.open = append(p.open, time.Since(begin).Seconds())
	if p.name == "wring serve" {
		err = p.details(b)
	}
	return err
}

// details reads what wring's page notes about itself.
func (p *page) details(b *browser) error {
	first, err := b.firstPaint()
	if err != nil {
		return err
	}
	p.paint = append(p.paint, first)
	read := func(key string) (float64, error) {
		text, err := eval[string](b, `document.documentElement.dataset.`+key)
		if err != nil {
			return 0, err
		}
		return strconv.ParseFloat(text, 64)
	}
	ms, err := read("drawn")
	if err != nil {
		return err
	}
	p.picture = append(p.picture, ms)
	for _, key := range []string{"+", "d", "+", "a", "-", "-"} {
		if err := b.do(chromedp.Focus("#picture"), chromedp.KeyEvent(key)); err != nil {
			return err
		}
		if ms, err = read("step"); err != nil {
			return err
		}
		p.step = append(p.step, ms)
	}
	return nil
}
