// Package check has clients of the chat that read every message and know whether
// one is missing, doubled, or out of order.
package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/wring-go/wring/casebook/load/histogram"
	"github.com/wring-go/wring/casebook/wire"
)

// Client is a client in a room.
type Client struct {
	Name string

	conn  *wire.Conn
	ended chan struct{} // closed when nothing more is read

	mu      sync.Mutex
	first   uint64         // the number of the first message seen; 0 for none
	last    uint64         // of the last
	senders map[string]int // the count in the last text of each
	faults  []string
	err     error               // how it ended
	latency histogram.Histogram // from the time in a text to the time it is read
	live    uint64              // messages after the welcome's
	welcome uint64
}

// Join connects to a room, waits for the welcome, and goes on reading.
func Join(ctx context.Context, address, room, name string, opt wire.Options) (*Client, error) {
	path := "/rooms/" + url.PathEscape(room) + "/ws?name=" + url.QueryEscape(name)
	conn, err := wire.Dial(ctx, address, path, opt)
	if err != nil {
		return nil, err
	}
	c := &Client{Name: name, conn: conn, ended: make(chan struct{}), senders: map[string]int{}}
	stop := context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
	f, err := conn.NextData(nil)
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err == nil && !bytes.Contains(f.Payload, []byte(`"type":"welcome"`)) {
		err = fmt.Errorf("the first message is %.60q", f.Payload)
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	c.welcome, _ = number(f.Payload)
	go c.read()
	return c, nil
}

// Say sends the n-th text of this client, with the time.
func (c *Client) Say(n int) error {
	text := fmt.Appendf(nil, "%s %d %d", c.Name, n, time.Now().UnixNano())
	return c.conn.Write(wire.Text, text)
}

// Conn returns the connection, to do to it what no good client does.
func (c *Client) Conn() *wire.Conn { return c.conn }

// Leave says goodbye and waits for the end.
func (c *Client) Leave() {
	c.conn.Goodbye(1000)
	select {
	case <-c.ended:
	case <-time.After(time.Minute): // the server does not answer
	}
	c.conn.Close()
}

func (c *Client) read() {
	defer close(c.ended)
	buf := make([]byte, 512)
	for {
		f, err := c.conn.NextData(buf)
		if err != nil {
			c.mu.Lock()
			c.err = err
			c.mu.Unlock()
			return
		}
		buf = f.Payload[:cap(f.Payload)]
		if n, ok := number(f.Payload); ok {
			c.message(n, f.Payload)
		}
	}
}

// number returns the number of a message.
func number(payload []byte) (uint64, bool) {
	digits, ok := field(payload, `"number":`, ",}")
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseUint(string(digits), 10, 64)
	return n, err == nil
}

// field returns what stands between label and one of the ends.
func field(payload []byte, label, ends string) ([]byte, bool) {
	_, rest, ok := bytes.Cut(payload, []byte(label))
	if i := bytes.IndexAny(rest, ends); ok && i >= 0 {
		return rest[:i], true
	}
	return nil, false
}

// message checks one message against those before.
func (c *Client) message(n uint64, payload []byte) {
	now := time.Now()
	text, _ := field(payload, `"text":"`, `"`)
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.last != 0 && n != c.last+1:
		c.fault("message %d comes after %d", n, c.last)
	case c.last == 0 && n > c.welcome+1:
		c.fault("the first message is %d, and the welcome named %d", n, c.welcome)
	}
	if c.first == 0 {
		c.first = n
	}
	c.last = n
	if n <= c.welcome {
		return // history: of no sender are all there
	}
	c.live++
	parts := bytes.Split(text, []byte(" "))
	if len(parts) != 3 {
		return
	}
	count, _ := strconv.Atoi(string(parts[1]))
	sender := string(parts[0])
	if before, ok := c.senders[sender]; ok && count != before+1 {
		c.fault("text %d of %s comes after %d", count, sender, before)
	}
	c.senders[sender] = count
	if at, err := strconv.ParseInt(string(parts[2]), 10, 64); err == nil {
		c.latency.Record(now.Sub(time.Unix(0, at)))
	}
}

func (c *Client) fault(format string, args ...any) {
	if len(c.faults) < 10 {
		c.faults = append(c.faults, c.Name+": "+fmt.Sprintf(format, args...))
	}
}

// Last returns the number of the last message.
func (c *Client) Last() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last
}

// Heard returns the count in the last text of a sender, 0 for none.
func (c *Client) Heard(sender string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.senders[sender]
}

// Faults returns what was missing, doubled or out of order, and how many messages
// came after the welcome.
func (c *Client) Faults() ([]string, uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.faults, c.live
}

// Latency adds the times that messages took to h.
func (c *Client) Latency(h *histogram.Histogram) {
	c.mu.Lock()
	defer c.mu.Unlock()
	h.Merge(&c.latency)
}

// Forget forgets the times that messages took so far.
func (c *Client) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.latency = histogram.Histogram{}
}

// Ended reports whether the connection has ended, for whatever reason.
func (c *Client) Ended() bool {
	select {
	case <-c.ended:
		return true
	default:
		return false
	}
}

// End waits until the connection has ended, and returns how: the code of the
// goodbye, or 0 if there was none.
func (c *Client) End(ctx context.Context) (int, error) {
	select {
	case <-c.ended:
	case <-ctx.Done():
		return 0, fmt.Errorf("%s is still connected: %w", c.Name, ctx.Err())
	}
	c.conn.Close()
	var closed *wire.Closed
	if errors.As(c.err, &closed) {
		return closed.Code, nil
	}
	return 0, nil
}
