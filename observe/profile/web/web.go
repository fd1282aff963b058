// Package web fetches heap profiles from services. It is apart from what reads
// them, so that a program that only reads files does not link net/http.
package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Fetch asks for the heap profile that a URL means, and returns what to call it,
// without a password, and what the server sends. Errors do not repeat the URL.
//
// The URL may be that of the profile or of the pages of net/http/pprof
// (.../debug/pprof/). The server has half a minute, and as many seconds more as
// the URL's parameter seconds says: for so long it watches the allocations.
func Fetch(ctx context.Context, address string) (name string, body io.ReadCloser, err error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return "the profile", nil, errors.New("its URL has no form of one: it is like " +
			"http://HOST/debug/pprof/heap")
	}
	complete(u)
	ctx, cancel := context.WithTimeout(ctx, timeout(u))
	body, err = get(ctx, u.String())
	if err != nil {
		cancel()
		return u.Redacted(), nil, err
	}
	return u.Redacted(), limited{body, cancel}, nil
}

// limited is an answer that must be read within a time.
type limited struct {
	io.ReadCloser
	cancel context.CancelFunc
}

// Close ends the answer, and the watch over the time.
func (l limited) Close() error {
	defer l.cancel()
	return l.ReadCloser.Close()
}

// complete adds the path of the heap profile to a URL that names the server or
// its pages, and leaves out the parameter debug, with which the server sends text
// without the names of functions.
func complete(u *url.URL) {
	switch p := strings.TrimSuffix(u.Path, "/"); {
	case p == "":
		u.Path = "/debug/pprof/heap"
	case strings.HasSuffix(p, "/debug/pprof"):
		u.Path = p + "/heap"
	}
	if query := u.Query(); query.Has("debug") {
		query.Del("debug")
		u.RawQuery = query.Encode()
	}
}

// timeout returns how long u may take: a server that is asked for the
// allocations of so many seconds takes at least those.
func timeout(u *url.URL) time.Duration {
	limit := 30 * time.Second
	seconds, err := strconv.Atoi(u.Query().Get("seconds"))
	if err == nil && seconds > 0 && seconds < 1e6 {
		limit += time.Duration(seconds) * time.Second
	}
	return limit
}

func get(ctx context.Context, address string) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, reason(err)
	}
	if err := usable(resp); err != nil {
		resp.Body.Close()
		return nil, err
	}
	return resp.Body, nil
}

// usable returns why an answer holds no profile.
func usable(resp *http.Response) error {
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the server answers %q: %s", resp.Status, advice(resp.StatusCode))
	}
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html") {
		return errors.New("the server sends a web page, not a profile: give the address of " +
			"net/http/pprof, as in http://HOST/debug/pprof/heap; if the page asks for a login, " +
			saved)
	}
	return nil
}

// reason returns the text of http's error without the URL, which may hold a
// password and is reported elsewhere.
func reason(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.New("no answer in time: is the service running, and is that its address?")
	}
	var failed *url.Error
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}

// saved is what to do about a login: wring keeps no credentials.
const saved = "fetch the profile with the credentials that it needs, and give the file"

func advice(status int) string {
	switch status {
	case http.StatusNotFound:
		return "does the service import net/http/pprof, and is this the port that it serves it on?"
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusProxyAuthRequired:
		return "it asks for a login: " + saved
	}
	return "give an address at which a browser shows the profile"
}
