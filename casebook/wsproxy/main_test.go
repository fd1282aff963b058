package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/wring-go/wring/casebook/diary"
	"github.com/wring-go/wring/casebook/redistest"
	"github.com/wring-go/wring/casebook/servertest"
	"github.com/wring-go/wring/casebook/wire"
	"github.com/wring-go/wring/casebook/wsproxy/backendtest"
)

// world is a proxy as it is deployed: with a real Redis, and backends.
type world struct {
	t       *testing.T
	address string
	redis   *redistest.Server
	client  *redis.Client
	allowed string // the file with the list of backends
	reload  chan os.Signal
	stop    func()
}

func newWorld(t *testing.T, flags ...string) *world {
	t.Helper()
	return newWorldWith(t, func(w *world, args []string) (string, func()) {
		return servertest.Run(t, func(ctx context.Context, args []string,
			stdout, stderr io.Writer) error {
			return run(ctx, args, stdout, stderr, w.reload)
		}, args...)
	}, flags...)
}

// newWorldWith also says how the proxy is started.
func newWorldWith(t *testing.T, start func(w *world, args []string) (string, func()),
	flags ...string) *world {
	t.Helper()
	server, err := redistest.Start(t.Context())
	if errors.Is(err, diary.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	w := &world{t: t, redis: server, reload: make(chan os.Signal),
		client:  redis.NewClient(&redis.Options{Addr: server.Address, MaxRetries: -1}),
		allowed: filepath.Join(t.TempDir(), "allowed")}
	t.Cleanup(func() { w.client.Close() })
	w.allow("127.0.0.1:1024-65535")
	args := append([]string{"-listen", "127.0.0.1:0", "-redis", server.Address, "-allow",
		"@" + w.allowed, "-delay", "200ms"}, flags...)
	w.address, w.stop = start(w, args)
	return w
}

// TestProcess ends the program by SIGTERM, which must be code 1012 for a client.
func TestProcess(t *testing.T) {
	w := newWorldWith(t, func(w *world, args []string) (string, func()) {
		return servertest.Process(t, args...)
	})
	w.set("chat", w.backend("one", "").Address)
	c := w.mustDial("/chat/ws")
	w.answers(c, "x", "one x")
	ended := make(chan struct{})
	go func() { w.stop(); close(ended) }()
	w.ends(c, 1012)
	<-ended
}

// allow writes the list of backends.
func (w *world) allow(list string) {
	w.t.Helper()
	if err := os.WriteFile(w.allowed, []byte(list), 0o666); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) set(name, backend string) {
	w.t.Helper()
	if err := w.client.Set(w.t.Context(), keyPrefix+name, backend, 0).Err(); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) backend(name, address string) *backendtest.Server {
	w.t.Helper()
	b, err := backendtest.Start(name, address)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(b.Kill)
	return b
}

func (w *world) dial(path string) (*wire.Conn, error) {
	ctx, cancel := context.WithTimeout(w.t.Context(), servertest.Patience)
	defer cancel()
	c, err := wire.Dial(ctx, w.address, path, wire.Options{})
	if err != nil {
		return nil, err
	}
	c.SetDeadline(time.Now().Add(servertest.Patience))
	w.t.Cleanup(func() { c.Close() })
	return c, nil
}

func (w *world) mustDial(path string) *wire.Conn {
	w.t.Helper()
	c, err := w.dial(path)
	if err != nil {
		w.t.Fatalf("%s: %v", path, err)
	}
	return c
}

func (w *world) refused(path string, status int) {
	w.t.Helper()
	_, err := w.dial(path)
	var refused *wire.Refused
	if !errors.As(err, &refused) || refused.Status != status {
		w.t.Errorf("%s: %v, want %d", path, err, status)
	}
}

// comesTo waits until a path is refused with a status.
func (w *world) comesTo(path string, status int) {
	w.t.Helper()
	servertest.Eventually(w.t, fmt.Sprint(path, " is refused with ", status), func() bool {
		c, err := w.dial(path)
		if err == nil {
			c.Close()
		}
		var refused *wire.Refused
		return errors.As(err, &refused) && refused.Status == status
	})
}

func (w *world) answers(c *wire.Conn, text, want string) {
	w.t.Helper()
	err := c.Write(wire.Text, []byte(text))
	var f wire.Frame
	if err == nil {
		f, err = c.NextData(nil)
	}
	if err != nil || string(f.Payload) != want {
		w.t.Errorf("%q gets %q, %v; want %q", text, f.Payload, err, want)
	}
}

// ends wants a connection to end with a code, 0 for none.
func (w *world) ends(c *wire.Conn, code int) {
	w.t.Helper()
	_, err := c.NextData(nil)
	var closed *wire.Closed
	got := 0
	if errors.As(err, &closed) {
		got = closed.Code
	}
	if err == nil || got != code {
		w.t.Errorf("it ends with %v, want code %d", err, code)
	}
}

// TestOneLookup lets a thousand connect while Redis is slow to answer the first, and
// counts what Redis was asked: once for the first, and once for all who came while
// that answer was under way.
func TestOneLookup(t *testing.T) {
	n := 1000
	if testing.Short() {
		n = 200
	}
	w := newWorld(t, "-redis-timeout", servertest.Patience.String())
	w.set("chat", w.backend("one", "").Address)
	before := w.commands()
	if err := w.redis.Pause(); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	goroutines := runtime.NumGoroutine()
	for range n {
		all.Go(func() {
			if c, err := w.dial("/chat/ws"); err != nil {
				t.Error(err)
			} else {
				w.answers(c, "x", "one x")
			}
		})
	}
	servertest.Eventually(t, "each client and its connection in the proxy has a goroutine",
		func() bool { return runtime.NumGoroutine() >= goroutines+2*n })
	if err := w.redis.Resume(); err != nil {
		t.Fatal(err)
	}
	all.Wait()
	asked := w.commands() - before
	t.Logf("%d connections, %d questions", n, asked)
	if asked == 0 || asked > n/10 {
		t.Errorf("%d connections make %d questions", n, asked)
	}
}

// TestLifetime wants answers to be kept, and a change to hold for new connections at
// once although their lifetime is an hour.
func TestLifetime(t *testing.T) {
	w := newWorld(t, "-lifetime", "1h", "-drain", "1h")
	w.set("chat", w.backend("one", "").Address)
	asked := func() int {
		before := w.commands()
		w.mustDial("/chat/ws")
		return w.commands() - before
	}
	servertest.Eventually(t, "an answer is kept", func() bool { return asked() == 0 })
	for _, name := range []string{"two", "three"} {
		w.set("chat", w.backend(name, "").Address)
		servertest.Eventually(t, "new connections follow", func() bool {
			c := w.mustDial("/chat/ws")
			defer c.Close()
			c.Write(wire.Text, []byte("x"))
			f, err := c.NextData(nil)
			return err == nil && string(f.Payload) == name+" x"
		})
		servertest.Eventually(t, "the answer is kept", func() bool { return asked() == 0 })
	}
}

// commands returns how many GETs Redis has answered.
func (w *world) commands() int {
	text, err := w.client.Info(w.t.Context(), "commandstats").Result()
	if err != nil {
		w.t.Fatal(err)
	}
	_, rest, _ := strings.Cut(text, "cmdstat_get:calls=")
	n := 0
	fmt.Sscanf(rest, "%d", &n)
	return n
}

// TestUsage has command lines that cannot be understood.
func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"x"}, {"-nope"}, {}, {"-allow", "@/no/such"},
		{"-allow", "example.com:80"}, {"-allow", "127.0.0.1"}, {"-allow", "127.0.0.1:9-8"},
		{"-allow", "127.0.0.1:80", "-listen", "nowhere"},
		{"-allow", "127.0.0.1:80", "-listen", "127.0.0.1:0", "-metrics", "nowhere"},
		{"-allow", "127.0.0.1:80", "-listen", "127.0.0.1:0", "-metrics", "127.0.0.1:0",
			"-debug", "0.0.0.0:0"}} {
		if err := run(t.Context(), args, io.Discard, io.Discard, nil); err == nil {
			t.Errorf("%q is no error", args)
		}
	}
}

// hangUp is what asks the command to read its list again.
func (w *world) hangUp() { w.reload <- syscall.SIGHUP }

// listener accepts connections and gives each to serve.
func (w *world) listener(serve func(net.Conn)) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go serve(conn)
		}
	}()
	return l.Addr().String()
}
