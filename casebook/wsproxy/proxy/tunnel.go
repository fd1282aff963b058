package proxy

import (
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/wring-go/wring/casebook/pooled"
)

// tunnel is an upgraded connection: two goroutines, and a buffer only while there
// is something in it. What one side does not read, the other cannot send: between
// them is one buffer, and those of the system.
type tunnel struct {
	name    string
	backend netip.AddrPort
	client  *net.TCPConn
	server  *net.TCPConn
	metrics *metrics
	active  atomic.Int64 // when something last came by, in nanoseconds of Unix

	draining bool        // it will be closed; the proxy's mutex guards it
	half     atomic.Bool // the client has ended its half
	broken   atomic.Bool // the backend does not take what the client says

	// What goes to the client, of which frames are followed so that a close frame
	// can be put in.
	mu     sync.Mutex
	frames frames
	ended  bool // nothing may follow
}

// toClient passes data on.
func (t *tunnel) toClient(data []byte) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return net.ErrClosed
	}
	t.frames.pass(data)
	n, err := t.client.Write(data)
	t.metrics.toClient.Add(float64(n))
	t.ended = err != nil // part of a frame may have been written
	return err
}

// goodbye tells the client why the connection ends, if the last frame is complete.
// In the middle of a frame nothing can be said. It reports whether the client
// knows, also by a close frame of the server's.
func (t *tunnel) goodbye(code uint16, reason string) bool {
	t.client.SetWriteDeadline(time.Now().Add(lastWords))
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended || t.frames.closed || !t.frames.between() {
		return t.frames.closed
	}
	t.ended = true
	t.frames.closed = true
	_, err := t.client.Write(closeFrame(code, reason))
	return err == nil
}

// lastWords is how long a client has to read a goodbye, and to answer it.
const lastWords = time.Second

// run passes on what comes until both sides have ended. What the server sent with
// its handshake has begun already.
func (t *tunnel) run(pool *pooled.Pool, begun []byte) {
	defer t.client.Close()
	defer t.server.Close()
	if len(begun) > 0 && t.toClient(begun) != nil {
		return
	}
	up := make(chan struct{})
	go func() {
		defer close(up)
		if t.pass(pool, t.client, t.writeServer) == nil {
			t.half.Store(true)
			t.server.CloseWrite() // the client has ended its half
			return
		}
		t.cut()
	}()
	if err := t.pass(pool, t.server, t.toClient); t.deserted(err) {
		t.metrics.fail(failedTunnel)
	}
	// However it ends, tell the client if possible.
	if t.goodbye(codeBadGateway, "the backend is gone") {
		t.client.CloseWrite()
		t.expire(lastWords)
	} else {
		t.cut()
	}
	<-up
}

func (t *tunnel) writeServer(data []byte) error {
	n, err := t.server.Write(data)
	t.metrics.toServer.Add(float64(n))
	if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
		t.broken.Store(true)
	}
	return err
}

// deserted reports whether it is the backend that has ended the tunnel, without a
// close frame. err is what reading from it ended with: a deadline is the proxy's.
func (t *tunnel) deserted(err error) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.ended, t.frames.closed:
		return false
	case t.broken.Load():
		return true
	}
	return !t.half.Load() && !errors.Is(err, os.ErrDeadlineExceeded)
}

// expire ends both directions after d, whatever they wait for.
func (t *tunnel) expire(d time.Duration) {
	t.client.SetDeadline(time.Now().Add(d))
	t.server.SetDeadline(time.Now().Add(d))
}

// cut ends both directions at once.
func (t *tunnel) cut() { t.expire(-time.Second) }

// pass passes on what comes from a connection until it ends, which is no error.
func (t *tunnel) pass(pool *pooled.Pool, from syscall.Conn, to func([]byte) error) error {
	in, err := pool.NewReader(from)
	for err == nil {
		err = t.passOnce(in, to)
	}
	if err == io.EOF {
		return nil
	}
	return err
}

func (t *tunnel) passOnce(in *pooled.Reader, to func([]byte) error) error {
	defer in.Done()
	data, err := in.Next()
	if err != nil {
		return err
	}
	t.active.Store(time.Now().UnixNano())
	return to(data)
}
