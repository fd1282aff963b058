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

// smallBuffers is a response whose connection has small buffers once it is taken
// over.
type smallBuffers struct{ http.ResponseWriter }

// Hijack takes over the connection.
func (w smallBuffers) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	early := rw.Reader.Buffered() // frames that came with the handshake
	in := bufio.NewReaderSize(rw.Reader, max(readBuffer, early))
	if early > 0 {
		if _, err := in.Peek(early); err != nil {
			conn.Close()
			return nil, nil, err
		}
	}
	return conn, bufio.NewReadWriter(in, bufio.NewWriterSize(conn, writeBuffer)), nil
}
