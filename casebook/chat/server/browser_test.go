package server_test

import (
	"context"
	"os/exec"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/wring-go/wring/casebook/chat/check"
	"github.com/wring-go/wring/casebook/servertest"
)

// TestBrowser joins a room in a real browser: what others say appears there, also
// what looks like markup, and what is typed there reaches the others.
func TestBrowser(t *testing.T) {
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium; install the Debian package chromium")
	}
	if testing.Short() {
		t.Skip("starts a browser; not with -short")
	}
	address := start(t, fast()).Address
	ann := join(t, address, "ann")
	talk(t, []*check.Client{ann}, []*check.Client{ann}, 1, 3)
	ctx, cancel := context.WithTimeout(t.Context(), servertest.Patience)
	defer cancel()
	flags := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path),
		chromedp.NoSandbox) // tests may run as root
	ctx, stop := chromedp.NewExecAllocator(ctx, flags...)
	defer stop()
	ctx, quit := chromedp.NewContext(ctx)
	defer quit()
	count := chromedp.Poll[bool]("document.querySelectorAll('#log li').length === 4")
	present := chromedp.Poll[bool](
		"document.querySelector('#people').textContent === '2 are here.'")
	err = chromedp.Do(ctx,
		chromedp.Navigate("http://"+address+"/"),
		chromedp.Submit("form"),
		chromedp.WaitVisible("#name"),
		chromedp.SendKeys("#name", "bob\r"),
		chromedp.WaitVisible("#text"),
		chromedp.SendKeys("#text", "<b>hello</b>\r"),
		ignore(count), ignore(present),
	)
	if err != nil {
		t.Fatal(err)
	}
	last, err := chromedp.Run(ctx, chromedp.TextContent("#log li:last-child"))
	if err != nil || last != "bob<b>hello</b>" {
		t.Errorf("the last line is %q, %v", last, err)
	}
	servertest.Eventually(t, "ann hears bob", func() bool { return ann.Last() == 4 })
	faultless(t, []*check.Client{ann})
	if err := chromedp.Cancel(ctx); err != nil {
		t.Log(err)
	}
}

// ignore is action without what it returns.
func ignore[T any](action chromedp.Action[T]) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := action(ctx, target)
		return chromedp.Void{}, err
	}
}
