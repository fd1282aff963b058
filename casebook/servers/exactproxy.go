package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"

	"github.com/wring-go/wring/casebook/wsproxy/lookup"
	"github.com/wring-go/wring/casebook/wsproxy/proxy"
)

// proxyCounts takes the exact counts of the proxies that are Go's: what a message
// and a connection take with a proxy, in this process, less what they take without.
func proxyCounts(backend string) (ours, reverse [2]string, err error) {
	allow, err := proxy.ParseAllow(backend)
	if err != nil {
		return ours, reverse, err
	}
	table := lookup.New(func(context.Context, string) (string, error) { return backend, nil },
		lookup.Options{})
	direct, err := count(idle, func(string) (dialer, error) {
		return dialWS(backend, "/echo/ws", 64), nil
	})
	if err != nil {
		return ours, reverse, err
	}
	ours, err = less(direct, func(ctx context.Context, l net.Listener) error {
		return proxy.New(proxy.Options{Table: table, Allow: allow}).Serve(ctx, l, 0)
	})
	if err != nil {
		return ours, reverse, err
	}
	reverse, err = less(direct, func(ctx context.Context, l net.Listener) error {
		target := &url.URL{Scheme: "http", Host: backend}
		srv := &http.Server{Handler: httputil.NewSingleHostReverseProxy(target)}
		defer context.AfterFunc(ctx, func() { srv.Close() })()
		srv.Serve(l) // it ends when ctx is done
		return nil
	})
	return ours, reverse, err
}

// idle serves nothing.
func idle(ctx context.Context, l net.Listener) error {
	<-ctx.Done()
	return l.Close()
}

// less returns what a message and a connection take more than direct.
func less(direct [2]float64, serve func(context.Context, net.Listener) error) (
	[2]string, error) {
	got, err := count(serve, func(address string) (dialer, error) {
		return dialWS(address, "/echo/ws", 64), nil
	})
	return [2]string{fmt.Sprintf("%.0f", got[0]-direct[0]),
		fmt.Sprintf("%.0f", got[1]-direct[1])}, err
}
