// Package after has the echo server's loop written by hand: one buffer for each
// connection, or none for one that is silent.
package after

import (
	"fmt"
	"io"
	"net"
	"time"

	"github.com/wring-go/wring/casebook/pooled"
)

// Serve sends back what conn sends, until it ends or is silent for too long. It
// keeps one buffer for as long as the connection lives.
func Serve(conn net.Conn, idle time.Duration) error {
	d := deadline{conn: conn, idle: idle}
	buf := make([]byte, pooled.Size)
	for {
		if err := d.extend(); err != nil {
			return err
		}
		n, err := conn.Read(buf)
		if err == io.EOF {
			return nil
		}
		if err == nil {
			_, err = conn.Write(buf[:n])
		}
		if err != nil {
			return fmt.Errorf("echo: %s: %w", conn.RemoteAddr(), err)
		}
	}
}

// deadline moves the deadline of a connection seldom: that takes a lock and a
// timer each time. A silent connection lives for idle at least, and a quarter
// more at most.
type deadline struct {
	conn net.Conn
	idle time.Duration
	at   time.Time
}

func (d *deadline) extend() error {
	now := time.Now()
	if d.at.Sub(now) >= d.idle {
		return nil
	}
	d.at = now.Add(d.idle + d.idle/4)
	return d.conn.SetDeadline(d.at)
}

// ServePooled is like Serve, without a buffer while conn is silent.
func ServePooled(conn *net.TCPConn, pool *pooled.Pool, idle time.Duration) error {
	in, err := pool.NewReader(conn)
	if err != nil {
		return err
	}
	d := deadline{conn: conn, idle: idle}
	for {
		if err := d.extend(); err != nil {
			return err
		}
		if err := echo(conn, in); err != nil {
			if err == io.EOF {
				return nil
			}
			return fmt.Errorf("echo: %s: %w", conn.RemoteAddr(), err)
		}
	}
}

// echo sends back what comes next.
func echo(conn *net.TCPConn, in *pooled.Reader) error {
	defer in.Done()
	data, err := in.Next()
	if err == nil {
		_, err = conn.Write(data)
	}
	return err
}
