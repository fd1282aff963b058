package serve_test

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wring-go/wring/casebook/delay/serve"
	"github.com/wring-go/wring/casebook/servertest"
)

// TestStop ends each variant while a hundred clients wait for their answers. All of
// them still get one, though the server makes it when it no longer listens.
func TestStop(t *testing.T) {
	for _, variant := range withDelay() {
		t.Run(variant, func(t *testing.T) {
			if variant == "tcp" {
				stopTCP(t)
				return
			}
			stopHTTP(t, variant, askOnce)
		})
	}
}

// TestStopHTTP2 is TestStop for clients of HTTP/2, whose connections end with
// GOAWAY.
func TestStopHTTP2(t *testing.T) {
	protocols := new(http.Protocols)
	protocols.SetUnencryptedHTTP2(true)
	client := &http.Client{Transport: &http.Transport{Protocols: protocols}}
	stopHTTP(t, "http2", func(address string) (string, error) {
		resp, err := client.Get("http://" + address + "/")
		if err != nil {
			return "", err
		}
		defer resp.Body.Close()
		return resp.Proto + " " + resp.Status, nil
	})
	client.CloseIdleConnections()
}

// ask sends a request and returns the status line of the answer.
type ask func(address string) (string, error)

// stopHTTP ends a variant that net/http serves when every request is in its
// handler. That is the only sign that the server will answer: net/http drops a
// request that it has not begun to handle, and how often it reads until then
// differs between protocols.
func stopHTTP(t *testing.T, variant string, ask ask) {
	h, stop, err := serve.Handler(variant, time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	var begun atomic.Int64
	closed := make(chan struct{})
	held := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun.Add(1)
		select {
		case <-closed:
		case <-t.Context().Done(): // the test has failed
		}
		h.ServeHTTP(w, r)
	})
	s := servertest.Start(t, func(ctx context.Context, l net.Listener) error {
		defer stop()
		return serve.ServeHTTP(ctx, l, held, variant == "http2")
	})
	stopAsked(t, s, ask, &begun, func() { close(closed) })
}

// stopTCP ends the bare loop when it has read every request.
func stopTCP(t *testing.T) {
	var begun atomic.Int64
	s := servertest.Start(t, func(ctx context.Context, l net.Listener) error {
		return serve.Serve(ctx, readListener{l, &begun}, "tcp", 200*time.Millisecond)
	})
	stopAsked(t, s, askOnce, &begun, func() {})
}

// stopAsked lets a hundred clients ask, ends the server when as many requests have
// begun, and calls closed when it no longer listens.
func stopAsked(t *testing.T, s *servertest.Server, ask ask, begun *atomic.Int64, closed func()) {
	t.Helper()
	const clients = 100
	var all sync.WaitGroup
	for range clients {
		all.Go(func() {
			if status, err := ask(s.Address); err != nil || !strings.Contains(status, " 200 ") {
				t.Errorf("%q, %v", status, err)
			}
		})
	}
	servertest.Eventually(t, "all requests have begun", func() bool {
		return begun.Load() == clients
	})
	all.Go(s.Stop)
	servertest.Eventually(t, "the server does not listen any more", s.Closed)
	closed()
	all.Wait()
}

// readListener counts the connections that a request has been read from.
type readListener struct {
	net.Listener
	read *atomic.Int64
}

// Accept returns a connection that is counted.
func (l readListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	return &readConn{Conn: conn, count: l.read}, err
}

type readConn struct {
	net.Conn
	count *atomic.Int64
	read  []byte
}

// Read reads, and counts the connection when its request has ended.
func (c *readConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	whole := []byte("\r\n\r\n")
	before := bytes.Contains(c.read, whole)
	c.read = append(c.read, p[:n]...)
	if !before && bytes.Contains(c.read, whole) {
		c.count.Add(1)
	}
	return n, err
}
