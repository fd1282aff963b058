package main

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
	"sync"
	"sync/atomic"
)

var (
	pictures = regexp.MustCompile(`src="(/image/[^"]+)"`)
	posts    = regexp.MustCompile(`href="(/posts/\d+)"`)
	accounts = regexp.MustCompile(`href="(/@\w+)"`)
	tokens   = regexp.MustCompile(`name="csrf_token" value="([0-9a-f]+)"`)
)

// visit has visitors use the service until the function that it returns is called,
// which returns the first error. done counts answers.
func (p *photos) visit(ctx context.Context, done *atomic.Int64) (stop func() error) {
	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	failed := make(chan error, p.clients)
	for client := range p.clients {
		group.Go(func() {
			r := rand.New(rand.NewPCG(uint64(client), 3))
			for ctx.Err() == nil {
				jar, _ := cookiejar.New(nil) // without options there is no error
				v := visitor{ctx, &http.Client{Jar: jar}, r, done, p.users}
				if err := v.once(); err != nil && ctx.Err() == nil {
					failed <- err
					return
				}
			}
		})
	}
	return func() error {
		cancel()
		group.Wait()
		select {
		case err := <-failed:
			return err
		default:
			return nil
		}
	}
}

// visitor is a user with a browser.
type visitor struct {
	ctx   context.Context
	http  *http.Client
	rand  *rand.Rand
	done  *atomic.Int64
	users int
}

// once looks at the first page, at three posts and their authors, logs in and
// comments on a post.
func (v visitor) once() error {
	first, err := v.page("/")
	if err != nil {
		return err
	}
	for range 3 {
		for _, links := range []*regexp.Regexp{posts, accounts} {
			path := v.any(links, first)
			if path == "" {
				return fmt.Errorf("nothing on the first page matches %s", links)
			}
			if _, err := v.page(path); err != nil {
				return err
			}
		}
	}
	n := v.rand.IntN(v.users)
	home, err := v.send("/login", url.Values{"account_name": {account(n)},
		"password": {password(n)}})
	if err != nil {
		return err
	}
	token := tokens.FindStringSubmatch(home)
	if token == nil {
		return fmt.Errorf("%s could not log in", account(n))
	}
	_, err = v.send("/comment", url.Values{"csrf_token": {token[1]}, "comment": {"Well done."},
		"post_id": {strings.TrimPrefix(v.any(posts, home), "/posts/")}})
	return err
}

// page gets a page with its pictures.
func (v visitor) page(path string) (string, error) {
	text, err := v.get(path)
	if err != nil {
		return "", err
	}
	for _, picture := range pictures.FindAllStringSubmatch(text, -1) {
		if _, err := v.get(picture[1]); err != nil {
			return "", err
		}
	}
	return text, nil
}

// any returns one of the links on a page, or "".
func (v visitor) any(links *regexp.Regexp, page string) string {
	list := links.FindAllStringSubmatch(page, -1)
	if len(list) == 0 {
		return ""
	}
	return list[v.rand.IntN(len(list))][1]
}

func (v visitor) get(path string) (string, error) {
	return v.ask(http.MethodGet, path, nil)
}

func (v visitor) send(path string, form url.Values) (string, error) {
	return v.ask(http.MethodPost, path, strings.NewReader(form.Encode()))
}

func (v visitor) ask(method, path string, body io.Reader) (string, error) {
	req, err := http.NewRequestWithContext(v.ctx, method, "http://"+base+path, body)
	if err != nil {
		return "", err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	resp, err := v.http.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return "", err
	}
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s %s answers %s", method, path, resp.Status)
	}
	v.done.Add(1)
	return string(text), nil
}
