package main

import (
	"context"
	"time"

	"github.com/wring-go/wring/casebook/load/generator"
	"github.com/wring-go/wring/casebook/wire"
)

// wsClient sends a message and waits for one, with as little work as can be.
type wsClient struct {
	conn *wire.Conn
	text []byte
	buf  []byte
}

// dialWS returns what connects to a path of a server.
func dialWS(address, path string, size int) dialer {
	return func(ctx context.Context) (generator.Client, error) {
		c, err := wire.Dial(ctx, address, path, wire.Options{})
		if err != nil {
			return nil, err
		}
		c.SetDeadline(time.Now().Add(5 * time.Minute))
		return &wsClient{c, make([]byte, size), make([]byte, size+64)}, nil
	}
}

// Do sends a message and reads one.
func (c *wsClient) Do(context.Context) (generator.Answer, error) {
	if err := c.conn.Write(wire.Binary, c.text); err != nil {
		return generator.Answer{}, err
	}
	f, err := c.conn.NextData(c.buf)
	return generator.Answer{Bytes: int64(len(f.Payload))}, err
}

// Close hangs up.
func (c *wsClient) Close() error { return c.conn.Conn.Close() }
