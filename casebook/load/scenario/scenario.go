// Package scenario lets one write a visit in Go: pages one after the other, with
// cookies, values taken from one page for the next, and time to think.
//
//	func visit(v *scenario.Visit) error {
//		page, err := v.Get("login page", "/login")
//		if err != nil {
//			return err
//		}
//		token, err := page.Find(tokenField) // regexp `name="token" value="([^"]+)"`
//		if err != nil {
//			return err
//		}
//		v.Think(2 * time.Second)
//		_, err = v.Post("login", "/login", url.Values{"token": {token}, "name": {"ann"}})
//		return err
//	}
package scenario

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"github.com/wring-go/wring/casebook/load/generator"
)

// Visit is one visitor from the first page to the last, with cookies of its own.
type Visit struct {
	Rand *rand.Rand // of this visit; the same in the same visit of another run

	ctx    context.Context
	base   *url.URL
	client *http.Client
	steps  []generator.Step
	bytes  int64
}

// Page is an answer. Its body has been read.
type Page struct {
	Status int
	Header http.Header
	Body   []byte
	URL    *url.URL // after redirects
}

// Options say how visits reach the server.
type Options struct {
	Base      string            // such as http://127.0.0.1:8080
	Seed      uint64            // of what visits do by chance
	Transport http.RoundTripper // nil means one that keeps connections, shared by all
}

// Dialer returns what the generator's Options.Dial wants: each request of the
// generator is a visit. The latency of a visit includes the time to think; those
// of its steps do not.
func Dialer(opt Options, visit func(*Visit) error) (
	func(context.Context) (generator.Client, error), error) {
	base, err := url.Parse(opt.Base)
	if err != nil {
		return nil, err
	}
	if base.Host == "" {
		return nil, fmt.Errorf("%q has no host; write it like http://127.0.0.1:8080", opt.Base)
	}
	if opt.Transport == nil {
		opt.Transport = &http.Transport{MaxIdleConnsPerHost: 10_000, DisableCompression: true}
	}
	visits := new(atomic.Uint64)
	return func(context.Context) (generator.Client, error) {
		return &client{base, opt, visits, visit}, nil
	}, nil
}

type client struct {
	base   *url.URL
	opt    Options
	visits *atomic.Uint64 // so far, of all clients
	visit  func(*Visit) error
}

// Do makes one visit.
func (c *client) Do(ctx context.Context) (generator.Answer, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return generator.Answer{}, err
	}
	v := &Visit{Rand: rand.New(rand.NewPCG(c.opt.Seed, c.visits.Add(1))), ctx: ctx, base: c.base,
		client: &http.Client{Transport: c.opt.Transport, Jar: jar}}
	err = c.visit(v)
	return generator.Answer{Bytes: v.bytes, Steps: v.steps}, err
}

// Close has nothing to close: connections are shared.
func (c *client) Close() error { return nil }

// Get asks for a page. The name is that of the step in the result.
func (v *Visit) Get(name, path string) (Page, error) {
	return v.Do(name, http.MethodGet, path, "", nil)
}

// Post sends a form.
func (v *Visit) Post(name, path string, form url.Values) (Page, error) {
	return v.Do(name, http.MethodPost, path, "application/x-www-form-urlencoded",
		strings.NewReader(form.Encode()))
}

// Do sends a request and reads the whole answer. A status of 400 or more is an
// error, which comes with the page.
func (v *Visit) Do(name, method, path, contentType string, body io.Reader) (Page, error) {
	header := http.Header{}
	if contentType != "" {
		header.Set("Content-Type", contentType)
	}
	return v.step(name, method, path, header, body, func(p Page) error {
		if p.Status >= 400 {
			return fmt.Errorf("%s: status %d", name, p.Status)
		}
		return nil
	})
}

// Send sends a request and reads the whole answer, whatever its status, for a
// visit that wants another than 200 or sends headers. A header Cookie is sent
// beside the cookies of the visit.
func (v *Visit) Send(name, method, path string, header http.Header, body io.Reader) (Page, error) {
	return v.step(name, method, path, header, body, func(Page) error { return nil })
}

// Forget forgets all cookies, as another browser would not have them.
func (v *Visit) Forget() error {
	jar, err := cookiejar.New(nil)
	v.client.Jar = jar
	return err
}

func (v *Visit) step(name, method, path string, header http.Header, body io.Reader,
	judge func(Page) error) (Page, error) {
	begin := time.Now()
	page, err := v.send(method, path, header, body)
	if err == nil {
		err = judge(page)
	}
	v.steps = append(v.steps, generator.Step{Name: name, Took: time.Since(begin),
		Failed: err != nil})
	v.bytes += int64(len(page.Body))
	return page, err
}

func (v *Visit) send(method, path string, header http.Header, body io.Reader) (Page, error) {
	where, err := v.base.Parse(path)
	if err != nil {
		return Page{}, err
	}
	req, err := http.NewRequestWithContext(v.ctx, method, where.String(), body)
	if err != nil {
		return Page{}, err
	}
	if header != nil {
		req.Header = header
	}
	resp, err := v.client.Do(req)
	if err != nil {
		return Page{}, err
	}
	defer resp.Body.Close()
	text, err := readAll(resp)
	return Page{resp.StatusCode, resp.Header, text, resp.Request.URL}, err
}

// readAll reads the body of an answer into bytes that are large enough from the
// beginning, if the answer says how many it has.
func readAll(resp *http.Response) ([]byte, error) {
	if n := resp.ContentLength; n >= 0 && n < 1<<26 {
		text := make([]byte, n)
		_, err := io.ReadFull(resp.Body, text)
		return text, err
	}
	return io.ReadAll(resp.Body)
}

// Think waits, as a user who reads a page does.
func (v *Visit) Think(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-v.ctx.Done():
	}
}

// Cookie returns the value of a cookie that the server has set.
func (v *Visit) Cookie(name string) (string, bool) {
	for _, c := range v.client.Jar.Cookies(v.base) {
		if c.Name == name {
			return c.Value, true
		}
	}
	return "", false
}

// Find returns what the first group of an expression matches in the page.
func (p Page) Find(expression *regexp.Regexp) (string, error) {
	m := expression.FindSubmatch(p.Body)
	if len(m) < 2 {
		return "", fmt.Errorf("nothing in %s matches a group of %s", p.URL, expression)
	}
	return string(m[1]), nil
}

// FindAll returns what the first group of an expression matches, everywhere in
// the page.
func (p Page) FindAll(expression *regexp.Regexp) []string {
	var found []string
	for _, m := range expression.FindAllSubmatch(p.Body, -1) {
		if len(m) > 1 {
			found = append(found, string(m[1]))
		}
	}
	return found
}
