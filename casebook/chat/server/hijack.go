package server

import (
	"bufio"
	"net"
	"net/http"
)

// The library keeps the buffers of net/http, two of 4 KB, for as long as a client is
// there. It writes nothing but control frames, and reads messages past its buffer if
// they are longer, so that small ones do.
const (
	readBuffer  = 512
	writeBuffer = 160 // a control frame has at most 127 bytes
)

// smallBuffers is a response whose connection, once it is taken over, has small
// buffers and keeps frames whole.
type smallBuffers struct {
	http.ResponseWriter
	conn *conn
}

// Hijack takes over the connection.
func (w smallBuffers) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	taken, rw, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	early := rw.Reader.Buffered() // frames that came with the handshake
	in := bufio.NewReaderSize(rw.Reader, max(readBuffer, early))
	if early > 0 {
		if _, err := in.Peek(early); err != nil {
			taken.Close()
			return nil, nil, err
		}
	}
	return w.conn, bufio.NewReadWriter(in, bufio.NewWriterSize(w.conn, writeBuffer)), nil
}
