package server

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"github.com/wring-go/wring/casebook/chat/room"
)

// client is one connection. The library reads, answers pings and shakes hands at
// the end; messages are written past it, since it would encode the same frame for
// each client and flush after each. Both write whole frames in one call, which a
// connection does not mix.
type client struct {
	server *Server
	room   *room.Room
	net    *conn
	ws     *websocket.Conn
	member atomic.Pointer[room.Member] // nil until the client has joined
	limit  *rate.Limiter
	asked  time.Time // when it was last asked whether it is there; the server's lock
	ending sync.Once
}

// join upgrades a request and serves the client in a goroutine of its own: that of
// net/http has a deep stack and holds the request, which a silent client would
// keep for hours.
func (s *Server) join(w http.ResponseWriter, r *http.Request) {
	roomName, name := r.PathValue("room"), r.FormValue("name")
	if !validName(roomName) || !validName(name) {
		s.refuse(w, "name", http.StatusBadRequest)
		return
	}
	conn, ok := r.Context().Value(connKey{}).(net.Conn)
	if !ok {
		s.refuse(w, "connection", http.StatusInternalServerError)
		return
	}
	c := &client{server: s, net: newConn(conn), asked: time.Now(),
		limit: rate.NewLimiter(rate.Limit(s.opt.Rate), s.opt.Burst)}
	entered, status := s.enter(roomName, c)
	if status != http.StatusOK {
		w.Header().Set("Retry-After", "5")
		s.refuse(w, "full", status)
		return
	}
	c.room = entered
	ws, err := websocket.Accept(smallBuffers{w, c.net}, r,
		&websocket.AcceptOptions{OriginPatterns: s.opt.Origins})
	if err != nil { // the library has answered
		s.metrics.refused.WithLabelValues("handshake").Inc()
		s.leave(roomName, c)
		return
	}
	ws.SetReadLimit(int64(s.opt.Message))
	c.ws = ws
	go c.serve(roomName, name)
}

// validName reports whether a name of a room or a person is short, and shows.
func validName(name string) bool {
	if name == "" || len(name) > 64 || !utf8.ValidString(name) {
		return false
	}
	for _, r := range name {
		if r < ' ' || r == 0x7f || r == '/' {
			return false
		}
	}
	return true
}

func (s *Server) refuse(w http.ResponseWriter, reason string, status int) {
	s.metrics.refused.WithLabelValues(reason).Inc()
	http.Error(w, http.StatusText(status)+": "+reason, status)
}

// The close codes that clients see besides those of the library.
const (
	codeTaken   = websocket.StatusCode(4009) // like 409 of HTTP: the name is taken
	codeTooMany = websocket.StatusPolicyViolation
)

// serve joins the room and reads until the client leaves.
func (c *client) serve(roomName, name string) {
	defer c.server.leave(roomName, c)
	defer c.ws.CloseNow()
	member, err := c.room.Join(name, c, c.tooSlow)
	switch {
	case errors.Is(err, room.ErrTaken):
		c.close(codeTaken, err.Error())
		return
	case err != nil:
		c.close(websocket.StatusGoingAway, err.Error())
		return
	}
	c.member.Store(member)
	defer c.room.Leave(member)
	defer member.Stop()
	for c.hear(member) {
	}
}

func (c *client) joined() bool { return c.member.Load() != nil }

// hear reads one message and says it. It reports whether the client may go on.
func (c *client) hear(member *room.Member) bool {
	kind, r, err := c.ws.Reader(context.Background())
	if err != nil {
		return false
	}
	buf := c.server.metrics.buffers.Get().(*[]byte)
	defer c.server.metrics.buffers.Put(buf)
	*buf, err = readAll(r, (*buf)[:0])
	text := *buf
	switch {
	case err != nil: // too long, or the connection broke; the library has said so
		return false
	case kind != websocket.MessageText || !utf8.Valid(text):
		return c.out("garbage", websocket.StatusInvalidFramePayloadData, "text is wanted")
	case len(text) == 0:
		return true
	case !c.limit.Allow():
		return c.out("rate", codeTooMany, "too many messages")
	}
	receivers, err := c.room.Say(member, text)
	if err == nil {
		c.server.metrics.heard.Inc()
		c.server.metrics.sent.Add(float64(receivers))
	}
	return true // who speaks while the server ends is closed by it, after the others' words
}

// readAll appends what r holds to buf.
func readAll(r io.Reader, buf []byte) ([]byte, error) {
	for {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if err == io.EOF {
			return buf, nil
		}
		if err != nil {
			return buf, err
		}
	}
}

// Try writes what can be written of frames without waiting.
func (c *client) Try(frames []byte) (int, error) { return c.net.try(frames) }

// Write writes frames. A client that takes too long is cut off.
func (c *client) Write(frames []byte) (int, error) {
	err := c.net.finish(frames, c.server.opt.Write)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		c.cut("slow")
		return 0, err
	case err != nil:
		c.net.Close() // the client has gone; the reader sees it, too
		return 0, err
	}
	return len(frames), nil
}

// tooSlow is called when the queue is full. What the client has not read is in the
// way of a goodbye, so it gets none.
func (c *client) tooSlow() { c.cut("slow") }

// cut ends the connection at once.
func (c *client) cut(reason string) {
	c.ending.Do(func() {
		c.server.metrics.put.WithLabelValues(reason).Inc()
		c.net.SetDeadline(time.Unix(1, 0)) // so that nothing waits for the client
		c.ws.CloseNow()
	})
}

// out closes the connection with a code, and returns false.
func (c *client) out(reason string, code websocket.StatusCode, text string) bool {
	c.server.metrics.put.WithLabelValues(reason).Inc()
	if m := c.member.Load(); m != nil {
		m.Stop()
	}
	c.close(code, text)
	return false
}

// goodbye is how long a client has for its half of the last handshake.
const goodbye = time.Second

// close says goodbye. A client that does not answer is cut off.
func (c *client) close(code websocket.StatusCode, text string) {
	c.ending.Do(func() {
		timer := time.AfterFunc(goodbye, func() { c.net.SetDeadline(time.Unix(1, 0)) })
		defer timer.Stop()
		c.net.SetWriteDeadline(time.Now().Add(goodbye))
		c.ws.Close(code, text)
	})
}

// goAway closes the connection when everything has been written, or at once when
// ctx is done.
func (c *client) goAway(ctx context.Context) {
	for !c.joined() { // it is about to, and the room is closed
		select {
		case <-ctx.Done():
			c.net.SetDeadline(time.Unix(1, 0))
			return
		case <-time.After(10 * time.Millisecond):
			if !c.server.here(c) {
				return
			}
		}
	}
	m := c.member.Load()
	select {
	case <-m.Empty():
		c.close(websocket.StatusGoingAway, "the server ends")
	case <-ctx.Done():
		c.cut("stop")
	}
}

// here reports whether c has not left.
func (s *Server) here(c *client) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.members[c]
}

// ask cuts the client off if it does not answer a ping in time.
func (c *client) ask() {
	ctx, cancel := context.WithTimeout(context.Background(), c.server.opt.Pong)
	defer cancel()
	timer := time.AfterFunc(c.server.opt.Pong, func() { c.cut("dead") })
	defer timer.Stop()
	if c.ws.Ping(ctx) != nil && ctx.Err() != nil { // with another error it has left by itself
		c.cut("dead")
	}
}
