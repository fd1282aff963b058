//go:build unix

package target

import (
	"io"
	"net"
	"os"
	"syscall"
)

// wire is a connection of TCP that sends a request at the moment it waits for
// the answer. The usual Write and Read would look for an answer in vain in
// between, which takes as long as all else that the generator does.
type wire struct {
	conn   net.Conn
	raw    syscall.RawConn
	turn   func(fd uintptr) (done bool) // exchange, as a value that is made once
	unsent []byte
	into   []byte // for the answer
	n      int    // bytes of it that were read
	err    error
}

// newWire returns nil for a connection that is not one of the system alone, such
// as one with TLS.
func newWire(conn net.Conn) *wire {
	system, ok := conn.(syscall.Conn)
	if !ok {
		return nil
	}
	raw, err := system.SyscallConn()
	if err != nil {
		return nil
	}
	w := &wire{conn: conn, raw: raw}
	w.turn = w.exchange
	return w
}

// send keeps b, which must not change, until Read is called.
func (w *wire) send(b []byte) { w.unsent = b }

// Read sends what is to be sent and reads what comes.
func (w *wire) Read(p []byte) (int, error) {
	w.into, w.n, w.err = p, 0, nil
	if err := w.raw.Read(w.turn); err != nil {
		return 0, err
	}
	if rest := w.unsent; len(rest) > 0 && w.err == nil {
		w.unsent = nil
		if _, err := w.conn.Write(rest); err != nil {
			return 0, err
		}
		return w.conn.Read(p)
	}
	return w.n, w.err
}

// exchange reports whether it is done; if not it is called again when there is
// something to read. A request that does not fit into the socket's buffer is
// left to Read: room for it is waited for in another way.
func (w *wire) exchange(fd uintptr) (done bool) {
	if len(w.unsent) > 0 {
		n, err := again(syscall.Write, int(fd), w.unsent)
		w.unsent = w.unsent[n:]
		if err != nil && err != syscall.EAGAIN {
			w.err = &net.OpError{Op: "write", Net: "tcp", Err: os.NewSyscallError("write", err)}
		}
		return w.err != nil || len(w.unsent) > 0
	}
	n, err := again(syscall.Read, int(fd), w.into)
	switch {
	case err == syscall.EAGAIN:
		return false
	case err != nil:
		w.err = &net.OpError{Op: "read", Net: "tcp", Err: os.NewSyscallError("read", err)}
	case n == 0 && len(w.into) > 0:
		w.err = io.EOF
	}
	w.n = n
	return true
}

// again repeats a call that a signal interrupts. The number of bytes is not
// negative.
func again(call func(int, []byte) (int, error), fd int, b []byte) (int, error) {
	for {
		if n, err := call(fd, b); err != syscall.EINTR {
			return max(n, 0), err
		}
	}
}
