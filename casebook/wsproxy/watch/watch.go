// Package watch hears from Redis which keys have changed, by its client-side
// caching: the server sends a message for each key with a prefix that anyone sets
// or deletes.
package watch

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"
)

// Options say what to watch, and what to call. Both functions are called by one
// goroutine.
type Options struct {
	Address string        // of Redis
	Prefix  string        // of the keys
	Timeout time.Duration // how long an answer may take; a watch that has none is lost

	// Changed is called with the key, without the prefix, and with "" when all
	// keys may have changed.
	Changed func(key string)

	// Watching is called with true when from now on each change is heard, and
	// with false when that ends.
	Watching func(bool)
}

// Keys watches until ctx is done. A connection that is lost is made again.
func Keys(ctx context.Context, opt Options) {
	for ctx.Err() == nil {
		w := watch{opt: opt}
		w.once(ctx) // whatever the reason is, changes are not heard
		if w.began {
			opt.Watching(false)
		}
		select {
		case <-ctx.Done():
		case <-time.After(opt.Timeout / 4):
		}
	}
}

type watch struct {
	opt   Options
	conn  net.Conn
	in    *bufio.Reader
	began bool
}

// once watches by one connection until that is lost.
func (w *watch) once(ctx context.Context) error {
	d := net.Dialer{Timeout: w.opt.Timeout}
	conn, err := d.DialContext(ctx, "tcp", w.opt.Address)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	w.conn, w.in = conn, bufio.NewReader(conn)
	for _, command := range [][]string{{"HELLO", "3"},
		{"CLIENT", "TRACKING", "ON", "BCAST", "PREFIX", w.opt.Prefix}} {
		if err := w.send(command...); err != nil {
			return err
		}
		if _, err := w.answer(); err != nil {
			return err
		}
	}
	w.began = true
	w.opt.Watching(true)
	for { // a connection that is silent may be dead: it is asked now and then
		if err := w.send("PING"); err != nil {
			return err
		}
		if _, err := w.answer(); err != nil {
			return err
		}
		if err := w.listen(w.opt.Timeout); err != nil {
			return err
		}
	}
}

// send sends a command, whose answer must come in time.
func (w *watch) send(words ...string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "*%d\r\n", len(words))
	for _, word := range words {
		fmt.Fprintf(&b, "$%d\r\n%s\r\n", len(word), word)
	}
	w.conn.SetDeadline(time.Now().Add(w.opt.Timeout))
	_, err := w.conn.Write([]byte(b.String()))
	return err
}

// answer reads until there is something that is no message of the server's own.
func (w *watch) answer() (value, error) {
	for {
		v, err := read(w.in, 0)
		if err != nil || v.kind != '>' {
			return v, err
		}
		w.push(v)
	}
}

// listen reads messages of the server's own for a time.
func (w *watch) listen(d time.Duration) error {
	w.conn.SetReadDeadline(time.Now().Add(d))
	for {
		if _, err := w.in.Peek(1); err != nil {
			var late net.Error
			if errors.As(err, &late) && late.Timeout() {
				return nil
			}
			return err
		}
		w.conn.SetReadDeadline(time.Now().Add(w.opt.Timeout))
		v, err := read(w.in, 0)
		if err != nil {
			return err
		}
		if v.kind == '>' {
			w.push(v)
		}
	}
}

// push takes a message of the server's own.
func (w *watch) push(v value) {
	if len(v.items) != 2 || v.items[0].text != "invalidate" {
		return
	}
	if v.items[1].kind == '_' { // the whole database was emptied
		w.opt.Changed("")
	}
	for _, key := range v.items[1].items {
		w.opt.Changed(strings.TrimPrefix(key.text, w.opt.Prefix))
	}
}
