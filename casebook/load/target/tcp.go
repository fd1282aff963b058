package target

import (
	"context"
	"errors"
	"io"
	"net/url"

	"github.com/wring-go/wring/casebook/load/generator"
)

// tcpClient sends bytes and reads as many.
type tcpClient struct {
	*connection
	body, answer []byte
}

func dialTCP(r Request, u *url.URL) (func(context.Context) (generator.Client, error), error) {
	if len(r.Body) == 0 {
		return nil, errors.New("what is to be sent over TCP? Give a body")
	}
	return func(ctx context.Context) (generator.Client, error) {
		c := &tcpClient{newConnection(r, u), r.Body, make([]byte, len(r.Body))}
		return c, c.ready(ctx)
	}, nil
}

// Do sends the bytes and waits until as many have come back.
func (c *tcpClient) Do(ctx context.Context) (generator.Answer, error) {
	if err := c.ready(ctx); err != nil {
		return generator.Answer{}, err
	}
	if err := c.send(c.body); err != nil {
		return generator.Answer{}, c.broken(err)
	}
	n, err := io.ReadFull(c.in, c.answer)
	if err != nil {
		err = c.broken(err)
	}
	return generator.Answer{Bytes: int64(n)}, err
}
