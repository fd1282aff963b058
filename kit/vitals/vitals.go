// Package vitals answers, over HTTP, what a running service knows of its
// connection pools and of the Go runtime: the figures of sql.DBStats and of
// runtime/metrics. Commands such as wring pool -watch and wring gc read them.
//
//	http.Handle("GET /debug/vitals", vitals.Handler(map[string]*sql.DB{"main": db}))
//
// The figures say nothing of what the service does for whom, but serve them, as
// everything below /debug, to those only who run it.
package vitals

import (
	"database/sql"
	"encoding/json"
	"math"
	"net/http"
	"os"
	"runtime"
	"runtime/metrics"
	"time"
)

// Document is what a Handler answers, as one JSON object.
type Document struct {
	Version    int                    `json:"version"` // 1
	At         time.Time              `json:"at"`
	Go         string                 `json:"go"`
	PID        int                    `json:"pid"`
	GOMAXPROCS int                    `json:"gomaxprocs"`
	Pools      map[string]sql.DBStats `json:"pools"`
	// Metrics holds the metrics of package runtime/metrics that are numbers.
	Metrics map[string]float64 `json:"metrics"`
	// Histograms holds the others: below which value how many are.
	Histograms map[string][]Bucket `json:"histograms"`
}

// Bucket is a number of values between that of the bucket before it and Below.
type Bucket struct {
	Below float64 `json:"below"` // the largest float64 where there is no limit
	Count uint64  `json:"count"`
}

// Handler returns a handler that answers every request with a Document about
// pools, which may be nil. The map must not change while the handler is in use.
func Handler(pools map[string]*sql.DB) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		_ = json.NewEncoder(w).Encode(Read(pools)) // who asked has gone
	})
}

// Read returns the figures of this moment.
func Read(pools map[string]*sql.DB) Document {
	doc := Document{
		Version: 1, At: time.Now(), Go: runtime.Version(), PID: os.Getpid(),
		GOMAXPROCS: runtime.GOMAXPROCS(0), Pools: map[string]sql.DBStats{},
		Metrics: map[string]float64{}, Histograms: map[string][]Bucket{},
	}
	for name, db := range pools {
		doc.Pools[name] = db.Stats()
	}
	all := metrics.All()
	samples := make([]metrics.Sample, len(all))
	for i, d := range all {
		samples[i].Name = d.Name
	}
	metrics.Read(samples)
	for _, s := range samples {
		switch s.Value.Kind() {
		case metrics.KindUint64:
			doc.Metrics[s.Name] = float64(s.Value.Uint64())
		case metrics.KindFloat64:
			doc.Metrics[s.Name] = s.Value.Float64()
		case metrics.KindFloat64Histogram:
			doc.Histograms[s.Name] = buckets(s.Value.Float64Histogram())
		}
	}
	return doc
}

// buckets returns those that are not empty. JSON has no infinity.
func buckets(h *metrics.Float64Histogram) []Bucket {
	list := []Bucket{}
	for i, n := range h.Counts {
		if n > 0 {
			list = append(list, Bucket{Below: min(h.Buckets[i+1], math.MaxFloat64), Count: n})
		}
	}
	return list
}
