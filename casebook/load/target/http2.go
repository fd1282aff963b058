package target

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"net/http"

	"github.com/wring-go/wring/casebook/load/generator"
)

// http2Client sends requests over one connection of HTTP/2 that all clients
// share, as browsers do; net/http opens more when the server allows no further
// streams.
type http2Client struct {
	request Request
	client  *http.Client
}

func dialHTTP2(r Request) (func(context.Context) (generator.Client, error), error) {
	if _, err := http.NewRequest(r.Method, r.URL, nil); err != nil {
		return nil, err
	}
	protocols := new(http.Protocols)
	protocols.SetHTTP2(true)
	protocols.SetUnencryptedHTTP2(true)
	transport := &http.Transport{Protocols: protocols, TLSClientConfig: r.TLS,
		DialContext: netDialer(r).DialContext, DisableCompression: true}
	client := &http.Client{Transport: transport, Timeout: r.Timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		}}
	return func(context.Context) (generator.Client, error) {
		return &http2Client{r, client}, nil
	}, nil
}

// Do sends the request and reads the answer.
func (c *http2Client) Do(ctx context.Context) (generator.Answer, error) {
	var body io.Reader
	if len(c.request.Body) > 0 {
		body = bytes.NewReader(c.request.Body)
	}
	method := cmp.Or(c.request.Method, http.MethodGet)
	req, err := http.NewRequestWithContext(ctx, method, c.request.URL, body)
	if err != nil {
		return generator.Answer{}, err
	}
	for name, values := range c.request.Header {
		req.Header[name] = values
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return generator.Answer{}, err
	}
	defer resp.Body.Close()
	n, err := io.Copy(io.Discard, resp.Body)
	return generator.Answer{Status: resp.StatusCode, Bytes: n}, err
}

// Close lets the connection be: others may use it.
func (c *http2Client) Close() error { return nil }
