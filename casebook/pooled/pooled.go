// Package pooled reads from connections into buffers that are shared: a connection
// has one only while there is something in it, so that those which are silent cost
// no buffer.
package pooled

import (
	"io"
	"sync"
	"syscall"
)

// Size is the length of a buffer.
const Size = 16 * 1024

// Pool holds the buffers that nothing is in. The zero value is empty.
type Pool struct {
	buffers sync.Pool // of *[Size]byte
}

func (p *Pool) get() *[Size]byte {
	if buf, ok := p.buffers.Get().(*[Size]byte); ok {
		return buf
	}
	return new([Size]byte)
}

// Reader reads from a connection. Make it with NewReader.
type Reader struct {
	raw  syscall.RawConn
	pool *Pool
	read func(fd uintptr) bool // the method, bound once: binding takes memory
	buf  *[Size]byte           // nil while there is nothing in it
	n    int
	err  error
}

// NewReader returns a reader of conn, a connection of the system.
func (p *Pool) NewReader(conn syscall.Conn) (*Reader, error) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return nil, err
	}
	r := &Reader{raw: raw, pool: p}
	r.read = r.readFrom
	return r, nil
}

// readFrom is called when fd may be readable. It reports whether it was.
func (r *Reader) readFrom(fd uintptr) bool {
	r.buf = r.pool.get()
	for {
		r.n, r.err = syscall.Read(int(fd), r.buf[:])
		if r.err != syscall.EINTR {
			break
		}
	}
	if r.err == syscall.EAGAIN {
		r.Done()
		return false
	}
	return true
}

// Next waits until there is something and returns it. It is good until Done is
// called, which it must be after each call, also after an error.
func (r *Reader) Next() ([]byte, error) {
	if err := r.raw.Read(r.read); err != nil {
		return nil, err
	}
	switch {
	case r.err != nil:
		return nil, r.err
	case r.n == 0:
		return nil, io.EOF
	}
	return r.buf[:r.n], nil
}

// Done gives the buffer back.
func (r *Reader) Done() {
	if r.buf != nil {
		r.pool.buffers.Put(r.buf)
		r.buf = nil
	}
}
