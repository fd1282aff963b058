package main

import (
	"context"
	"fmt"
	"net"
	"path/filepath"
	"time"

	delay "github.com/wring-go/wring/casebook/delay/serve"
	echo "github.com/wring-go/wring/casebook/echo/serve"
	"github.com/wring-go/wring/casebook/load/target"
)

// served is a server of the delay or echo table.
type served struct {
	contender
	http2   bool
	variant string // of Go's, served in this process too, for the exact counts
}

// delayContenders returns the delay servers, the one to compare with first.
func (m *measurement) delayContenders() []served {
	goServer := func(name, variant string, env ...string) served {
		return served{contender: contender{name: name, env: env, args: []string{m.bin["delay"],
			"-listen", "127.0.0.1:PORT", "-delay", "10ms", "-variant", variant}},
			http2: variant == "http2", variant: variant}
	}
	other := func(name, program, file string) served {
		return served{contender: contender{name: name, args: []string{program,
			filepath.Join(m.root, "casebook/delay/others", file), "PORT", "10"}}}
	}
	return []served{
		goServer("Go, net/http, by hand", "after"),
		goServer("Go, net/http, as one writes it first", "before"),
		goServer("Go, net/http, GOMAXPROCS=1", "after", "GOMAXPROCS=1"),
		goServer("Go, net/http, timer wheel", "wheel"),
		goServer("Go, HTTP/2 without TLS", "http2"),
		goServer("Go, bare loop over TCP", "tcp"),
		other("Tornado", "/usr/bin/python3", "tornado_delay.py"),
		other("Twisted", "/usr/bin/python3", "twisted_delay.py"),
		other("asyncio, bare loop", "/usr/bin/python3", "asyncio_delay.py"),
		other("Node", "node", "node_delay.js"),
	}
}

// echoContenders returns the echo servers, the one to compare with first.
func (m *measurement) echoContenders() []served {
	goServer := func(name, variant string) served {
		return served{contender: contender{name: name, args: []string{m.bin["echo"], "-listen",
			"127.0.0.1:PORT", "-variant", variant}}, variant: variant}
	}
	other := func(name, program, file string) served {
		return served{contender: contender{name: name, args: []string{program,
			filepath.Join(m.root, "casebook/echo/others", file), "PORT"}}}
	}
	return []served{
		goServer("Go, a buffer per connection", "after"),
		goServer("Go, as one writes it first", "before"),
		goServer("Go, a buffer only when needed", "pool"),
		goServer("Go, io.Copy", "copy"),
		other("Tornado", "/usr/bin/python3", "tornado_echo.py"),
		other("Twisted", "/usr/bin/python3", "twisted_echo.py"),
		other("asyncio", "/usr/bin/python3", "asyncio_echo.py"),
		other("Node", "node", "node_echo.js"),
	}
}

// plan is a table of servers that answer requests of one kind.
type plan struct {
	title   string
	servers []served
	dial    func(address string, http2 bool) (dialer, error)
	serve   func(context.Context, net.Listener, string) error
}

func (m *measurement) plans() []plan {
	delayDial := func(address string, http2 bool) (dialer, error) {
		return dialTarget(target.Request{URL: "http://" + address + "/", HTTP2: http2})
	}
	echoDial := func(size int) func(string, bool) (dialer, error) {
		return func(address string, _ bool) (dialer, error) {
			return dialTarget(target.Request{URL: "tcp://" + address, Body: make([]byte, size)})
		}
	}
	serveEcho := func(ctx context.Context, l net.Listener, variant string) error {
		return echo.Serve(ctx, l, variant, echo.Options{Grace: time.Second})
	}
	return []plan{
		{"Delay of 10 ms", m.delayContenders(), delayDial,
			func(ctx context.Context, l net.Listener, variant string) error {
				return delay.Serve(ctx, l, variant, 0)
			}},
		{"Echo of 64 bytes", m.echoContenders(), echoDial(64), serveEcho},
		{"Echo of 16 KB", m.echoContenders(), echoDial(16 << 10), serveEcho},
	}
}

func dialTarget(r target.Request) (dialer, error) {
	dial, err := target.Dialer(r)
	return dialer(dial), err
}

// run measures the servers of a plan interleaved.
func (m *measurement) run(ctx context.Context, p plan) ([]figures, error) {
	all := make([]figures, len(p.servers))
	dials := make([]dialer, len(p.servers))
	for i := range p.servers {
		s := &p.servers[i]
		if err := s.start(ctx); err != nil {
			all[i].missing = err.Error()
			continue
		}
		defer s.stop()
		var err error
		if dials[i], err = p.dial(s.address, s.http2); err != nil {
			return nil, err
		}
		if s.http2 || len(s.env) > 0 {
			continue
		}
		if err := m.counts(&all[i], p, s); err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
	}
	for i := range p.servers {
		if s := &p.servers[i]; all[i].missing == "" && !s.http2 { // one connection there
			var err error
			if all[i].idle, err = idleBytes(ctx, dials[i], s.pid, m.idle); err != nil {
				return nil, fmt.Errorf("%s: %w", s.name, err)
			}
		}
	}
	for round := range m.rounds {
		for turn := range p.servers {
			i := (round + turn) % len(p.servers)
			if all[i].missing != "" {
				continue
			}
			m.progress(p.title, p.servers[i].name, round)
			if err := all[i].round(ctx, dials[i], p.servers[i].pid, 100, m.length); err != nil {
				return nil, fmt.Errorf("%s: %w", p.servers[i].name, err)
			}
		}
	}
	return all, m.once(ctx, p, dials, all)
}

// once measures what is measured in one round only.
func (m *measurement) once(ctx context.Context, p plan, dials []dialer, all []figures) error {
	for i := range p.servers {
		s := &p.servers[i]
		if all[i].missing != "" {
			continue
		}
		m.progress(p.title, s.name+", open model and many connections", m.rounds)
		if err := all[i].shares(ctx, dials[i], s.pid, m.length); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		r, err := saturate(ctx, dials[i], s.pid, m.many, 2*m.length)
		if err != nil { // it cannot take as many: that is a result
			fmt.Fprintf(m.stderr, "servers: %s: %v\n", s.name, err)
			continue
		}
		all[i].manyRate = r.Rate(r.Completed)
	}
	return nil
}

// counts takes the exact counts of a server that is Go's.
func (m *measurement) counts(f *figures, p plan, s *served) error {
	if s.variant == "" {
		return nil
	}
	var err error
	f.allocations, f.goroutines, err = exact(func(ctx context.Context, l net.Listener) error {
		return p.serve(ctx, l, s.variant)
	}, func(address string) (dialer, error) { return p.dial(address, false) })
	return err
}
