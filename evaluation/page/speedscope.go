package main

import (
	"net"
	"net/http"
)

// speedscope serves a release of speedscope and the profile on a port of its own,
// and returns the address that shows the one in the other.
func speedscope(folder, profile string) (address string, stop func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir(folder)))
	mux.HandleFunc("/profile.pprof", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, profile)
	})
	server := &http.Server{Handler: mux}
	go server.Serve(l)
	return "http://" + l.Addr().String() + "/#profileURL=/profile.pprof",
		func() { server.Close() }, nil
}
