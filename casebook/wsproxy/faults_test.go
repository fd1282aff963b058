package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wring-go/wring/casebook/servertest"
	"github.com/wring-go/wring/casebook/wire"
	"github.com/wring-go/wring/casebook/wsproxy/backendtest"
)

// checker is clients that talk to their backend all the time, and count.
type checker struct {
	all  sync.WaitGroup
	stop context.CancelFunc

	mu       sync.Mutex
	messages int
	faults   []string
}

// observe starts clients of two names, each of which must hear nothing but its own
// messages, each once and in order, from its own backend.
func observe(w *world, names map[string]string, each int) *checker {
	ctx, stop := context.WithCancel(context.Background())
	k := &checker{stop: stop}
	for name, backend := range names {
		for i := range each {
			c := w.mustDial("/" + name + "/ws")
			c.SetDeadline(time.Now().Add(5 * time.Minute))
			k.all.Go(func() { k.talk(ctx, c, backend, fmt.Sprint(name, i)) })
		}
	}
	return k
}

// talk sends numbered messages, some at a time, and wants them back.
func (k *checker) talk(ctx context.Context, c *wire.Conn, backend, who string) {
	const atOnce = 5
	buf := make([]byte, 256)
	for n := 0; ctx.Err() == nil; n += atOnce {
		for i := range atOnce {
			if err := c.Write(wire.Text, fmt.Append(nil, who, " ", n+i)); err != nil {
				k.fault("%s cannot send %d: %v", who, n+i, err)
				return
			}
		}
		for i := range atOnce {
			f, err := c.NextData(buf)
			want := fmt.Sprint(backend, " ", who, " ", n+i)
			if err != nil || string(f.Payload) != want {
				k.fault("%s gets %q, %v; want %q", who, f.Payload, err, want)
				return
			}
			k.count()
		}
		time.Sleep(2 * time.Millisecond)
	}
}

func (k *checker) count() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.messages++
}

func (k *checker) fault(format string, args ...any) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.faults = append(k.faults, fmt.Sprintf(format, args...))
}

// fault is something bad that happens, and what must follow for who is concerned.
type fault struct {
	name string
	do   func(w *world)
}

// TestFaults lets one thing after the other go wrong while clients talk to backends
// that are well. They must notice nothing: no message lost, doubled, out of order,
// or from the wrong backend.
func TestFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for timeouts; not with -short")
	}
	w := newWorld(t, "-stale", "5s", "-drain", "3s", "-idle", "5s", "-connect", "5s")
	w.set("red", w.backend("RED", "").Address)
	w.set("blue", w.backend("BLUE", "").Address)
	k := observe(w, map[string]string{"red": "RED", "blue": "BLUE"}, 5)
	for _, f := range faults() {
		before := k.heard()
		begin := time.Now()
		f.do(w)
		servertest.Eventually(t, "the others go on", func() bool { return k.heard() > before })
		t.Logf("%-40s %6d messages, %v", f.name, k.heard()-before,
			time.Since(begin).Round(time.Millisecond))
	}
	k.stop()
	k.all.Wait()
	for _, text := range k.faults {
		t.Error(text)
	}
	t.Logf("%d faults, %d messages, each once and in order", len(faults()), k.messages)
	if len(faults()) < 20 || k.messages < 1000 {
		t.Errorf("%d faults and %d messages prove little", len(faults()), k.messages)
	}
}

func (k *checker) heard() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.messages
}

func faults() []fault {
	return append(append(redisFaults(), backendFaults()...), clientFaults()...)
}

// redisFaults are those of the table.
func redisFaults() []fault {
	return []fault{
		{"Redis is killed: 503 after the time", func(w *world) {
			w.answers(w.mustDial("/red/ws"), "x", "RED x")
			w.redis.Stop()
			w.answers(w.mustDial("/red/ws"), "x", "RED x") // what is kept is good for a while
			w.refused("/never/ws", 503)
			w.comesTo("/red/ws", 503)
		}},
		{"Redis comes back empty: 404", func(w *world) {
			if err := w.redis.Again(w.t.Context()); err != nil {
				w.t.Fatal(err)
			}
			w.comesTo("/red/ws", 404)
		}},
		{"Redis hangs: what is kept, then 503", func(w *world) {
			b := w.backend("HUNG", "")
			w.set("hung", b.Address)
			w.answers(w.mustDial("/hung/ws"), "x", "HUNG x")
			w.redis.Pause()
			w.refused("/never/ws", 503)
			w.comesTo("/hung/ws", 503)
			w.redis.Resume()
			w.comesTo("/never/ws", 404)
		}},
		{"the mapping changes: new ones follow", func(w *world) {
			old, new := w.backend("OLD", ""), w.backend("NEW", "")
			w.set("moves", old.Address)
			c := w.mustDial("/moves/ws")
			w.answers(c, "x", "OLD x")
			w.set("moves", new.Address)
			w.answers(w.mustDial("/moves/ws"), "x", "NEW x")
			w.answers(c, "y", "OLD y") // goes on for a while
			w.ends(c, 1012)
		}},
		{"the mapping changes, and no client asks", func(w *world) {
			w.set("quiet", w.backend("OLD", "").Address)
			c := w.mustDial("/quiet/ws")
			w.answers(c, "x", "OLD x")
			w.set("quiet", w.backend("NEW", "").Address)
			w.ends(c, 1012)
		}},
		{"the mapping goes away: 404", func(w *world) {
			w.set("gone", w.backend("GONE", "").Address)
			c := w.mustDial("/gone/ws")
			w.client.Del(w.t.Context(), keyPrefix+"gone")
			w.refused("/gone/ws", 404)
			w.answers(c, "x", "GONE x")
		}},
		{"the mapping is garbage: 502", func(w *world) {
			w.set("garbage", "http://[::1")
			w.refused("/garbage/ws", 502)
		}},
		{"the mapping is not allowed: 502", func(w *world) {
			w.set("evil", "127.0.0.1:22")
			w.refused("/evil/ws", 502)
		}},
		{"the list of backends shrinks", func(w *world) {
			b := w.backend("OUT", "")
			w.set("out", b.Address)
			c := w.mustDial("/out/ws")
			_, port, _ := net.SplitHostPort(b.Address)
			w.allow(allBut(port))
			w.hangUp()
			w.hangUp() // the first has been taken when the second is
			w.refused("/out/ws", 502)
			w.ends(c, 1012)
			w.allow("nonsense")
			w.hangUp() // the list stays
			w.hangUp()
			w.refused("/out/ws", 502)
		}},
		{"the table is no string: 503", func(w *world) {
			w.client.LPush(w.t.Context(), keyPrefix+"list", "127.0.0.1:9000")
			w.refused("/list/ws", 503)
		}},
	}
}

// allBut returns a list that lacks one port.
func allBut(port string) string {
	var n int
	fmt.Sscan(port, &n)
	return fmt.Sprintf("127.0.0.1:1024-%d, 127.0.0.1:%d-65535", n-1, n+1)
}

// backendFaults are those of servers.
func backendFaults() []fault {
	return []fault{
		{"a backend is killed: 1014", func(w *world) {
			b := w.backend("KILLED", "")
			w.set("killed", b.Address)
			c := w.mustDial("/killed/ws")
			w.answers(c, "x", "KILLED x")
			b.Kill()
			w.ends(c, 1014)
			w.refused("/killed/ws", 502)
			again, err := backendtest.Start("AGAIN", b.Address)
			if err != nil {
				w.t.Fatal(err)
			}
			w.answers(w.mustDial("/killed/ws"), "x", "AGAIN x")
			again.Kill()
		}},
		{"a backend dies within a frame: the end", func(w *world) {
			w.set("half", w.backend("HALF", "").Address)
			c := w.mustDial("/half/ws")
			c.Write(wire.Text, []byte("half"))
			w.ends(c, 0)
		}},
		{"a backend does not listen: 502", func(w *world) {
			w.set("deaf", "127.0.0.1:1025")
			w.refused("/deaf/ws", 502)
		}},
		{"a backend never answers: 502", func(w *world) {
			w.set("mute", w.listener(func(conn net.Conn) { io.Copy(io.Discard, conn) }))
			w.refused("/mute/ws", 502)
		}},
		{"a backend answers garbage: 502", func(w *world) {
			w.set("noise", w.listener(func(conn net.Conn) {
				defer conn.Close()
				bufio.NewReader(conn).ReadString('\n')
				io.WriteString(conn, "220 mail ready\r\n\r\n")
			}))
			w.refused("/noise/ws", 502)
		}},
		{"a backend hangs up at once: 502", func(w *world) {
			w.set("shy", w.listener(func(conn net.Conn) { conn.Close() }))
			w.refused("/shy/ws", 502)
		}},
		{"a backend refuses: its own answer", func(w *world) {
			w.set("pot", w.backend("POT", "").Address)
			w.refused("/pot/refused", http.StatusTeapot)
		}},
		{"a backend switches to something else: 502", func(w *world) {
			w.set("other", w.listener(func(conn net.Conn) {
				defer conn.Close()
				bufio.NewReader(conn).ReadString('\n')
				io.WriteString(conn, "HTTP/1.1 101 OK\r\nUpgrade: telnet\r\n\r\n")
			}))
			w.refused("/other/ws", 502)
		}},
	}
}

// clientFaults are those of clients.
func clientFaults() []fault {
	return []fault{
		{"a client resets", func(w *world) {
			w.set("calm", w.backend("CALM", "").Address)
			for range 20 {
				c := w.mustDial("/calm/ws")
				c.Write(wire.Text, []byte("x"))
				c.Conn.(*net.TCPConn).SetLinger(0)
				c.Conn.Close()
			}
		}},
		{"a client ends its half", func(w *world) {
			c := w.mustDial("/calm/ws")
			c.Write(wire.Text, []byte("last words"))
			c.Conn.(*net.TCPConn).CloseWrite()
			if f, err := c.NextData(nil); err != nil || string(f.Payload) != "CALM last words" {
				w.t.Errorf("%q, %v", f.Payload, err)
			}
		}},
		{"a client never reads", func(w *world) {
			c := w.mustDial("/calm/ws")
			c.SetDeadline(time.Now().Add(300 * time.Millisecond))
			for c.Write(wire.Binary, make([]byte, 1<<16)) == nil {
			}
			w.answers(w.mustDial("/calm/ws"), "x", "CALM x")
		}},
		{"a client stops within a frame: 1001", func(w *world) {
			c := w.mustDial("/calm/ws")
			c.Conn.Write([]byte{0x81, 0xff, 0})
			w.ends(c, 1001)
		}},
		{"a request hides in another: 400", func(w *world) {
			conn, err := net.Dial("tcp", w.address)
			if err != nil {
				w.t.Fatal(err)
			}
			defer conn.Close()
			io.WriteString(conn, "GET /calm/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n"+
				"Upgrade: websocket\r\nContent-Length: 40\r\n\r\nGET /red/ws HTTP/1.1\r\n")
			if line, _ := bufio.NewReader(conn).ReadString('\n'); !strings.Contains(line, " 400 ") {
				w.t.Errorf("the answer is %q", line)
			}
		}},
		{"five hundred connect while the mapping moves", func(w *world) {
			one, two := w.backend("ONE", ""), w.backend("TWO", "")
			w.set("swap", one.Address)
			var all sync.WaitGroup
			for range 250 {
				all.Go(func() { w.swapped("ONE", "TWO") })
			}
			w.set("swap", two.Address)
			for range 250 {
				all.Go(func() { w.swapped("TWO") })
			}
			all.Wait()
		}},
	}
}

// swapped wants an answer of one of some backends. Who asks after the mapping has
// moved must get the new one.
func (w *world) swapped(from ...string) {
	c, err := w.dial("/swap/ws")
	if err != nil {
		w.t.Error(err)
		return
	}
	defer c.Close()
	if err := c.Write(wire.Text, []byte("x")); err != nil {
		w.t.Error(err)
		return
	}
	f, err := c.NextData(nil)
	for _, name := range from {
		if err == nil && string(f.Payload) == name+" x" {
			return
		}
	}
	w.t.Errorf("%q, %v; want an answer of %v", f.Payload, err, from)
}
