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
	"strings"
)

// Fetch asks for a URL and returns what the server sends. Errors do not repeat
// the URL.
func Fetch(ctx context.Context, address string) (io.ReadCloser, error) {
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
