package target

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/url"
	"time"
)

// connection is a connection that is made anew after an error. Its deadline is
// moved seldom: that costs more than one would think.
type connection struct {
	dial     func(context.Context) (net.Conn, error)
	timeout  time.Duration
	conn     net.Conn // nil when there is none
	wire     *wire    // of conn; nil when there is none
	in       *bufio.Reader
	born     time.Time     // what the deadline counts from
	deadline time.Duration // of conn
	stop     func() bool   // ends the watch over the context
	watched  context.Context
}

func newConnection(r Request, u *url.URL) *connection {
	return &connection{dial: dialer(r, u), timeout: r.Timeout, born: time.Now()}
}

// dialer returns a function that connects to the host of u.
func dialer(r Request, u *url.URL) func(context.Context) (net.Conn, error) {
	d := netDialer(r)
	secure := u.Scheme == "https"
	port := map[bool]string{false: "80", true: "443"}[secure]
	address := net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), port))
	return func(ctx context.Context) (net.Conn, error) {
		conn, err := d.DialContext(ctx, "tcp", address)
		if err != nil || !secure {
			return conn, err
		}
		config := r.TLS.Clone()
		if config == nil {
			config = &tls.Config{}
		}
		config.ServerName = cmp.Or(config.ServerName, u.Hostname())
		config.NextProtos = nil // HTTP/1.1
		return tls.Client(conn, config), nil
	}
}

func netDialer(r Request) *net.Dialer {
	d := &net.Dialer{Timeout: r.Timeout}
	if r.Source != "" {
		d.LocalAddr = &net.TCPAddr{IP: net.ParseIP(r.Source)}
	}
	return d
}

// ready connects, if there is no connection, and sees to the deadline.
func (c *connection) ready(ctx context.Context) error {
	if c.conn == nil {
		conn, err := c.dial(ctx)
		if err != nil {
			return err
		}
		c.conn, c.deadline, c.wire = conn, 0, newWire(conn)
		var in io.Reader = conn
		if c.wire != nil {
			in = c.wire
		}
		if c.in == nil {
			c.in = bufio.NewReader(in)
		} else {
			c.in.Reset(in)
		}
		c.watch(ctx)
	}
	if ctx != c.watched {
		c.stop()
		c.watch(ctx)
	}
	now := time.Since(c.born)
	if c.deadline-now < c.timeout {
		c.deadline = now + c.timeout + min(c.timeout/10, time.Second)
		return c.conn.SetDeadline(c.born.Add(c.deadline))
	}
	return nil
}

// send sends b, which must not change, at the latest when something is read.
func (c *connection) send(b []byte) error {
	if c.wire != nil && c.in.Buffered() == 0 {
		c.wire.send(b)
		return nil
	}
	_, err := c.conn.Write(b)
	return err
}

// watch lets the end of ctx end whatever the connection waits for.
func (c *connection) watch(ctx context.Context) {
	conn := c.conn
	c.watched = ctx
	c.stop = context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
}

// broken closes the connection, so that the next request makes a new one, and
// returns err.
func (c *connection) broken(err error) error {
	c.Close()
	return err
}

// Close closes the connection, if there is one.
func (c *connection) Close() error {
	if c.conn == nil {
		return nil
	}
	c.stop()
	conn := c.conn
	c.conn = nil
	return conn.Close()
}
