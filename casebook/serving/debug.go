package serving

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/pprof"
	"time"
)

// Debug serves the profiles of net/http/pprof, and more by pattern, at an address of
// loopback until stop is called. It says so on stdout as a URL.
func Debug(address string, more map[string]http.Handler, stdout io.Writer) (stop func(),
	err error) {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	if err != nil || host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("-debug: %q is no address of loopback; write 127.0.0.1:6060",
			address)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	for pattern, h := range more {
		mux.Handle(pattern, h)
	}
	return Beside(address, mux, "profiles at http://%s/debug/pprof/\n", stdout)
}

// Beside serves h at an address of its own until stop is called. It says so on
// stdout by a line whose format takes the address.
func Beside(address string, h http.Handler, line string, stdout io.Writer) (stop func(),
	err error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(stdout, line, l.Addr())
	srv := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	go srv.Serve(l)
	return func() { srv.Close() }, nil
}
