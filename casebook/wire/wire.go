// Package wire speaks WebSocket with nothing in between, as clients do that count
// every frame or misbehave on purpose. It is for tests and measurements; servers
// use a library.
package wire

import (
	"bufio"
	"context"
	"crypto/sha1"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// The opcodes of frames.
const (
	Continuation = 0
	Text         = 1
	Binary       = 2
	Close        = 8
	Ping         = 9
	Pong         = 10
)

// Conn is one end of a connection. One goroutine may read while others write:
// the reader answers pings itself.
type Conn struct {
	net.Conn
	In *bufio.Reader

	// Mask says that frames are masked, as a client's must be.
	Mask bool

	writing sync.Mutex // guards out, and keeps frames whole
	out     []byte
}

// Options say how to connect.
type Options struct {
	Source string      // an address of this machine; empty means any
	Header http.Header // of the handshake
	Buffer int         // of the reader, in bytes; 0 means 1024
}

// Dial connects to a server and shakes hands. A server that refuses gives a
// *Refused.
func Dial(ctx context.Context, address, path string, opt Options) (*Conn, error) {
	var d net.Dialer
	if opt.Source != "" {
		d.LocalAddr = &net.TCPAddr{IP: net.ParseIP(opt.Source)}
	}
	conn, err := d.DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	if opt.Buffer == 0 {
		opt.Buffer = 1024
	}
	c := &Conn{Conn: conn, In: bufio.NewReaderSize(conn, opt.Buffer), Mask: true}
	stop := context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
	err = c.shake(address, path, opt.Header)
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	return c, nil
}

// Refused is an answer other than the upgrade.
type Refused struct{ Status int }

// Error names the status.
func (r *Refused) Error() string { return fmt.Sprintf("the server answers %d", r.Status) }

// key is what each handshake sends; nothing here depends on its being new.
const key = "d3JpbmctY2FzZWJvb2stMQ=="

// Accept returns what a server has to answer to a key.
func Accept(key string) string {
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	return base64.StdEncoding.EncodeToString(sum[:])
}

func (c *Conn) shake(host, path string, header http.Header) error {
	if h := header.Get("Host"); h != "" {
		host = h
	}
	_, err := fmt.Fprintf(c.Conn, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\n"+
		"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n", path, host,
		key)
	if err != nil {
		return err
	}
	if err := header.WriteSubset(c.Conn, map[string]bool{"Host": true}); err != nil {
		return err
	}
	if _, err := io.WriteString(c.Conn, "\r\n"); err != nil {
		return err
	}
	resp, err := http.ReadResponse(c.In, nil)
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusSwitchingProtocols {
		return &Refused{resp.StatusCode}
	}
	if resp.Header.Get("Sec-WebSocket-Accept") != Accept(key) {
		return errors.New("the server accepts another key than the one it got")
	}
	return nil
}

// Frame is one frame. The payload is good until the next one is read.
type Frame struct {
	Opcode  byte
	Final   bool
	Payload []byte
}

// Next reads a frame into buf, which is grown if it is too short, and takes the
// mask off. Frames of more than 16 MB are an error.
func (c *Conn) Next(buf []byte) (Frame, error) {
	var head [14]byte
	if _, err := io.ReadFull(c.In, head[:2]); err != nil {
		return Frame{}, err
	}
	f := Frame{Opcode: head[0] & 15, Final: head[0]&0x80 != 0}
	length := uint64(head[1] & 0x7f)
	more := map[uint64]int{126: 2, 127: 8}[length]
	if _, err := io.ReadFull(c.In, head[2:2+more]); err != nil {
		return Frame{}, err
	}
	switch more {
	case 2:
		length = uint64(binary.BigEndian.Uint16(head[2:]))
	case 8:
		length = binary.BigEndian.Uint64(head[2:])
	}
	if length > 16<<20 {
		return Frame{}, fmt.Errorf("a frame of %d bytes", length)
	}
	var mask [4]byte
	masked := head[1]&0x80 != 0
	if masked {
		if _, err := io.ReadFull(c.In, mask[:]); err != nil {
			return Frame{}, err
		}
	}
	if uint64(cap(buf)) < length {
		buf = make([]byte, length)
	}
	f.Payload = buf[:length]
	_, err := io.ReadFull(c.In, f.Payload)
	if masked {
		xor(f.Payload, mask)
	}
	return f, err
}

// NextData reads until there is a frame that holds data, and answers pings. The
// end of the connection by the other side is a *Closed.
func (c *Conn) NextData(buf []byte) (Frame, error) {
	for {
		f, err := c.Next(buf)
		if err != nil {
			return f, err
		}
		switch f.Opcode {
		case Ping:
			if err := c.Write(Pong, f.Payload); err != nil {
				return f, err
			}
		case Pong:
		case Close:
			closed := &Closed{Code: 1005}
			if len(f.Payload) >= 2 {
				closed.Code = int(binary.BigEndian.Uint16(f.Payload))
				closed.Reason = string(f.Payload[2:])
			}
			c.Write(Close, f.Payload[:min(len(f.Payload), 2)]) // it may be gone already
			return f, closed
		default:
			return f, nil
		}
	}
}

// Closed is the goodbye of the other side.
type Closed struct {
	Code   int // 1005 if it gave none
	Reason string
}

// Error names code and reason.
func (c *Closed) Error() string { return fmt.Sprintf("closed with %d %s", c.Code, c.Reason) }

// Write sends one whole frame.
func (c *Conn) Write(opcode byte, payload []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	c.out = Append(c.out[:0], Frame{opcode, true, payload}, c.Mask)
	_, err := c.Conn.Write(c.out)
	return err
}

// Goodbye sends a close frame.
func (c *Conn) Goodbye(code int) error {
	return c.Write(Close, binary.BigEndian.AppendUint16(nil, uint16(code)))
}

// Append appends a frame as it is sent.
func Append(out []byte, f Frame, masked bool) []byte {
	first := f.Opcode
	if f.Final {
		first |= 0x80
	}
	bit := byte(0)
	if masked {
		bit = 0x80
	}
	switch n := len(f.Payload); {
	case n < 126:
		out = append(out, first, bit|byte(n))
	case n < 1<<16:
		out = append(out, first, bit|126, byte(n>>8), byte(n))
	default:
		out = append(out, first, bit|127)
		out = binary.BigEndian.AppendUint64(out, uint64(n))
	}
	if !masked {
		return append(out, f.Payload...)
	}
	mask := [4]byte{0x5a, 0x17, 0xc3, 0x88} // any will do on loopback
	out = append(out, mask[:]...)
	out = append(out, f.Payload...)
	xor(out[len(out)-len(f.Payload):], mask)
	return out
}

func xor(data []byte, mask [4]byte) {
	for i := range data {
		data[i] ^= mask[i&3]
	}
}
