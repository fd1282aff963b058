package target

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/wring-go/wring/casebook/load/generator"
	"github.com/wring-go/wring/casebook/servertest"
)

// TestHTTP asks a server of net/http in all ways that an answer's length may be
// said, and wants the same of each protocol.
func TestHTTP(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(answer))
	server.Config.Protocols = new(http.Protocols)
	server.Config.Protocols.SetHTTP1(true)
	server.Config.Protocols.SetUnencryptedHTTP2(true)
	server.Start()
	defer server.Close()
	for _, http2 := range []bool{false, true} {
		for _, c := range []struct {
			path, method string
			want         generator.Answer
		}{
			{"/length", "GET", generator.Answer{Status: 200, Bytes: 5}},
			{"/length", "HEAD", generator.Answer{Status: 200}},
			{"/chunks", "GET", generator.Answer{Status: 200, Bytes: 10_000}},
			{"/nothing", "GET", generator.Answer{Status: 204}},
			{"/missing", "GET", generator.Answer{Status: 404, Bytes: 19}},
			{"/close", "GET", generator.Answer{Status: 200, Bytes: 3}},
			{"/body", "POST", generator.Answer{Status: 200, Bytes: 7}},
		} {
			client := connect(t, Request{URL: server.URL + c.path, Method: c.method,
				Body: body(c.method), HTTP2: http2})
			for range 3 { // also after the connection was closed
				got, err := client.Do(t.Context())
				if err != nil || got.Status != c.want.Status || got.Bytes != c.want.Bytes {
					t.Errorf("%s %s, HTTP/2 %v: %+v, %v; want %+v", c.method, c.path, http2, got,
						err, c.want)
				}
			}
		}
	}
}

func body(method string) []byte {
	if method == http.MethodPost {
		return []byte("letters")
	}
	return nil
}

func answer(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/length":
		io.WriteString(w, "hello")
	case "/chunks":
		for range 10 {
			io.WriteString(w, strings.Repeat("x", 1000))
			w.(http.Flusher).Flush()
		}
	case "/nothing":
		w.WriteHeader(http.StatusNoContent)
	case "/close":
		w.Header().Set("Connection", "close")
		io.WriteString(w, "bye")
	case "/body":
		io.Copy(w, r.Body)
	default:
		http.NotFound(w, r)
	}
}

func connect(t *testing.T, r Request) generator.Client {
	t.Helper()
	dial, err := Dialer(r)
	if err != nil {
		t.Fatal(err)
	}
	client, err := dial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

// TestLarge sends a request that does not fit into the socket's buffer to a server
// that answers when it has read all of it.
func TestLarge(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, _ := io.Copy(io.Discard, r.Body)
		io.WriteString(w, strings.Repeat("x", int(n>>20)))
	}))
	defer server.Close()
	client := connect(t, Request{URL: server.URL, Method: http.MethodPost,
		Body: make([]byte, 32<<20)})
	for range 3 {
		if got, err := client.Do(t.Context()); err != nil || got.Bytes != 32 {
			t.Errorf("%+v, %v", got, err)
		}
	}
}

// TestTLS asks a server whose certificate the client knows, by both protocols.
func TestTLS(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(answer))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	config := server.Client().Transport.(*http.Transport).TLSClientConfig
	for _, http2 := range []bool{false, true} {
		client := connect(t, Request{URL: server.URL + "/length", TLS: config, HTTP2: http2})
		if got, err := client.Do(t.Context()); err != nil || got.Bytes != 5 {
			t.Errorf("HTTP/2 %v: %+v, %v", http2, got, err)
		}
	}
}

// TestEcho sends messages and bytes that come back.
func TestEcho(t *testing.T) {
	ws := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		for {
			kind, message, err := conn.Read(r.Context())
			if err != nil || conn.Write(r.Context(), kind, message) != nil {
				return
			}
		}
	}))
	defer ws.Close()
	tcp := listen(t, func(conn net.Conn) { io.Copy(conn, conn) })
	for _, url := range []string{"ws" + strings.TrimPrefix(ws.URL, "http"), "tcp://" + tcp} {
		client := connect(t, Request{URL: url, Body: []byte("64 bytes")})
		for range 3 {
			if got, err := client.Do(t.Context()); err != nil || got.Bytes != 8 {
				t.Errorf("%s: %+v, %v", url, got, err)
			}
		}
	}
}

// listen serves each connection by serve, and returns the address.
func listen(t *testing.T, serve func(net.Conn)) string {
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
				serve(conn)
			}()
		}
	}()
	return l.Addr().String()
}

// TestFaults has servers that answer in no way, and wants an error in time and a
// client that goes on with a new connection.
func TestFaults(t *testing.T) {
	for name, bad := range map[string]string{
		"nothing":           "",
		"half a status":     "HTTP/1.1 2",
		"no HTTP":           "220 mail.example.com ready\r\n\r\n",
		"half a header":     "HTTP/1.1 200 OK\r\nContent-",
		"a length of words": "HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nhello",
		"half a body":       "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nhello",
		"half a chunk":      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nhello",
		"a chunk too long":  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nhello\r\n",
		"an endless line":   "HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 10_000),
	} {
		var connections atomic.Int32
		address := listen(t, func(conn net.Conn) {
			bufio.NewReader(conn).ReadString('\n')
			if connections.Add(1) == 1 {
				io.WriteString(conn, bad)
				return
			}
			io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
		})
		client := connect(t, Request{URL: "http://" + address})
		if got, err := client.Do(t.Context()); err == nil {
			t.Errorf("%s: no error, but %+v", name, got)
		}
		if got, err := client.Do(t.Context()); err != nil || got.Bytes != 2 {
			t.Errorf("%s: afterwards %+v, %v", name, got, err)
		}
	}
}

// TestTimeout has a server that never answers.
func TestTimeout(t *testing.T) {
	silent := listen(t, func(conn net.Conn) { io.Copy(io.Discard, conn) })
	for _, scheme := range []string{"http", "tcp"} {
		client := connect(t, Request{URL: scheme + "://" + silent, Body: []byte("x"),
			Timeout: 50 * time.Millisecond})
		begin := time.Now()
		if _, err := client.Do(t.Context()); err == nil ||
			time.Since(begin) > servertest.Patience {
			t.Errorf("%s: %v after %v", scheme, err, time.Since(begin))
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := client.Do(ctx); err == nil {
			t.Errorf("%s: no error though the context is done", scheme)
		}
	}
}

// TestBadRequests names what cannot be sent.
func TestBadRequests(t *testing.T) {
	for _, r := range []Request{{URL: "127.0.0.1:80"}, {URL: "ftp://host/"}, {URL: "http:///x"},
		{URL: "tcp://127.0.0.1:1"}, {URL: "http://a/", Method: "A B"},
		{URL: "http://a/", Header: http.Header{"X": {"a\r\nb"}}}} {
		if _, err := Dialer(r); err == nil {
			t.Errorf("%+v is no error", r)
		}
	}
}

// TestAllocations wants requests over HTTP/1.1 to cost no memory, since what the
// generator collects in garbage it takes away from the server.
func TestAllocations(t *testing.T) {
	servertest.CountsAllocations(t)
	response := []byte("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
	address := listen(t, func(conn net.Conn) {
		request := make([]byte, 4096)
		for {
			if _, err := conn.Read(request); err != nil {
				return
			}
			conn.Write(response)
		}
	})
	client := connect(t, Request{URL: "http://" + address})
	ctx := t.Context()
	if n := testing.AllocsPerRun(100, func() {
		if _, err := client.Do(ctx); err != nil {
			t.Error(err)
		}
	}); n > 0 {
		t.Errorf("%v allocations per request, want none", n)
	}
}

func FuzzAnswer(f *testing.F) {
	f.Add("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
	f.Add("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 200 OK\r\n\r\nhello")
	f.Add("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" +
		"5;x=y\r\nhello\r\n0\r\nA: b\r\n\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		in := bufio.NewReader(strings.NewReader(text))
		h, err := readHead(in)
		if err != nil {
			return
		}
		if n, _ := discardBody(in, h, false); h.length < 0 && n > int64(len(text)) {
			t.Errorf("a body of %d bytes in %d", n, len(text))
		}
	})
}
