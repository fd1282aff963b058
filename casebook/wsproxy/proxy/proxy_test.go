package proxy_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/casebook/servertest"
	"github.com/wring-go/wring/casebook/wire"
	"github.com/wring-go/wring/casebook/wsproxy/backendtest"
	"github.com/wring-go/wring/casebook/wsproxy/lookup"
	"github.com/wring-go/wring/casebook/wsproxy/proxy"
)

func newBackend(t testing.TB, name string) *backendtest.Server {
	t.Helper()
	b, err := backendtest.Start(name, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Kill)
	return b
}

// start serves a proxy until the test ends.
func start(t testing.TB, opt proxy.Options, names map[string]string) *servertest.Server {
	t.Helper()
	return startWith(t, opt, names, 100*time.Millisecond)
}

// startWith also says how long WebSockets may go on at the end.
func startWith(t testing.TB, opt proxy.Options, names map[string]string,
	delay time.Duration) *servertest.Server {
	t.Helper()
	opt.Table = lookup.New(func(_ context.Context, name string) (string, error) {
		return names[name], nil
	}, lookup.Options{})
	if opt.Allow == nil {
		opt.Allow = allow(t, "127.0.0.1:1024-65535")
	}
	return servertest.Start(t, func(ctx context.Context, l net.Listener) error {
		return proxy.New(opt).Serve(ctx, l, delay)
	})
}

func allow(t testing.TB, text string) proxy.Allow {
	t.Helper()
	list, err := proxy.ParseAllow(text)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func dial(t testing.TB, address, path string) *wire.Conn {
	t.Helper()
	c, err := tryDial(t, address, path)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func tryDial(t testing.TB, address, path string) (*wire.Conn, error) {
	ctx, cancel := context.WithTimeout(t.Context(), servertest.Patience)
	defer cancel()
	c, err := wire.Dial(ctx, address, path, wire.Options{})
	if err != nil {
		return nil, err
	}
	c.SetDeadline(time.Now().Add(servertest.Patience))
	t.Cleanup(func() { c.Close() })
	return c, nil
}

// ask sends a message and returns what comes back.
func ask(c *wire.Conn, text string) (string, error) {
	if err := c.Write(wire.Text, []byte(text)); err != nil {
		return "", err
	}
	f, err := c.NextData(nil)
	return string(f.Payload), err
}

func wantAnswer(t testing.TB, c *wire.Conn, text, want string) {
	t.Helper()
	if got, err := ask(c, text); got != want || err != nil {
		t.Errorf("%q gets %q, %v; want %q", text, got, err, want)
	}
}

func wantRefused(t testing.TB, address, path string, status int) {
	t.Helper()
	_, err := tryDial(t, address, path)
	var refused *wire.Refused
	if !errors.As(err, &refused) || refused.Status != status {
		t.Errorf("%s: %v, want %d", path, err, status)
	}
}

func wantClosed(t testing.TB, c *wire.Conn, code int) {
	t.Helper()
	for {
		_, err := c.NextData(nil)
		var closed *wire.Closed
		switch {
		case err == nil:
			continue
		case code == 0 && !errors.As(err, &closed):
			return
		case !errors.As(err, &closed) || closed.Code != code:
			t.Errorf("it ends with %v, want code %d", err, code)
		}
		return
	}
}

// TestPass sends messages of many lengths through two proxied names, and plain
// requests beside them.
func TestPass(t *testing.T) {
	one, two := newBackend(t, "one"), newBackend(t, "two")
	address := start(t, proxy.Options{},
		map[string]string{"a": one.Address, "b": two.Address}).Address
	for name, backend := range map[string]string{"a": "one", "b": "two"} {
		c := dial(t, address, "/"+name+"/ws?x=1")
		for _, n := range []int{0, 1, 125, 126, 65535, 65536, 1 << 20} {
			text := strings.Repeat("x", n)
			wantAnswer(t, c, text, backend+" "+text)
		}
		req, err := http.NewRequest("GET", "http://"+address+"/"+name+"/page?x=1", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("X-Forwarded-For", "6.6.6.6")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		want := fmt.Sprintf("%s GET /%s/page?x=1 host=%s for=[127.0.0.1] proto=http", backend, name,
			address)
		if err != nil || string(text) != want {
			t.Errorf("%q, %v; want %q", text, err, want)
		}
	}
}

// TestNotPassed has requests that another server might read differently, or that
// name no backend.
func TestNotPassed(t *testing.T) {
	b := newBackend(t, "one")
	address := start(t, proxy.Options{Allow: allow(t, b.Address)},
		map[string]string{"a": b.Address, "evil": "127.0.0.1:1", "name": "localhost:80",
			"words": "over there"}).Address
	const ws = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
		"Sec-WebSocket-Key: d3JpbmctY2FzZWJvb2stMQ==\r\n"
	const a = "GET /a/ HTTP/1.1\r\nHost: x\r\n"
	for name, c := range map[string]struct {
		text   string // without the empty line at the end, if there is no body
		status string
	}{
		"a body":      {a + ws + "Content-Length: 3\r\n\r\nabc", "400"},
		"chunks":      {a + ws + "Transfer-Encoding: chunked\r\n\r\n0\r\n", "400"},
		"two lengths": {a + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab", "400"},
		"length, chunks": {a + ws + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
			"400"},
		"a space":       {"GET /a/ HTTP/1.1\r\nHost : x\r\n", "400"},
		"no host":       {"GET /a/ HTTP/1.1\r\n" + ws, "400"},
		"HTTP/1.0":      {"GET /a/ HTTP/1.0\r\nHost: x\r\n" + ws, "400"},
		"h2c":           {a + "Connection: Upgrade\r\nUpgrade: h2c\r\n", "400"},
		"a POST":        {"POST /a/ HTTP/1.1\r\nHost: x\r\n" + ws, "400"},
		"no Connection": {a + "Upgrade: websocket\r\n", "400"},
		"another server": {"GET http://example.com/a/ HTTP/1.1\r\nHost: example.com\r\n" + ws,
			"404"},
		"CONNECT":          {"CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:22\r\n", "404"},
		"up":               {"GET /a/../b HTTP/1.1\r\nHost: x\r\n" + ws, "404"},
		"up, in disguise":  {"GET /a/%2e%2e/b HTTP/1.1\r\nHost: x\r\n" + ws, "404"},
		"a strange name":   {"GET /a%2fb/ HTTP/1.1\r\nHost: x\r\n" + ws, "404"},
		"nothing":          {"GET / HTTP/1.1\r\nHost: x\r\n", "404"},
		"unknown":          {"GET /c/ HTTP/1.1\r\nHost: x\r\n" + ws, "404"},
		"not allowed":      {"GET /evil/ HTTP/1.1\r\nHost: x\r\n" + ws, "502"},
		"not allowed page": {"GET /evil/ HTTP/1.1\r\nHost: x\r\n", "502"},
		"a host's name":    {"GET /name/ HTTP/1.1\r\nHost: x\r\n" + ws, "502"},
		"no address":       {"GET /words/ HTTP/1.1\r\nHost: x\r\n" + ws, "502"},
	} {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		conn.SetDeadline(time.Now().Add(servertest.Patience))
		io.WriteString(conn, c.text+"\r\n")
		status, _ := bufio.NewReader(conn).ReadString('\n')
		if !strings.Contains(status, " "+c.status+" ") {
			t.Errorf("%s: %q, want %s", name, status, c.status)
		}
		conn.Close()
	}
	if b.Heard() > 0 {
		t.Errorf("the backend heard %d messages", b.Heard())
	}
}

// TestHalves lets a client end its half, and a server send with its handshake.
func TestHalves(t *testing.T) {
	b := newBackend(t, "one")
	address := start(t, proxy.Options{}, map[string]string{"a": b.Address}).Address
	c := dial(t, address, "/a/ws")
	for range 3 {
		if err := c.Write(wire.Text, []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	c.Conn.(*net.TCPConn).CloseWrite()
	for range 3 {
		if f, err := c.NextData(nil); string(f.Payload) != "one x" || err != nil {
			t.Errorf("%q, %v", f.Payload, err)
		}
	}
	c = dial(t, address, "/a/ws")
	c.Goodbye(4000) // the backend says the same, and the proxy adds nothing
	wantClosed(t, c, 4000)
}

// TestPressure lets a client that does not read be sent more than anybody would
// keep: the backend is held up, and the memory stays where it was.
func TestPressure(t *testing.T) {
	b := newBackend(t, "one")
	address := start(t, proxy.Options{}, map[string]string{"a": b.Address}).Address
	slow := dial(t, address, "/a/ws")
	slow.SetDeadline(time.Now().Add(500 * time.Millisecond))
	text := make([]byte, 64<<10)
	sent := 0
	for slow.Write(wire.Binary, text) == nil {
		sent += len(text)
	}
	if sent > 64<<20 {
		t.Errorf("%d MB went in before it stopped", sent>>20)
	}
	wantAnswer(t, dial(t, address, "/a/ws"), "x", "one x")
}

// TestIdle closes a WebSocket on which nothing comes by, also one that stopped in
// the middle of a frame. One that talks goes on, unless the machine was so busy that
// it was silent for as long.
func TestIdle(t *testing.T) {
	b := newBackend(t, "one")
	const idle = 200 * time.Millisecond
	address := start(t, proxy.Options{Idle: idle}, map[string]string{"a": b.Address}).Address
	silent, half := dial(t, address, "/a/ws"), dial(t, address, "/a/ws")
	half.Conn.Write([]byte{0x81, 0xfe})
	busy := dial(t, address, "/a/ws")
	begin := time.Now()
	for last := begin; last.Sub(begin) < 3*idle; {
		got, err := ask(busy, "x")
		now := time.Now()
		if now.Sub(last) > idle {
			t.Logf("nothing was asked for %v", now.Sub(last))
			break
		}
		if got != "one x" || err != nil {
			t.Fatalf("one that was silent for %v gets %q, %v", now.Sub(last), got, err)
		}
		last = now
	}
	wantClosed(t, silent, 1001)
	wantClosed(t, half, 1001)
}

// TestStop ends the proxy: a WebSocket may go on for as long as the delay says, and
// the proxy does not wait any longer than it does.
func TestStop(t *testing.T) {
	c, s := stopping(t, time.Hour)
	wantAnswer(t, c, "y", "one y")
	c.Close()
	s.Stop()
}

// TestStopAfterDelay closes the WebSockets that are left with 1012.
func TestStopAfterDelay(t *testing.T) {
	c, s := stopping(t, 10*time.Millisecond)
	wantClosed(t, c, 1012)
	c.Close()
	s.Stop()
}

// stopping returns a WebSocket of a proxy that has begun to stop.
func stopping(t *testing.T, delay time.Duration) (*wire.Conn, *servertest.Server) {
	t.Helper()
	b := newBackend(t, "one")
	s := startWith(t, proxy.Options{}, map[string]string{"a": b.Address}, delay)
	c := dial(t, s.Address, "/a/ws")
	wantAnswer(t, c, "x", "one x")
	go s.Stop()
	servertest.Eventually(t, "the proxy does not listen any more", s.Closed)
	return c, s
}

// TestLimit has one WebSocket too many.
func TestLimit(t *testing.T) {
	b := newBackend(t, "one")
	address := start(t, proxy.Options{Tunnels: 1}, map[string]string{"a": b.Address}).Address
	c := dial(t, address, "/a/ws")
	wantRefused(t, address, "/a/ws", 503)
	c.Close()
	servertest.Eventually(t, "the next one is let in", func() bool {
		_, err := tryDial(t, address, "/a/ws")
		return err == nil
	})
}

// TestAllocations wants a message to cost no memory in the proxy, beyond what the
// ends, which are here too, need for it.
func TestAllocations(t *testing.T) {
	servertest.CountsAllocations(t)
	address := start(t, proxy.Options{}, map[string]string{"a": plainEcho(t)}).Address
	c := dial(t, address, "/a/ws")
	message := wire.Append(nil, wire.Frame{Opcode: wire.Text, Final: true,
		Payload: []byte("hello")}, true)
	back := make([]byte, len(message))
	n := testing.AllocsPerRun(500, func() {
		c.Conn.Write(message)
		if _, err := io.ReadFull(c.In, back); err != nil {
			t.Error(err)
		}
	})
	if n > 0 {
		t.Errorf("%v allocations per message there and back", n)
	}
}

// plainEcho returns the address of a backend that sends back bytes as they are and
// takes no memory for it.
func plainEcho(t testing.TB) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				in := bufio.NewReader(conn)
				r, err := http.ReadRequest(in)
				if err != nil {
					return
				}
				fmt.Fprintf(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n"+
					"Upgrade: websocket\r\nSec-WebSocket-Accept: %s\r\n\r\n",
					wire.Accept(r.Header.Get("Sec-WebSocket-Key")))
				buf := make([]byte, 4096)
				for {
					n, err := in.Read(buf)
					if err != nil {
						return
					}
					conn.Write(buf[:n])
				}
			}()
		}
	}()
	return l.Addr().String()
}

// BenchmarkMessage is one message through the proxy and back.
//
//wring:unguarded the handshake before it depends on the machine; a test wants no object
func BenchmarkMessage(b *testing.B) {
	address := start(b, proxy.Options{}, map[string]string{"a": plainEcho(b)}).Address
	c := dial(b, address, "/a/ws")
	message := wire.Append(nil, wire.Frame{Opcode: wire.Text, Final: true,
		Payload: []byte("hello")}, true)
	back := make([]byte, len(message))
	c.SetDeadline(time.Time{})
	b.ReportAllocs()
	for b.Loop() {
		c.Conn.Write(message)
		if _, err := io.ReadFull(c.In, back); err != nil {
			b.Fatal(err)
		}
	}
}
