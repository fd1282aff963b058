package watch

import (
	"bufio"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/wring-go/wring/casebook/diary"
	"github.com/wring-go/wring/casebook/redistest"
	"github.com/wring-go/wring/casebook/servertest"
)

// heard is what a watch has called, in order.
type heard struct {
	mu  sync.Mutex
	all []string
}

func (h *heard) add(text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all = append(h.all, text)
}

func (h *heard) has(text string) func() bool {
	return func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		return slices.Contains(h.all, text)
	}
}

func (h *heard) forget() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all = nil
}

// TestKeys changes keys in a real Redis, which then hangs, is killed, and comes back.
func TestKeys(t *testing.T) {
	server, err := redistest.Start(t.Context())
	if errors.Is(err, diary.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	client := redis.NewClient(&redis.Options{Addr: server.Address})
	defer client.Close()
	var h heard
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		Keys(ctx, Options{Address: server.Address, Prefix: "a:", Timeout: time.Second,
			Changed: func(key string) { h.add("changed " + key) },
			Watching: func(on bool) {
				h.add(map[bool]string{true: "on", false: "off"}[on])
			}})
	}()
	want := func(text string, do func()) {
		t.Helper()
		h.forget()
		do()
		servertest.Eventually(t, text, h.has(text))
	}
	servertest.Eventually(t, "on", h.has("on"))
	want("changed x", func() { client.Set(ctx, "a:x", "1", 0) })
	want("changed x", func() { client.Del(ctx, "a:x") })
	want("changed y", func() {
		client.Set(ctx, "b:x", "1", 0)
		client.Set(ctx, "a:y", "1", 10*time.Millisecond)
	})
	if h.has("changed x")() || h.has("changed b:x")() {
		t.Errorf("a key with another prefix is heard: %q", h.all)
	}
	want("changed ", func() { client.FlushAll(ctx) })
	want("off", func() { server.Pause() })
	want("on", func() { server.Resume() })
	want("off", server.Stop)
	want("on", func() {
		if err := server.Again(ctx); err != nil {
			t.Fatal(err)
		}
	})
	cancel()
	<-ended
}

// FuzzRead wants any bytes to give a value or an error.
func FuzzRead(f *testing.F) {
	f.Add(">2\r\n$10\r\ninvalidate\r\n*1\r\n$3\r\na:x\r\n")
	f.Add("%1\r\n+proto\r\n:3\r\n")
	f.Add("_\r\n")
	f.Add("-NOPROTO sorry\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		v, err := read(bufio.NewReader(strings.NewReader(text)), 0)
		if err == nil && v.kind == 0 {
			t.Errorf("%q gives nothing", text)
		}
	})
}
