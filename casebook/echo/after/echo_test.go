package after

import (
	"io"
	"net"
	"testing"
	"time"
)

// endless is a connection that sends a message as long as a benchmark goes on.
type endless struct {
	net.Conn
	b *testing.B
}

func (c endless) Read(p []byte) (int, error) {
	if !c.b.Loop() {
		return 0, io.EOF
	}
	return 64, nil
}

func (c endless) Write(p []byte) (int, error)       { return len(p), nil }
func (c endless) SetReadDeadline(t time.Time) error { return nil }
func (c endless) SetDeadline(t time.Time) error     { return nil }

// BenchmarkServe is one message of 64 bytes.
func BenchmarkServe(b *testing.B) {
	if err := Serve(endless{b: b}, time.Minute); err != nil {
		b.Fatal(err)
	}
}
