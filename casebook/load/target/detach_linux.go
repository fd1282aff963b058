package target

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/wring-go/wring/casebook/load/generator"
)

// detach gives the connection away as a file descriptor. It is a copy, so that the
// runtime does not wait for it, too.
func (c *connection) detach() (fd int, ok bool) {
	if c.conn == nil || c.wire == nil || c.in.Buffered() > 0 {
		return 0, false
	}
	system, ok := c.conn.(syscall.Conn)
	if !ok {
		return 0, false
	}
	raw, err := system.SyscallConn()
	if err != nil {
		return 0, false
	}
	fd = -1
	err = raw.Control(func(old uintptr) {
		fd, _ = unix.FcntlInt(old, unix.F_DUPFD_CLOEXEC, 0)
	})
	if err != nil || fd < 0 {
		return 0, false
	}
	c.Close()
	return fd, true
}

// Detach gives the connection away, where it has no TLS.
func (c *http1Client) Detach() (generator.Wire, bool) {
	fd, ok := c.detach()
	p := &answers{head: c.head, in: bufio.NewReader(nil)}
	return generator.Wire{FD: fd, Request: c.request, Parse: p.parse}, ok
}

// Detach gives the connection away, where it has no TLS.
func (c *tcpClient) Detach() (generator.Wire, bool) {
	fd, ok := c.detach()
	length := len(c.body)
	return generator.Wire{FD: fd, Request: c.body, Parse: func(b []byte, _ bool) (int, int64,
		generator.Answer, bool, error) {
		if len(b) < length {
			return 0, 0, generator.Answer{}, true, nil
		}
		return length, 0, generator.Answer{Bytes: int64(length)}, true, nil
	}}, ok
}

// answers reads answers of HTTP/1 from memory.
type answers struct {
	head  bool // of requests with the method HEAD
	bytes bytes.Reader
	in    *bufio.Reader
}

var blank = []byte("\r\n\r\n")

// parse is a generator.Wire's Parse.
func (p *answers) parse(b []byte, ended bool) (n int, rest int64, a generator.Answer, more bool,
	err error) {
	if !ended && !bytes.Contains(b, blank) {
		if len(b) > maxHead {
			err = errors.New("the answer's header is too long")
		}
		return 0, 0, a, false, err
	}
	p.bytes.Reset(b)
	p.in.Reset(&p.bytes)
	h, err := readHead(p.in)
	if err != nil {
		return 0, 0, a, false, early(err, ended)
	}
	a.Status = h.status
	begin := len(b) - p.bytes.Len() - p.in.Buffered()
	switch {
	case h.without(p.head):
		return begin, 0, a, !h.close, nil
	case h.toTheEnd(p.head):
		if !ended {
			return 0, 0, a, false, nil
		}
		a.Bytes = int64(len(b) - begin)
		return len(b), 0, a, false, nil
	case h.chunked:
		if !ended && !bytes.HasSuffix(b, blank) {
			return 0, 0, a, false, nil
		}
		if a.Bytes, err = discardChunks(p.in); err != nil {
			return 0, 0, a, false, early(err, ended)
		}
		return len(b) - p.bytes.Len() - p.in.Buffered(), 0, a, !h.close, nil
	}
	a.Bytes = h.length
	return len(b), max(h.length-int64(len(b)-begin), 0), a, !h.close, nil
}

// maxHead is how long the beginning of an answer may be.
const maxHead = 1 << 20

// early returns nil for an error that only says that more is to come.
func early(err error, ended bool) error {
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	if ended {
		return io.ErrUnexpectedEOF
	}
	return nil
}
