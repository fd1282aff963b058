// Package backendtest has servers of WebSockets that say who they are, and may be
// killed, for the tests of the proxy.
package backendtest

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"

	"github.com/wring-go/wring/casebook/wire"
)

// Server sends back each message with its own name before it, and to plain requests
// what it was asked. A path that ends in /refused is not upgraded, and one message,
// "half", is answered by half a frame and the end.
type Server struct {
	Name    string
	Address string

	server *http.Server
	mu     sync.Mutex
	conns  map[net.Conn]bool // upgraded
	heard  int               // messages
}

// Start starts a server. An empty address means any. Kill it in the end.
func Start(name, address string) (*Server, error) {
	if address == "" {
		address = "127.0.0.1:0"
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	b := &Server{Name: name, Address: l.Addr().String(), conns: map[net.Conn]bool{}}
	b.server = &http.Server{Handler: b}
	go b.server.Serve(l)
	return b, nil
}

// ServeHTTP answers a request.
func (b *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Upgrade") == "" || strings.HasSuffix(r.URL.Path, "/refused") {
		if strings.HasSuffix(r.URL.Path, "/refused") {
			w.WriteHeader(http.StatusTeapot)
		}
		fmt.Fprintf(w, "%s %s %s host=%s for=%s proto=%s", b.Name, r.Method, r.URL.RequestURI(),
			r.Host, r.Header["X-Forwarded-For"], r.Header.Get("X-Forwarded-Proto"))
		return
	}
	conn, rw, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer conn.Close()
	b.note(conn, true)
	defer b.note(conn, false)
	fmt.Fprintf(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n"+
		"Upgrade: websocket\r\nSec-WebSocket-Accept: %s\r\n\r\n",
		wire.Accept(r.Header.Get("Sec-WebSocket-Key")))
	b.echo(&wire.Conn{Conn: conn, In: rw.Reader})
}

func (b *Server) note(conn net.Conn, here bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if here {
		b.conns[conn] = true
	} else {
		delete(b.conns, conn)
	}
}

func (b *Server) echo(c *wire.Conn) {
	var answer []byte
	for {
		f, err := c.NextData(nil)
		if err != nil {
			return
		}
		b.mu.Lock()
		b.heard++
		b.mu.Unlock()
		if string(f.Payload) == "half" {
			c.Conn.Write([]byte{0x81, 100, 'x'})
			return
		}
		answer = append(append(answer[:0], b.Name+" "...), f.Payload...)
		if c.Write(f.Opcode, answer) != nil {
			return
		}
	}
}

// Heard returns how many messages there were.
func (b *Server) Heard() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.heard
}

// Kill ends the server and its connections, as a crash does.
func (b *Server) Kill() {
	b.server.Close()
	b.mu.Lock()
	defer b.mu.Unlock()
	for conn := range b.conns {
		conn.(*net.TCPConn).SetLinger(0)
		conn.Close()
	}
}
