// Command gauges serves what it has counted.
package main

import (
	"io"
	"net/http"
	"strconv"
	"strings"

	"example.com/gauges/expo"
)

func main() {
	http.HandleFunc("/metrics", func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, expo.All(gauges(r)))
	})
	http.HandleFunc("/names", func(w http.ResponseWriter, r *http.Request) {
		for _, name := range expo.Names(gauges(r)) {
			io.WriteString(w, strings.Join(expo.Path(name), "/"))
		}
	})
	serve()
}

// gauges returns what there is to tell.
func gauges(r *http.Request) []expo.Gauge {
	id, _ := strconv.Atoi(r.URL.Query().Get("id"))
	var list []expo.Gauge
	for i := range 5 + id%5 {
		list = append(list, expo.Gauge{Name: names[i%len(names)], Value: int64(id * i),
			Labels: []expo.Label{{Name: "code", Value: codes[(id+i)%len(codes)]}}})
	}
	return list
}

var (
	names = []string{"http_requests_total", "http_request_seconds_sum", "goroutines"}
	codes = []string{"200", "304", "404", "500"}
)
