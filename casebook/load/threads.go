package main

import (
	"net"
	"net/url"
	"runtime"
	"strings"
)

// useThreads lets the generator run on as many processors as the flags say: by
// default half of them where the server needs the others. Threads that look for
// work in vain would take time from it. What it returns undoes that.
func (c *command) useThreads() (undo func()) {
	n := c.threads
	if n == 0 {
		if n = runtime.GOMAXPROCS(0); here(c.args[0]) {
			n = max(1, n/2)
		}
	}
	before := runtime.GOMAXPROCS(n)
	return func() { runtime.GOMAXPROCS(before) }
}

// here reports whether a URL names this machine.
func here(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	host := u.Hostname()
	ip := net.ParseIP(host)
	if ip == nil {
		return host == "localhost" || strings.HasSuffix(host, ".localhost")
	}
	mine, _ := net.InterfaceAddrs() // without them, loopback is known
	for _, a := range mine {
		if network, ok := a.(*net.IPNet); ok && network.IP.Equal(ip) {
			return true
		}
	}
	return ip.IsLoopback()
}
