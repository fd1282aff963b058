// Command reverse is a proxy of WebSockets by httputil.ReverseProxy and nothing else.
// It is for comparison. Arguments: where to listen, and the backend.
package main

import (
	"fmt"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
)

func main() {
	backend := &url.URL{Scheme: "http", Host: os.Args[2]}
	l, err := net.Listen("tcp", os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://%s/\n", l.Addr())
	log.Fatal(http.Serve(l, &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(backend)
		r.SetXForwarded()
	}}))
}
