// Package proxy passes requests and WebSockets on to the backend that a table names
// by the first part of the path.
package proxy

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wring-go/wring/casebook/pooled"
	"github.com/wring-go/wring/casebook/wsproxy/lookup"
)

// Options are the limits of the proxy. A zero is replaced by a useful value.
type Options struct {
	Table *lookup.Table
	Allow Allow

	Connect time.Duration // how long a backend may take to answer a handshake; 5 seconds
	Idle    time.Duration // a WebSocket on which nothing comes by is closed; 5 minutes
	Tunnels int           // WebSockets at once; 20,000

	// Drain is how long WebSockets to a backend may go on after the table names
	// another; 1 minute.
	Drain time.Duration
}

// The codes with which the proxy closes WebSockets.
const (
	codeRestart    = 1012 // the proxy ends, or the backend has moved
	codeBadGateway = 1014 // the backend is gone
	codeIdle       = 1001
)

// Proxy is a proxy. Make it with New; it must not be copied.
type Proxy struct {
	opt     Options
	allow   atomic.Pointer[Allow]
	plain   *httputil.ReverseProxy
	pool    pooled.Pool
	metrics *metrics
	stopped chan struct{}
	all     sync.WaitGroup // tunnels, and the goroutine that looks after them

	mu       sync.Mutex
	closing  bool
	tunnels  map[*tunnel]bool
	backends map[string]netip.AddrPort // the last one of a name that has tunnels or had
}

// New returns a proxy. End it with Stop.
func New(opt Options) *Proxy {
	opt.Connect = cmp.Or(opt.Connect, 5*time.Second)
	opt.Idle = cmp.Or(opt.Idle, 5*time.Minute)
	opt.Tunnels = cmp.Or(opt.Tunnels, 20_000)
	opt.Drain = cmp.Or(opt.Drain, time.Minute)
	p := &Proxy{opt: opt, stopped: make(chan struct{}), tunnels: make(map[*tunnel]bool),
		backends: make(map[string]netip.AddrPort)}
	p.metrics = newMetrics(p)
	p.allow.Store(&opt.Allow)
	p.plain = &httputil.ReverseProxy{Rewrite: rewrite, ErrorHandler: p.failedRequest,
		Transport: &http.Transport{MaxIdleConnsPerHost: 100, IdleConnTimeout: time.Minute,
			ResponseHeaderTimeout: 30 * time.Second, DisableCompression: true}}
	p.all.Go(p.keep)
	return p
}

// SetAllow replaces the list of backends. WebSockets to a backend that is no longer
// on it may go on for as long as those to one that has moved.
func (p *Proxy) SetAllow(allow Allow) {
	p.allow.Store(&allow)
	p.drain(func(t *tunnel) bool {
		_, err := allow.Backend(t.backend.String())
		return err != nil
	})
}

// backendKey is the key of the backend in the context of a request.
type backendKey struct{}

// ServeHTTP passes a request on.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, ok := nameOf(r)
	if !ok {
		p.metrics.refuse(refusedPath)
		http.Error(w, "not a path of this proxy", http.StatusNotFound)
		return
	}
	backend, status, err := p.find(r.Context(), name)
	if err != nil {
		p.metrics.refuse(refusedFor[status])
		if status == http.StatusServiceUnavailable {
			w.Header().Set("Retry-After", "1")
		}
		http.Error(w, http.StatusText(status), status)
		return
	}
	if r.Header.Get("Upgrade") == "" {
		p.metrics.requests.Inc()
		ctx := context.WithValue(r.Context(), backendKey{}, backend)
		p.plain.ServeHTTP(w, r.WithContext(ctx))
		return
	}
	p.upgrade(w, r, name, backend)
}

// nameOf returns the first part of the path. A path that another server might read
// differently has none.
func nameOf(r *http.Request) (string, bool) {
	if r.Method == http.MethodConnect || r.URL.Host != "" || strings.Contains(r.URL.Path, "//") {
		return "", false
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(r.URL.EscapedPath(), "/"), "/")
	for _, c := range []byte(name) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_'
		if !letter {
			return "", false
		}
	}
	for part := range strings.SplitSeq(r.URL.Path, "/") {
		if part == "." || part == ".." {
			return "", false
		}
	}
	return name, name != "" && len(name) <= 64
}

// find asks the table, and lets nothing through that is not allowed. With an error
// comes the status to answer.
func (p *Proxy) find(ctx context.Context, name string) (netip.AddrPort, int, error) {
	text, err := p.opt.Table.Backend(ctx, name)
	switch {
	case errors.Is(err, lookup.ErrUnknown):
		return netip.AddrPort{}, http.StatusNotFound, err
	case err != nil:
		return netip.AddrPort{}, http.StatusServiceUnavailable, err
	}
	backend, err := p.allow.Load().Backend(text)
	if err != nil {
		return netip.AddrPort{}, http.StatusBadGateway, err
	}
	p.moved(name, backend)
	return backend, http.StatusOK, nil
}

// refusedFor has the reasons for the statuses of find.
var refusedFor = map[int]string{
	http.StatusNotFound:           refusedUnknown,
	http.StatusServiceUnavailable: refusedUnavailable,
	http.StatusBadGateway:         refusedNotAllowed,
}

// moved lets the WebSockets to a name's former backend end after a while.
func (p *Proxy) moved(name string, backend netip.AddrPort) {
	p.mu.Lock()
	before, known := p.backends[name]
	p.backends[name] = backend
	p.mu.Unlock()
	if known && before != backend {
		p.drain(func(t *tunnel) bool { return t.name == name && t.backend != backend })
	}
}

// Recheck asks where a name, or with "" each name that has WebSockets, leads now,
// so that those to a former backend end although no client asks for the name.
func (p *Proxy) Recheck(ctx context.Context, name string) {
	for _, name := range p.names(name) {
		if _, _, err := p.find(ctx, name); ctx.Err() != nil {
			return
		} else if err != nil {
			continue // the WebSockets of a name that leads nowhere may go on
		}
	}
}

// names returns a name that has WebSockets, or with "" all of them.
func (p *Proxy) names(only string) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var names []string
	for t := range p.tunnels {
		if (only == "" || t.name == only) && !slices.Contains(names, t.name) {
			names = append(names, t.name)
		}
	}
	return names
}

// drain closes, after a while, the tunnels that are chosen now.
func (p *Proxy) drain(choose func(*tunnel) bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for t := range p.tunnels {
		if choose(t) && !t.draining {
			t.draining = true
			time.AfterFunc(p.opt.Drain, func() { p.end(t, codeRestart, "the backend has moved") })
		}
	}
}

// end closes a tunnel with a code; what the client still says is passed on for a
// moment.
func (p *Proxy) end(t *tunnel, code uint16, reason string) {
	t.goodbye(code, reason)
	t.expire(lastWords)
}

// rewrite makes the request that the backend gets.
func rewrite(pr *httputil.ProxyRequest) {
	backend := pr.In.Context().Value(backendKey{}).(netip.AddrPort)
	pr.SetURL(&url.URL{Scheme: "http", Host: backend.String()})
	pr.Out.Host = pr.In.Host
	pr.SetXForwarded()
}

func (p *Proxy) failedRequest(w http.ResponseWriter, r *http.Request, _ error) {
	p.badGateway(w, r, failedRequest)
}

// badGateway answers that the backend failed in something. A client that has left
// does not count: what it asked for was given up.
func (p *Proxy) badGateway(w http.ResponseWriter, r *http.Request, in string) {
	if r.Context().Err() == nil {
		p.metrics.fail(in)
	}
	http.Error(w, http.StatusText(http.StatusBadGateway), http.StatusBadGateway)
}

// keep closes tunnels on which nothing comes by.
func (p *Proxy) keep() {
	tick := time.NewTicker(max(p.opt.Idle/4, time.Millisecond))
	defer tick.Stop()
	for {
		select {
		case <-p.stopped:
			return
		case now := <-tick.C:
			for _, t := range p.idle(now.Add(-p.opt.Idle)) {
				p.end(t, codeIdle, "nothing came by for too long")
			}
		}
	}
}

func (p *Proxy) idle(since time.Time) []*tunnel {
	p.mu.Lock()
	defer p.mu.Unlock()
	var idle []*tunnel
	for t := range p.tunnels {
		if t.active.Load() < since.UnixNano() {
			idle = append(idle, t)
		}
	}
	return idle
}

// Serve serves l until ctx is done. Then it accepts no more connections;
// WebSockets may go on for delay and are then closed with 1012.
func (p *Proxy) Serve(ctx context.Context, l net.Listener, delay time.Duration) error {
	srv := &http.Server{Handler: p, ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout: time.Minute, MaxHeaderBytes: 32 << 10}
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), delay+10*time.Second)
		defer cancel()
		err := srv.Shutdown(ctx)
		p.Stop(delay)
		stopped <- err
	})
	err := srv.Serve(l)
	if !stop() {
		return <-stopped
	}
	p.Stop(0)
	return err
}

// Stop lets no WebSocket in any more, closes those that are left after delay with
// 1012, and returns when there is none.
func (p *Proxy) Stop(delay time.Duration) {
	p.mu.Lock()
	if !p.closing {
		p.closing = true
		close(p.stopped)
	}
	all := make([]*tunnel, 0, len(p.tunnels))
	for t := range p.tunnels {
		all = append(all, t)
	}
	p.mu.Unlock()
	ended := make(chan struct{})
	go func() { p.all.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(delay):
		for _, t := range all {
			go p.end(t, codeRestart, "the proxy ends")
		}
	}
	<-ended
	p.plain.Transport.(*http.Transport).CloseIdleConnections()
}

// begin counts a tunnel, unless there are too many or the proxy ends: then it
// returns the reason.
func (p *Proxy) begin(t *tunnel) (refused string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.closing:
		return refusedEnding
	case len(p.tunnels) >= p.opt.Tunnels:
		return refusedFull
	}
	p.tunnels[t] = true
	p.all.Add(1)
	return ""
}

func (p *Proxy) forget(t *tunnel) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.tunnels, t)
	p.all.Done()
}

// buffered returns what a reader holds already.
func buffered(r *bufio.Reader) []byte {
	data, _ := r.Peek(r.Buffered())
	return data
}
