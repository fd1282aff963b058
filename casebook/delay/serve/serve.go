// Package serve has the ways in which the delay server may be built.
package serve

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/wring-go/wring/casebook/delay/after"
	"github.com/wring-go/wring/casebook/delay/before"
	"github.com/wring-go/wring/casebook/delay/wheel"
)

// Variants returns the names of the ways to serve, the first being the usual one.
func Variants() []string { return []string{"after", "before", "wheel", "http2", "tcp", "empty"} }

// Serve answers connections of l until ctx is done, and then finishes what is
// under way: the requests that a handler has begun to answer. net/http drops a
// request that has not reached the handler by then, and closes its connection.
func Serve(ctx context.Context, l net.Listener, variant string, delay time.Duration) error {
	if variant == "tcp" {
		return serveTCP(ctx, l, delay)
	}
	h, stop, err := handler(variant, delay)
	if err != nil {
		l.Close()
		return err
	}
	defer stop()
	return serveHTTP(ctx, l, h, variant == "http2")
}

// handler returns what answers in a variant that net/http serves. Call stop when
// the server has ended.
func handler(variant string, delay time.Duration) (h http.Handler, stop func(), err error) {
	nothing := func() {}
	switch variant {
	case "after", "http2":
		return after.Handler(delay, time.Sleep), nothing, nil
	case "before":
		return before.Handler(delay), nothing, nil
	case "wheel":
		w := wheel.New(time.Millisecond)
		return after.Handler(delay, w.Sleep), w.Stop, nil
	case "empty": // what net/http itself costs
		return http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), nothing, nil
	}
	return nil, nil, fmt.Errorf("no variant is called %q; there are %s", variant,
		strings.Join(Variants(), ", "))
}

// grace is how long a server that was told to end waits for what is under way.
const grace = 10 * time.Second

func serveHTTP(ctx context.Context, l net.Listener, h http.Handler, http2 bool) error {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(http2)
	server := &http.Server{Handler: h, Protocols: protocols, ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout: time.Minute}
	stopped := make(chan error, 1)
	defer context.AfterFunc(ctx, func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
		defer cancel()
		stopped <- shutdown(ctx, server)
	})()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}

// shutdown is server.Shutdown for HTTP/2, too. Shutdown sends GOAWAY to those
// connections that net/http already takes for HTTP/2, and would wait for one whose
// first bytes it is just reading until the client leaves. Each further call sends
// GOAWAY to those that came late.
func shutdown(ctx context.Context, server *http.Server) error {
	for {
		round, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
		err := server.Shutdown(round)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
			return err
		}
	}
}

// answerTCP is what the bare loop answers, whatever was asked.
func answerTCP(delay time.Duration) []byte {
	body := "waited " + delay.String() + "\n"
	return fmt.Appendf(nil, "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n"+
		"Content-Length: %d\r\n\r\n%s", len(body), body)
}

// serveTCP is as little of HTTP as the delay needs: it skips the header of a
// request, which must have no body, and writes bytes. It shows what net/http
// costs, and is no server to run.
func serveTCP(ctx context.Context, l net.Listener, delay time.Duration) error {
	defer context.AfterFunc(ctx, func() { l.Close() })()
	answer := answerTCP(delay)
	var all sync.WaitGroup
	defer all.Wait()
	for {
		conn, err := l.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			if errors.Is(err, net.ErrClosed) {
				return err
			}
			time.Sleep(10 * time.Millisecond) // such as too many open files: that passes
			continue
		}
		all.Go(func() {
			defer conn.Close()
			defer context.AfterFunc(ctx, func() { conn.SetReadDeadline(time.Unix(1, 0)) })()
			loop(ctx, conn, answer, delay)
		})
	}
}

func loop(ctx context.Context, conn net.Conn, answer []byte, delay time.Duration) {
	in := bufio.NewReaderSize(conn, 512)
	for ctx.Err() == nil {
		for length := -1; length != 0; {
			line, err := in.ReadSlice('\n')
			if err != nil {
				return
			}
			length = len(strings.TrimRight(string(line), "\r\n"))
		}
		time.Sleep(delay)
		if _, err := conn.Write(answer); err != nil {
			return
		}
	}
}
