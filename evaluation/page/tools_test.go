package main

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestPprof proves that pprof's own page shows the record in a browser, and that go
// tool pprof takes the address; that neither works without the token; and that
// the pages of pprof that read files are not there.
func TestPprof(t *testing.T) {
	dir := module(t)
	run(t, dir, "top", "-o", "a.wring", ".")
	address := serve(t, dir, "-from", "a.wring")
	b := newTab(t, address)
	b.check(b.do(chromedp.Click(`//nav//a[text()="pprof"]`)))
	b.wait(`location.pathname.startsWith('/pprof/')`)
	b.wait(`document.querySelectorAll('#stack-chart .boxbg').length > 3`)
	b.wait(`document.body.innerText.includes('m.Names')`)
	top := strings.Replace(address, "/?", "/pprof/top?", 1)
	b.visit(top)
	b.wait(`document.querySelector('#rows').innerText.includes('m.Names')`)

	profile := strings.Replace(address, "/?", "/debug/pprof/allocs?", 1)
	cmd := exec.Command("go", "tool", "pprof", "-top", "-sample_index=alloc_objects", profile)
	cmd.Dir, cmd.Env = dir, append(cmd.Environ(), "PPROF_TMPDIR="+t.TempDir())
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "m.Names") {
		t.Errorf("go tool pprof: %v\n%s", err, out)
	}

	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := http.Client{Jar: jar}
	status := func(address string) int {
		resp, err := client.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		io.Copy(io.Discard, resp.Body)
		return resp.StatusCode
	}
	bare, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	bare.RawQuery = ""
	for _, path := range []string{"pprof/", "debug/pprof/allocs"} {
		if got := status(bare.String() + path); got != http.StatusForbidden {
			t.Errorf("%s without the token: status %d", path, got)
		}
	}
	status(address) // sets the cookie
	for _, path := range []string{"source?f=Names", "disasm?f=Names", "saveconfig?config=x"} {
		if got := status(bare.String() + "pprof/" + path); got != http.StatusNotFound {
			t.Errorf("pprof/%s: status %d", path, got)
		}
	}
}

// TestSignals proves that both signals end the server with 0, also while a page
// listens to it.
func TestSignals(t *testing.T) {
	dir := module(t)
	run(t, dir, "top", "-o", "a.wring", ".")
	name, err := wring()
	if err != nil {
		t.Fatal(err)
	}
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		cmd := exec.Command(name, "serve", "-no-open", "-from", "a.wring")
		cmd.Dir = dir
		address, wait := started(t, cmd)
		resp, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		events, err := http.Get(strings.Replace(address, "/?", "/events?", 1))
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if err := wait(); err != nil {
			t.Errorf("after %v: %v", signal, err)
		}
		events.Body.Close()
	}
}
