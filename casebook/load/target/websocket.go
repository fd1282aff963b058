package target

import (
	"context"
	"net/http"
	"time"

	"github.com/coder/websocket"

	"github.com/wring-go/wring/casebook/load/generator"
)

// websocketClient sends a message and waits for one.
type websocketClient struct {
	request Request
	client  *http.Client
	conn    *websocket.Conn
}

func dialWebSocket(r Request) (func(context.Context) (generator.Client, error), error) {
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: r.TLS,
		DialContext: netDialer(r).DialContext}}
	return func(ctx context.Context) (generator.Client, error) {
		c := &websocketClient{request: r, client: client}
		return c, c.ready(ctx)
	}, nil
}

func (c *websocketClient) ready(ctx context.Context) error {
	if c.conn != nil {
		return nil
	}
	conn, _, err := websocket.Dial(ctx, c.request.URL,
		&websocket.DialOptions{HTTPClient: c.client, HTTPHeader: c.request.Header})
	if err != nil {
		return err
	}
	conn.SetReadLimit(-1)
	c.conn = conn
	return nil
}

// Do sends the message and reads one.
func (c *websocketClient) Do(ctx context.Context) (generator.Answer, error) {
	if err := c.ready(ctx); err != nil {
		return generator.Answer{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, c.request.Timeout)
	defer cancel()
	err := c.conn.Write(ctx, websocket.MessageText, c.request.Body)
	if err == nil {
		var message []byte
		if _, message, err = c.conn.Read(ctx); err == nil {
			return generator.Answer{Bytes: int64(len(message))}, nil
		}
	}
	c.conn.CloseNow()
	c.conn = nil
	return generator.Answer{}, err
}

// Close ends the connection; the server has a second to say goodbye.
func (c *websocketClient) Close() error {
	if c.conn == nil {
		return nil
	}
	done := time.AfterFunc(time.Second, func() { c.conn.CloseNow() })
	defer done.Stop()
	return c.conn.Close(websocket.StatusNormalClosure, "")
}
