package main

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
)

// patience is how long the browser may take for what must happen.
const patience = 5 * time.Minute

// browser is a Chromium without a window.
type browser struct {
	ctx  context.Context
	stop func()

	mu       sync.Mutex
	problems []string // what the console holds that is no mere message
}

// chromium returns the path of the browser, or an error that says how to get it.
func chromium() (string, error) {
	path, err := exec.LookPath("chromium")
	if err != nil {
		return "", fmt.Errorf("no chromium; install the Debian package chromium: %w", err)
	}
	return path, nil
}

// open starts a browser with an empty page of 1300 by 900 pixels.
func open(ctx context.Context, path string) (*browser, error) {
	flags := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path),
		chromedp.NoSandbox) // it may run as root
	ctx, stopAllocator := chromedp.NewExecAllocator(ctx, flags...)
	ctx, stopBrowser := chromedp.NewContext(ctx)
	b := &browser{ctx: ctx, stop: func() {
		stopBrowser()
		stopAllocator()
	}}
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1300, 900)); err != nil {
		b.stop()
		return nil, err
	}
	if _, err := chromedp.Call(ctx, performance.Enable, performance.EnableParams{}); err != nil {
		b.stop()
		return nil, err
	}
	go b.listen()
	return b, nil
}

// listen keeps what goes wrong on the page.
func (b *browser) listen() {
	for m, err := range chromedp.Console(b.ctx) {
		if err != nil {
			return
		}
		if m.IsException() || m.Type == chromedp.ConsoleError || m.Type == chromedp.ConsoleWarning {
			b.mu.Lock()
			b.problems = append(b.problems, m.String()+" "+m.URL)
			b.mu.Unlock()
		}
	}
}

// wrong returns what went wrong since it was asked last.
func (b *browser) wrong() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := b.problems
	b.problems = nil
	return list
}

// gone reports whether an error says that an element is no longer on the page.
func gone(err error) bool {
	return strings.Contains(strings.ToLower(err.Error()), "node with given id")
}

func (b *browser) do(actions ...chromedp.Action[chromedp.Void]) error {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	return chromedp.Do(ctx, actions...)
}

// eval returns what an expression is on the page.
func eval[T any](b *browser, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// another reports whether an error says that another page has come.
func another(err error) bool {
	return strings.Contains(err.Error(), "navigated") ||
		strings.Contains(err.Error(), "Cannot find context")
}

// until waits for an expression to be true, on whatever page comes meanwhile.
func (b *browser) until(expression string) error {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	for {
		_, err := chromedp.Run(ctx, chromedp.Poll[bool]("!!("+expression+")",
			chromedp.WithPollingTimeout(patience)))
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil || !another(err):
			return fmt.Errorf("waiting for %s: %w", expression, err)
		}
	}
}

// firstPaint waits until something was painted, and returns how many milliseconds
// after the request for the page that was. The browser notes a paint when it is
// over, which may be after the page has done all else.
func (b *browser) firstPaint() (float64, error) {
	const entries = `performance.getEntriesByName('first-contentful-paint')`
	if err := b.until(entries + ".length > 0"); err != nil {
		return 0, err
	}
	return eval[float64](b, entries+"[0].startTime")
}

// work returns how many milliseconds of processor time the page's own thread has
// taken, for scripts, styles, layout and the rest. Other programs do not add to it.
func (b *browser) work() (float64, error) {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	metrics, err := chromedp.Call(ctx, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		return 0, err
	}
	for _, m := range metrics.Metrics {
		if m.Name == "ThreadTime" {
			return 1000 * m.Value, nil
		}
	}
	return 0, fmt.Errorf("the browser does not say how long the page's thread has run")
}
