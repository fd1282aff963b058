package main

import (
	"bytes"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/wring-go/wring/casebook/servertest"
	"github.com/wring-go/wring/casebook/wsproxy/lookup"
	"github.com/wring-go/wring/casebook/wsproxy/proxy"
)

// TestBeside reads metrics and profiles, each at its own address, neither of which
// has what the other has.
func TestBeside(t *testing.T) {
	p := proxy.New(proxy.Options{Table: lookup.New(nil, lookup.Options{})})
	defer p.Stop(0)
	var said bytes.Buffer
	stop, err := serveBeside(p, "127.0.0.1:0", "127.0.0.1:0", &said)
	if err != nil {
		t.Fatal(err)
	}
	urls := regexp.MustCompile(`http://\S+`).FindAllString(said.String(), -1)
	if len(urls) != 2 {
		t.Fatalf("it says %q, want two addresses", &said)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true},
		Timeout: servertest.Patience}
	get := func(url string) string {
		resp, err := client.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.Status + "\n" + string(text)
	}
	metrics, profiles := urls[0], urls[1]
	for url, want := range map[string]string{
		metrics:                     "\nwsproxy_connections 0\n",
		profiles + "heap?debug=1":   "heap profile:",
		metrics + "/debug/pprof/":   "404",
		profiles + "../../metrics/": "404",
	} {
		if got := get(url); !strings.Contains(got, want) {
			t.Errorf("%s answers %.200q, want %q", url, got, want)
		}
	}
	stop()
	for _, url := range urls {
		if resp, err := client.Get(url); err == nil {
			resp.Body.Close()
			t.Errorf("%s still answers", url)
		}
	}
}
