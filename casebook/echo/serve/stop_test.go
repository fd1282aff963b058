package serve_test

import (
	"context"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/wring-go/wring/casebook/echo/serve"
	"github.com/wring-go/wring/casebook/servertest"
)

// TestStopWriting ends the server while it writes to a client. The loop moves the
// deadline of its connection when it has written, which must not keep the
// connection open after the grace time.
func TestStopWriting(t *testing.T) {
	for _, variant := range serve.Variants() {
		writing := make(chan struct{})
		s := servertest.Start(t, func(ctx context.Context, l net.Listener) error {
			return serve.Serve(ctx, cutListener{l, writing}, variant,
				serve.Options{Grace: time.Millisecond})
		})
		conn := dial(t, s.Address)
		io.WriteString(conn, "x")
		<-writing
		var all sync.WaitGroup
		all.Go(s.Stop)
		if got, err := io.ReadAll(conn); err != nil || string(got) != "x" {
			t.Errorf("%s: %q, %v", variant, got, err)
		}
		conn.Close()
		all.Wait()
	}
}

// cutListener accepts one connection, whose first write lasts until the server has
// ended its reading.
type cutListener struct {
	net.Listener
	writing chan struct{} // closed when the write begins
}

// Accept returns the next connection.
func (l cutListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	cut := make(chan struct{})
	return &cutConn{Conn: conn, begin: sync.OnceFunc(func() { close(l.writing) }),
		cut: cut, end: sync.OnceFunc(func() { close(cut) })}, nil
}

type cutConn struct {
	net.Conn
	begin, end func()
	cut        chan struct{} // closed when the reading has ended
}

// SetReadDeadline notes a deadline that has passed.
func (c *cutConn) SetReadDeadline(at time.Time) error {
	err := c.Conn.SetReadDeadline(at)
	if at.Before(time.Now()) {
		c.end()
	}
	return err
}

// Write waits until the reading has ended.
func (c *cutConn) Write(p []byte) (int, error) {
	c.begin()
	<-c.cut
	return c.Conn.Write(p)
}
