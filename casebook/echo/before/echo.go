// Package before has the echo server's loop as one writes it first.
package before

import (
	"fmt"
	"io"
	"net"
	"time"
)

// Serve sends back what conn sends, until it ends or is silent for too long.
func Serve(conn net.Conn, idle time.Duration) error {
	for {
		if err := conn.SetReadDeadline(time.Now().Add(idle)); err != nil {
			return err
		}
		buf := make([]byte, 16*1024)
		n, err := conn.Read(buf)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("echo: %s: %w", conn.RemoteAddr().String(), err)
		}
		if _, err := conn.Write(buf[:n]); err != nil {
			return fmt.Errorf("echo: %s: %w", conn.RemoteAddr().String(), err)
		}
	}
}
