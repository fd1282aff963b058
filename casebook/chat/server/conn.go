package server

import (
	"net"
	"sync"
	"syscall"
	"time"
)

// conn is a client's connection. The library writes control frames, and the room
// writes messages; frames are kept whole although a write may be done in part and
// go on later.
type conn struct {
	net.Conn
	raw  syscall.RawConn       // nil if the connection is not the system's
	once func(fd uintptr) bool // the method, bound once: binding takes memory

	writing sync.Mutex // held while a frame is written, also between its parts
	parted  bool       // a frame is written in part; only who writes messages uses it
	p       []byte     // what once writes, and what came of it
	n       int
	err     error
}

func newConn(c net.Conn) *conn {
	w := &conn{Conn: c}
	if system, ok := c.(syscall.Conn); ok {
		w.raw, _ = system.SyscallConn() // without it all writes wait
	}
	w.once = w.writeOnce
	return w
}

// Write writes what the library has to say.
func (c *conn) Write(p []byte) (int, error) {
	c.writing.Lock()
	defer c.writing.Unlock()
	return c.Conn.Write(p)
}

// try writes what the system takes without waiting. If that is a part of p, the
// next to write must be finish.
func (c *conn) try(p []byte) (int, error) {
	if c.raw == nil || !c.writing.TryLock() {
		return 0, nil
	}
	c.p = p
	err := c.raw.Write(c.once)
	c.p = nil
	if err == nil {
		err = c.err
	}
	if err == nil && 0 < c.n && c.n < len(p) {
		c.parted = true
		return c.n, nil
	}
	n := c.n
	c.n, c.err = 0, nil
	c.writing.Unlock()
	return n, err
}

// writeOnce is called when the system may take something. It does not wait for it.
func (c *conn) writeOnce(fd uintptr) bool {
	for {
		c.n, c.err = syscall.Write(int(fd), c.p)
		if c.err != syscall.EINTR {
			break
		}
	}
	if c.err != nil {
		c.n = 0
	}
	if c.err == syscall.EAGAIN {
		c.err = nil
	}
	return true
}

// finish writes all of p within a time. It begins with the rest, if try has left one.
func (c *conn) finish(p []byte, within time.Duration) error {
	if !c.parted {
		c.writing.Lock()
	}
	c.parted = false
	defer c.writing.Unlock()
	if err := c.Conn.SetWriteDeadline(time.Now().Add(within)); err != nil {
		return err
	}
	if _, err := c.Conn.Write(p); err != nil {
		return err
	}
	return c.Conn.SetWriteDeadline(time.Time{}) // the library writes, too
}
