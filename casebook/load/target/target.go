// Package target has clients for what the generator can put load on: HTTP/1.1,
// HTTP/2, WebSocket and bare TCP.
package target

import (
	"context"
	"crypto/tls"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/wring-go/wring/casebook/load/generator"
)

// Request is what is sent again and again.
type Request struct {
	URL    string // of scheme http, https, ws, wss or tcp
	Method string // of HTTP; GET if it is empty
	Header http.Header

	// Body is what is sent: the body of a request, a message, or bytes. In TCP
	// and WebSocket as many bytes, or a message, are expected in return.
	Body []byte

	HTTP2   bool          // over TLS or, for http, without
	Timeout time.Duration // for one answer; 0 means 30 seconds
	TLS     *tls.Config   // nil means the usual checks

	// Source, when not empty, is the address from which connections are made.
	// One address has about 28,000 connections to one server.
	Source string
}

// Dialer returns a function that makes clients for r, or says what is wrong
// with r.
func Dialer(r Request) (func(context.Context) (generator.Client, error), error) {
	u, err := url.Parse(r.URL)
	if err != nil {
		return nil, err
	}
	if u.Host == "" {
		return nil, fmt.Errorf("%q has no host; write it like http://127.0.0.1:8080/path", r.URL)
	}
	if r.Timeout == 0 {
		r.Timeout = 30 * time.Second
	}
	switch u.Scheme {
	case "http", "https":
		if r.HTTP2 {
			return dialHTTP2(r)
		}
		return dialHTTP1(r, u)
	case "ws", "wss":
		return dialWebSocket(r)
	case "tcp":
		return dialTCP(r, u)
	}
	return nil, fmt.Errorf("%q is of a scheme that is not known; use http, https, ws, wss or tcp",
		r.URL)
}
