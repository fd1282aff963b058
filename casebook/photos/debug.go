package main

import (
	"database/sql"
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"runtime"
	"time"

	"github.com/wring-go/wring/kit/vitals"
)

// serveDebug serves profiles, and the figures of the runtime and of the pool of
// connections, until the function it returns is called. Mutex and block profiles
// are on.
func serveDebug(address string, db *sql.DB) (stop func(), err error) {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	if err != nil || host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("-debug: %q is no address of loopback; write 127.0.0.1:6060",
			address)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	runtime.SetMutexProfileFraction(10)
	runtime.SetBlockProfileRate(10_000) // one sample per 10 µs of waiting
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	mux.Handle("GET /debug/vitals", vitals.Handler(map[string]*sql.DB{"photos": db}))
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go srv.Serve(l)
	return func() { srv.Close() }, nil
}
