package main

import (
	"net"
	"net/url"
	"runtime"
	"strings"
)

// useThreads lets the generator run on as many processors as the flags say: by
// default half of them where the server needs the others. Threads that look for
// work in vain would take time from it; those that serve clients together sleep
// instead. What it returns undoes that.
func (c *command) useThreads() (undo func()) {
	n := c.threads
	if n == 0 {
		if n = runtime.GOMAXPROCS(0); here(c.args[0]) && !c.together() {
			n = max(1, n/2)
		}
	}
	before := runtime.GOMAXPROCS(n)
	return func() { runtime.GOMAXPROCS(before) }
}

// together reports whether the generator serves clients together.
func (c *command) together() bool {
	return c.closed > 0 && !c.http2 && runtime.GOOS == "linux" &&
		(strings.HasPrefix(c.args[0], "http://") || strings.HasPrefix(c.args[0], "tcp://"))
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
