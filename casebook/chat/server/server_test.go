package server_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wring-go/wring/casebook/chat/check"
	"github.com/wring-go/wring/casebook/chat/server"
	"github.com/wring-go/wring/casebook/servertest"
	"github.com/wring-go/wring/casebook/wire"
)

// start serves a chat until the test ends.
func start(t testing.TB, opt server.Options) *servertest.Server {
	t.Helper()
	return servertest.Start(t, func(ctx context.Context, l net.Listener) error {
		return server.New(opt).Serve(ctx, l, grace)
	})
}

// grace is how long the end of a server may take. Those who behave are gone long
// before, and those who do not are put out for a reason of their own.
const grace = servertest.Patience

func join(t testing.TB, address, name string) *check.Client {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), servertest.Patience)
	defer cancel()
	c, err := check.Join(ctx, address, "lobby", name, wire.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Leave)
	return c
}

// crowd joins n clients.
func crowd(t testing.TB, address string, n int) []*check.Client {
	t.Helper()
	var all []*check.Client
	for i := range n {
		all = append(all, join(t, address, fmt.Sprintf("c%d", i)))
	}
	return all
}

// talk lets each of some clients say a number of texts, and waits until all have
// heard all.
func talk(t testing.TB, speakers, all []*check.Client, from, to int) {
	t.Helper()
	var said sync.WaitGroup
	for _, c := range speakers {
		said.Go(func() {
			for n := from; n <= to; n++ {
				if err := c.Say(n); err != nil {
					t.Errorf("%s cannot speak: %v", c.Name, err)
					return
				}
				time.Sleep(time.Millisecond)
			}
		})
	}
	said.Wait()
	servertest.Eventually(t, "all hear all", func() bool {
		for _, c := range all {
			for _, s := range speakers {
				if c.Heard(s.Name) != to {
					return false
				}
			}
		}
		return true
	})
	faultless(t, all)
}

func faultless(t testing.TB, all []*check.Client) {
	t.Helper()
	for _, c := range all {
		if faults, _ := c.Faults(); len(faults) > 0 {
			t.Errorf("%q", faults)
		}
	}
}

// fast is options under which tests need not wait, and under which clients that
// behave are put out for nothing that a busy machine could do.
func fast() server.Options {
	return server.Options{Rate: 1e6, Burst: 1e6, Queue: 1 << 20, Write: servertest.Patience,
		Ping: servertest.Patience, Presence: 20 * time.Millisecond}
}

// TestTalk lets twenty clients talk at once: each hears everything, in one
// order.
func TestTalk(t *testing.T) {
	address := start(t, fast()).Address
	all := crowd(t, address, 20)
	talk(t, all, all, 1, 50)
}

// TestHistory shows the last messages to one who joins later.
func TestHistory(t *testing.T) {
	opt := fast()
	opt.History = 10
	address := start(t, opt).Address
	first := join(t, address, "ann")
	talk(t, []*check.Client{first}, []*check.Client{first}, 1, 30)
	late := join(t, address, "bob")
	servertest.Eventually(t, "the last message is there", func() bool { return late.Last() == 30 })
	faultless(t, []*check.Client{late})
	talk(t, []*check.Client{first}, []*check.Client{first, late}, 31, 32)
}

// TestSlow has a client that joins and never reads. The queue holds what it may, the
// client is cut off, and the others miss nothing. They keep up: no more is said than
// they have heard, but for a few messages, which their queues hold.
func TestSlow(t *testing.T) {
	opt := fast()
	opt.Queue, opt.Write = 64, 500*time.Millisecond
	address := start(t, opt).Address
	good := crowd(t, address, 5)
	deaf := dial(t, address, "deaf")
	deaf.Conn.(*net.TCPConn).SetReadBuffer(4096)
	text := strings.Repeat("x", 4000)
	said := uint64(0)
	servertest.Eventually(t, "the client that does not read is put out", func() bool {
		for range 30 {
			good[0].Conn().Write(wire.Text, []byte(text))
			said++
		}
		servertest.Eventually(t, "the others hear all", func() bool { return heard(good, said) })
		return put(t, address, "slow") == 1
	})
	talk(t, good, good, 1, 20)
	if n := put(t, address, "slow"); n != 1 {
		t.Errorf("%d were put out, want 1", n)
	}
}

// heard reports whether all have heard the message with a number.
func heard(all []*check.Client, number uint64) bool {
	for _, c := range all {
		if c.Last() < number {
			return false
		}
	}
	return true
}

// dial connects a client from which the test does not read.
func dial(t testing.TB, address, name string) *wire.Conn {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), servertest.Patience)
	defer cancel()
	conn, err := wire.Dial(ctx, address, "/rooms/lobby/ws?name="+name, wire.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// put returns how many clients were put out for a reason, as the metrics say.
func put(t testing.TB, address, reason string) int {
	t.Helper()
	n := 0
	for line := range strings.Lines(get(t, address, "/metrics")) {
		if rest, ok := strings.CutPrefix(line, fmt.Sprintf("chat_put_out_total{reason=%q} ",
			reason)); ok {
			fmt.Sscan(rest, &n)
		}
	}
	return n
}

func get(t testing.TB, address, path string) string {
	t.Helper()
	resp, err := http.Get("http://" + address + path)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestDead has clients that answer no ping: one is silent as a machine whose cable
// was pulled, one has sent half a frame. Both are put out in time.
func TestDead(t *testing.T) {
	opt := fast()
	opt.Ping, opt.Pong = 100*time.Millisecond, 3*time.Second
	address := start(t, opt).Address
	good := crowd(t, address, 3)
	dial(t, address, "silent")
	half := dial(t, address, "half")
	half.Conn.Write(frame(wire.Text, "hello", true)[:8])
	servertest.Eventually(t, "both are put out", func() bool {
		return put(t, address, "dead") == 2
	})
	talk(t, good, good, 1, 10)
	if n := put(t, address, "dead"); n != 2 {
		t.Errorf("%d were put out, want 2", n)
	}
}

// TestGarbage has clients that break the protocol. Each must be closed with the
// code that says why, and the others must notice nothing.
func TestGarbage(t *testing.T) {
	opt := fast()
	opt.Rate, opt.Burst = 1, 30
	address := start(t, opt).Address
	good := crowd(t, address, 3)
	huge := []byte{0x81, 0xff, 0, 0, 0, 0, 6, 0, 0, 0, 1, 2, 3, 4} // 100 MB are announced
	for name, c := range map[string]struct {
		bytes []byte
		code  int
	}{
		"100 MB":       {append(huge, make([]byte, 1<<16)...), 1009},
		"not UTF-8":    {frame(wire.Text, "\xff", true), 1007},
		"binary":       {frame(wire.Binary, "x", true), 1007},
		"no mask":      {frame(wire.Text, "x", false), 0}, // the library hangs up
		"reserved":     {[]byte{0xf1, 0x81, 0, 0, 0, 0, 'x'}, 1002},
		"no such code": {[]byte{0x8b, 0x80, 0, 0, 0, 0}, 1002},
		"continuation": {frame(0, "x", true), 1002},
		"a flood":      {many(frame(wire.Text, "x", true)), 1008},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), servertest.Patience)
		bad, err := check.Join(ctx, address, "lobby", strings.ReplaceAll(name, " ", "-"),
			wire.Options{})
		if err != nil {
			t.Fatal(err)
		}
		bad.Conn().Conn.Write(c.bytes)
		if code, err := bad.End(ctx); err != nil || code != c.code {
			t.Errorf("%s: closed with %d, %v; want %d", name, code, err, c.code)
		}
		cancel()
	}
	talk(t, good, good, 1, 10)
}

// frame returns a whole frame as it is sent.
func frame(opcode byte, text string, masked bool) []byte {
	return wire.Append(nil, wire.Frame{Opcode: opcode, Final: true, Payload: []byte(text)}, masked)
}

func many(frame []byte) []byte {
	var all []byte
	for range 50 {
		all = append(all, frame...)
	}
	return all
}

// TestRefused has clients that are not let in.
func TestRefused(t *testing.T) {
	opt := fast()
	opt.Clients, opt.Rooms = 3, 2
	address := start(t, opt).Address
	ann := join(t, address, "ann")
	for name, c := range map[string]struct {
		path   string
		header http.Header
		status int
	}{
		"no name":         {"/rooms/lobby/ws", nil, 400},
		"a strange name":  {"/rooms/lobby/ws?name=%00", nil, 400},
		"a long name":     {"/rooms/lobby/ws?name=" + strings.Repeat("x", 65), nil, 400},
		"another origin":  {"/rooms/lobby/ws?name=x", http.Header{"Origin": {"http://evil"}}, 403},
		"no such room":    {"/rooms/a%2fb/ws?name=x", nil, 400},
		"a page that not": {"/nothing", nil, 404},
	} {
		_, err := wire.Dial(t.Context(), address, c.path, wire.Options{Header: c.header})
		var refused *wire.Refused
		if !errors.As(err, &refused) || refused.Status != c.status {
			t.Errorf("%s: %v, want %d", name, err, c.status)
		}
	}
	conn := dial(t, address, "ann") // the name is taken
	var closed *wire.Closed
	if _, err := conn.NextData(nil); !errors.As(err, &closed) || closed.Code != 4009 {
		t.Errorf("a second ann is closed with %v", err)
	}
	conn.Close()
	for _, room := range []string{"second", "third"} { // of which one is too many
		c, err := wire.Dial(t.Context(), address, "/rooms/"+room+"/ws?name=x", wire.Options{})
		if (err == nil) != (room == "second") {
			t.Errorf("room %s: %v", room, err)
		}
		if err == nil {
			t.Cleanup(func() { c.Close() })
		}
	}
	servertest.Eventually(t, "the second ann has left", func() bool {
		return strings.Contains(get(t, address, "/metrics"), "\nchat_clients 2\n")
	})
	join(t, address, "bob")
	if _, err := wire.Dial(t.Context(), address, "/rooms/lobby/ws?name=cid",
		wire.Options{}); err == nil {
		t.Error("a fourth client is let in")
	}
	talk(t, []*check.Client{ann}, []*check.Client{ann}, 1, 3)
}

// TestStop ends the server while all clients talk. Each gets the same messages,
// the last included, and then 1001, all within the grace time.
func TestStop(t *testing.T) {
	opt := fast()
	opt.Write = 2 * time.Second
	s := start(t, opt)
	address := s.Address
	all := crowd(t, address, 50)
	deaf := dial(t, address, "deaf") // who does not read does not hold up the end
	talking, quiet := context.WithCancel(t.Context())
	var said sync.WaitGroup
	for _, c := range all {
		said.Go(func() {
			for n := 1; talking.Err() == nil && c.Say(n) == nil; n++ {
				time.Sleep(5 * time.Millisecond)
			}
		})
	}
	servertest.Eventually(t, "they talk", func() bool { return all[0].Last() > 500 })
	begin := time.Now()
	s.Stop()
	took := time.Since(begin)
	quiet()
	said.Wait()
	if took > grace {
		t.Errorf("the end takes %v", took)
	}
	t.Logf("the end takes %v", took)
	ctx, cancel := context.WithTimeout(t.Context(), servertest.Patience)
	defer cancel()
	last := uint64(0)
	for _, c := range all {
		if code, err := c.End(ctx); code != 1001 || err != nil {
			t.Errorf("%s is closed with %d, %v", c.Name, code, err)
		}
		last = max(last, c.Last())
	}
	for _, c := range all {
		if c.Last() != last {
			t.Errorf("%s got all up to %d, others up to %d", c.Name, c.Last(), last)
		}
	}
	faultless(t, all)
	deaf.Close()
}

// TestStorm lets a thousand join in a second, and leave.
func TestStorm(t *testing.T) {
	n := 1000
	if testing.Short() {
		n = 200
	}
	opt := fast()
	opt.Presence = time.Second
	address := start(t, opt).Address
	good := crowd(t, address, 3)
	var all sync.WaitGroup
	begin := time.Now()
	for i := range n {
		all.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), servertest.Patience)
			defer cancel()
			time.Sleep(time.Duration(i) * time.Second / time.Duration(n))
			c, err := check.Join(ctx, address, "lobby", fmt.Sprintf("s%d", i), wire.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			time.Sleep(500 * time.Millisecond)
			if faults, _ := c.Faults(); len(faults) > 0 {
				t.Errorf("%q", faults)
			}
			c.Leave()
		})
	}
	talk(t, good, good, 1, 100)
	all.Wait()
	t.Logf("%d joined, stayed half a second, and left in %v", n, time.Since(begin))
	servertest.Eventually(t, "all have left", func() bool {
		return strings.Contains(get(t, address, "/metrics"), "\nchat_clients 3\n")
	})
}

// TestPages has what a browser asks for, and what operators do.
func TestPages(t *testing.T) {
	address := start(t, fast()).Address
	for path, want := range map[string]string{
		"/": "<form action=\"/rooms\">", "/rooms?room=a%20b": "<h1>a b</h1>",
		"/rooms/%3Cb%3E": "<h1>&lt;b&gt;</h1>", "/chat.js": "'use strict'", "/chat.css": "body",
		"/healthz": "ok", "/metrics": "go_goroutines",
	} {
		if text := get(t, address, path); !strings.Contains(text, want) {
			t.Errorf("%s lacks %q:\n%s", path, want, text)
		}
	}
}
