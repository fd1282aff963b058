package proxy

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/wring-go/wring/casebook/wsproxy/lookup"
)

// metrics is what the proxy counts of itself.
type metrics struct {
	registry           *prometheus.Registry
	requests           prometheus.Counter
	tunnels            prometheus.Counter
	toClient, toServer prometheus.Counter     // bytes
	refused            *prometheus.CounterVec // by reason
	failures           *prometheus.CounterVec // by what the backend failed in
}

// The reasons of wsproxy_refused_total.
const (
	refusedPath        = "path"        // no path of this proxy
	refusedUnknown     = "unknown"     // no backend has the name
	refusedUnavailable = "unavailable" // Redis cannot be asked, and no answer is kept
	refusedNotAllowed  = "not_allowed" // the backend is not on the list
	refusedHandshake   = "handshake"   // not one that is passed on
	refusedFull        = "full"        // as many WebSockets as there may be
	refusedEnding      = "ending"      // the proxy ends
)

// What a backend fails in, for wsproxy_backend_failures_total.
const (
	failedRequest   = "request"   // a plain one
	failedHandshake = "handshake" // that of a WebSocket
	failedTunnel    = "websocket" // it ended without a close frame
)

func newMetrics(p *Proxy) *metrics {
	counter := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	}
	counters := func(name, help, label string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help},
			[]string{label})
	}
	passed := counters("wsproxy_bytes_total",
		"Bytes of WebSockets that were passed on after the handshake.", "to")
	m := &metrics{registry: prometheus.NewRegistry(),
		requests: counter("wsproxy_requests_total", "Plain requests that were passed on."),
		tunnels:  counter("wsproxy_connections_total", "WebSockets that were connected."),
		toClient: passed.WithLabelValues("client"),
		toServer: passed.WithLabelValues("backend"),
		refused:  counters("wsproxy_refused_total", "Requests that were refused.", "reason"),
		failures: counters("wsproxy_backend_failures_total",
			"Backends that were gone, mute or mad.", "in")}
	gauge := func(name, help string, counts func(*tunnel) bool) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help},
			func() float64 { return float64(p.count(counts)) })
	}
	looked := func(name, help string, value func(lookup.Stats) uint64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help},
			func() float64 { return float64(value(p.opt.Table.Stats())) })
	}
	m.registry.MustRegister(m.requests, m.tunnels, passed, m.refused, m.failures,
		gauge("wsproxy_connections", "WebSockets that are connected or connecting.",
			func(*tunnel) bool { return true }),
		gauge("wsproxy_draining", "WebSockets that will be closed with 1012, and are not yet.",
			func(t *tunnel) bool { return p.closing || t.draining }),
		looked("wsproxy_lookups_total", "Questions for the backend of a name.",
			func(s lookup.Stats) uint64 { return s.Questions }),
		looked("wsproxy_lookup_cache_hits_total", "Questions answered by what was kept.",
			func(s lookup.Stats) uint64 { return s.Kept }),
		looked("wsproxy_lookup_stale_total",
			"Questions answered by what was kept, since Redis could not be asked.",
			func(s lookup.Stats) uint64 { return s.Stale }),
		looked("wsproxy_lookup_redis_total", "Questions that Redis was asked.",
			func(s lookup.Stats) uint64 { return s.Asked }),
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// count returns how many tunnels are chosen. choose is called with p.mu held.
func (p *Proxy) count(choose func(*tunnel) bool) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
	for t := range p.tunnels {
		if choose(t) {
			n++
		}
	}
	return n
}

// refuse counts a request that is refused for a reason.
func (m *metrics) refuse(reason string) { m.refused.WithLabelValues(reason).Inc() }

// fail counts a backend that failed in something.
func (m *metrics) fail(in string) { m.failures.WithLabelValues(in).Inc() }

// Metrics returns what serves the metrics in Prometheus' format. They need an
// address of their own: every path of the proxy may be that of a backend.
func (p *Proxy) Metrics() http.Handler {
	return promhttp.HandlerFor(p.metrics.registry, promhttp.HandlerOpts{})
}
