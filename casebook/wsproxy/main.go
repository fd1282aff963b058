// Command wsproxy passes WebSockets and requests on to the backend that Redis names
// by the first part of the path.
//
//	redis-cli SET wsproxy:backend:chat 127.0.0.1:8003
//	go run ./casebook/wsproxy -allow 127.0.0.1:8000-8099
//
// SIGHUP reads the list of allowed backends again, if it is in a file. SIGTERM
// stops accepting connections, gives WebSockets time, closes them with 1012,
// and exits with code 0.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/wring-go/wring/casebook/serving"
	"github.com/wring-go/wring/casebook/wsproxy/lookup"
	"github.com/wring-go/wring/casebook/wsproxy/proxy"
	"github.com/wring-go/wring/casebook/wsproxy/watch"
)

func main() {
	reload := make(chan os.Signal, 1)
	signal.Notify(reload, syscall.SIGHUP)
	serving.Main("wsproxy", func(ctx context.Context, args []string,
		stdout, stderr io.Writer) error {
		return run(ctx, args, stdout, stderr, reload)
	})
}

// run serves until ctx is done. The first line of stdout says where.
func run(ctx context.Context, args []string, stdout, stderr io.Writer,
	reload <-chan os.Signal) error {
	var opt proxy.Options
	var table lookup.Options
	fs := serving.Flags("wsproxy", stderr)
	address := fs.String("listen", "127.0.0.1:8004", "serve at `ADDRESS`")
	store := fs.String("redis", "127.0.0.1:6379", "the `ADDRESS` of Redis")
	allowed := fs.String("allow", "",
		"`LIST` of backends, as in 127.0.0.1:9000-9100,10.1.0.0/16:80; @FILE reads it from a file")
	figures := fs.String("metrics", "", "serve metrics for Prometheus at `ADDRESS`, at /metrics")
	debug := fs.String("debug", "", "serve profiles of net/http/pprof at `ADDRESS`, of loopback")
	delay := fs.Duration("delay", 5*time.Second, "how long WebSockets may go on at the end")
	patience := fs.Duration("redis-timeout", time.Second, "how long an answer of Redis may take")
	follow := fs.Bool("watch", true, "let Redis say which backends change")
	fs.DurationVar(&table.Lifetime, "lifetime", 0, "how old the name of a backend may be")
	fs.DurationVar(&table.Stale, "stale", 30*time.Second, "the same while Redis is gone")
	fs.DurationVar(&opt.Connect, "connect", 5*time.Second, "how long a handshake may take")
	fs.DurationVar(&opt.Idle, "idle", 5*time.Minute, "close WebSockets that are silent for longer")
	fs.DurationVar(&opt.Drain, "drain", time.Minute,
		"how long WebSockets may go on to a backend that was replaced")
	fs.IntVar(&opt.Tunnels, "tunnels", 20_000, "WebSockets at once")
	if err := serving.Parse(fs, args); err != nil {
		return err
	}
	var err error
	if opt.Allow, err = readAllow(*allowed); err != nil {
		return err
	}
	client := redis.NewClient(&redis.Options{Addr: *store, DialTimeout: *patience,
		ReadTimeout: *patience, WriteTimeout: *patience, MaxRetries: 1, DialerRetries: 1})
	defer client.Close()
	opt.Table = lookup.New(ask(client), table)
	l, err := serving.Listen(*address, "http", stdout)
	if err != nil {
		return err
	}
	p := proxy.New(opt)
	beside, err := serveBeside(p, *figures, *debug, stdout)
	defer beside()
	if err != nil {
		l.Close()
		p.Stop(0)
		return err
	}
	done := make(chan struct{})
	defer close(done)
	go reread(p, *allowed, reload, done, stderr)
	if *follow {
		defer followChanges(opt.Table, p, *store, *patience)()
	}
	return p.Serve(ctx, l, *delay)
}

// serveBeside serves metrics and profiles, each at an address of its own unless that
// is empty, until stop is called, also after an error.
func serveBeside(p *proxy.Proxy, metrics, debug string, stdout io.Writer) (stop func(),
	err error) {
	stopMetrics, stopDebug := func() {}, func() {}
	if metrics != "" {
		mux := http.NewServeMux()
		mux.Handle("GET /metrics", p.Metrics())
		stopMetrics, err = serving.Beside(metrics, mux, "metrics at http://%s/metrics\n", stdout)
		if err != nil {
			return func() {}, err
		}
	}
	if debug != "" {
		if stopDebug, err = serving.Debug(debug, nil, stdout); err != nil {
			return stopMetrics, err
		}
	}
	return func() { stopMetrics(); stopDebug() }, nil
}

// readAllow returns the list that a flag holds or names.
func readAllow(flag string) (proxy.Allow, error) {
	if name, ok := strings.CutPrefix(flag, "@"); ok {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		flag = string(data)
	}
	allow, err := proxy.ParseAllow(flag)
	if err == nil && len(allow) == 0 {
		err = errors.New("no backend is allowed; say which with -allow")
	}
	return allow, err
}

// reread reads the list again for each signal. A list that cannot be read leaves
// the old one.
func reread(p *proxy.Proxy, flag string, reload <-chan os.Signal, done <-chan struct{},
	stderr io.Writer) {
	for {
		select {
		case <-done:
			return
		case <-reload:
			allow, err := readAllow(flag)
			if err != nil {
				fmt.Fprintln(stderr, "wsproxy: the list of backends stays as it was:", err)
				continue
			}
			p.SetAllow(allow)
		}
	}
}

// followChanges lets Redis say which names change, until the function that it
// returns is called. A name that changes is asked for at once, so that WebSockets
// to its former backend end.
func followChanges(table *lookup.Table, p *proxy.Proxy, store string,
	patience time.Duration) (stop func()) {
	table.Watching(false) // until it does
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	recheck := func(name string) { all.Go(func() { p.Recheck(ctx, name) }) }
	all.Go(func() {
		watch.Keys(ctx, watch.Options{Address: store, Prefix: keyPrefix, Timeout: patience,
			Changed: func(name string) { table.Changed(name); recheck(name) },
			Watching: func(on bool) {
				if table.Watching(on); on {
					recheck("")
				}
			}})
	})
	return func() { cancel(); all.Wait() }
}

// keyPrefix stands before the name in the key of a backend, whose value is an
// address and a port.
const keyPrefix = "wsproxy:backend:"

// ask returns what asks Redis for the backend of a name.
func ask(client *redis.Client) func(context.Context, string) (string, error) {
	return func(ctx context.Context, name string) (string, error) {
		backend, err := client.Get(ctx, keyPrefix+name).Result()
		if errors.Is(err, redis.Nil) {
			return "", nil
		}
		return backend, err
	}
}
