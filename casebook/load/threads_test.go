package main

import "testing"

// TestHere tells addresses of this machine from others.
func TestHere(t *testing.T) {
	for address, want := range map[string]bool{
		"http://127.0.0.1:8080/": true, "tcp://[::1]:7": true, "ws://localhost/x": true,
		"http://a.localhost": true, "http://127.8.9.10": true,
		"http://192.0.2.1/": false, "http://example.com/": false, "http://localhost.com": false,
		"%": false,
	} {
		if here(address) != want {
			t.Errorf("%q: %v", address, !want)
		}
	}
}
