package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/wring-go/wring/casebook/photos/seed"
	"github.com/wring-go/wring/casebook/photos/stage/stagetest"
)

// TestBrowser uses the service in a real browser: a new user registers, posts a
// picture, which is shown, and comments on it. What looks like markup stays
// text.
func TestBrowser(t *testing.T) {
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium; install the Debian package chromium")
	}
	s := stagetest.Open(t, 0.006)
	picture := filepath.Join(t.TempDir(), "picture.jpg")
	if err := os.WriteFile(picture, seed.Gallery()(4).Bytes, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, taken := range versions() {
		t.Run(taken.String(), func(t *testing.T) {
			service := start(t, s, taken)
			browse(t, path, service.Base, picture)
			if err := service.Stop(); err != nil {
				t.Error(err)
			}
		})
	}
}

func browse(t *testing.T, chromium, base, picture string) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	flags := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium),
		chromedp.NoSandbox) // tests may run as root
	ctx, stop := chromedp.NewExecAllocator(ctx, flags...)
	defer stop()
	ctx, quit := chromedp.NewContext(ctx)
	defer quit()
	err := chromedp.Do(ctx,
		chromedp.Navigate(base+"/register"),
		chromedp.WaitVisible("form.who"),
		chromedp.SendKeys("input[name=name]", "ann"),
		chromedp.SendKeys("input[name=password]", "secret word\r"),
		chromedp.WaitVisible("a.me"),
		chromedp.SendKeys("form.new textarea", "<b>hello</b> #sea"),
		chromedp.SetUploadFiles("form.new input[type=file]", []string{picture}),
		chromedp.Click("form.new button"),
		chromedp.WaitVisible("article.post:only-of-type form.reply"),
		// The picture is there and can be decoded.
		ignore(chromedp.Poll[bool]("document.querySelector('.picture img').naturalWidth === 480")),
		// The stylesheet is there.
		ignore(chromedp.Poll[bool](
			"getComputedStyle(document.querySelector('.top')).position === 'sticky'")),
		chromedp.SendKeys("form.reply input[name=text]", "it's <i>me</i>\r"),
		chromedp.WaitVisible("ul.comments li"),
	)
	if err != nil {
		t.Fatal(err)
	}
	for selector, want := range map[string]string{"p.text": "<b>hello</b> #sea",
		"ul.comments li span": "it's <i>me</i>", "p.text a": "#sea", "p.count b": "1"} {
		got, err := chromedp.Run(ctx, chromedp.TextContent(selector))
		if err != nil || got != want {
			t.Errorf("%s is %q, %v, want %q", selector, got, err, want)
		}
	}
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
