package server

import (
	"net/http"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics is what the server counts of itself.
type metrics struct {
	registry    *prometheus.Registry
	heard, sent prometheus.Counter
	put         *prometheus.CounterVec // by reason
	refused     *prometheus.CounterVec // by reason
	buffers     sync.Pool              // of *[]byte, for messages being read
}

func newMetrics(s *Server) *metrics {
	m := &metrics{registry: prometheus.NewRegistry(),
		heard: prometheus.NewCounter(prometheus.CounterOpts{Name: "chat_messages_total",
			Help: "Messages that clients have sent."}),
		sent: prometheus.NewCounter(prometheus.CounterOpts{Name: "chat_deliveries_total",
			Help: "Messages put into the queues of clients."}),
		put: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "chat_put_out_total",
			Help: "Clients that were put out, by reason."}, []string{"reason"}),
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "chat_refused_total",
			Help: "Clients that were not let in, by reason."}, []string{"reason"}),
	}
	m.buffers.New = func() any { return new([]byte) }
	gauge := func(name, help string, value func() int) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help},
			func() float64 {
				s.mu.Lock()
				defer s.mu.Unlock()
				return float64(value())
			})
	}
	m.registry.MustRegister(m.heard, m.sent, m.put, m.refused,
		gauge("chat_clients", "Clients that are connected.", func() int { return len(s.members) }),
		gauge("chat_rooms", "Rooms with at least one member.", func() int { return len(s.rooms) }),
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
