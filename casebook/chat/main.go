// Command chat is a chat with rooms, in a browser.
//
//	go run ./casebook/chat
//
// SIGTERM ends it: it admits no new client, each member gets what was said
// before and is closed with 1001, and the exit code is 0.
package main

import (
	"context"
	"io"
	"strings"
	"time"

	"github.com/wring-go/wring/casebook/chat/server"
	"github.com/wring-go/wring/casebook/serving"
)

func main() { serving.Main("chat", run) }

// run serves until ctx is done. The first line of stdout says where.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var opt server.Options
	fs := serving.Flags("chat", stderr)
	address := fs.String("listen", "127.0.0.1:8003", "serve at `ADDRESS`")
	debug := fs.String("debug", "", "serve profiles of net/http/pprof at `ADDRESS`, of loopback")
	grace := fs.Duration("grace", 10*time.Second, "how long the end may take")
	origins := fs.String("origins", "", "`HOSTS` whose pages may connect, with commas between")
	fs.IntVar(&opt.Clients, "clients", 20_000, "at once")
	fs.IntVar(&opt.Rooms, "rooms", 1000, "at once")
	fs.IntVar(&opt.Message, "message", 4096, "`BYTES` of a message")
	fs.Float64Var(&opt.Rate, "rate", 20, "messages per second of one client")
	fs.IntVar(&opt.Burst, "burst", 40, "messages that a client may send at once")
	fs.IntVar(&opt.History, "history", 50, "messages that those who join get to see")
	fs.IntVar(&opt.Queue, "queue", 256, "messages that may wait for a client")
	fs.DurationVar(&opt.Write, "write", 5*time.Second, "how long a write may take")
	fs.DurationVar(&opt.Ping, "ping", 30*time.Second, "ask a client so often whether it is there")
	fs.DurationVar(&opt.Pong, "pong", 10*time.Second, "how long it has to answer")
	if err := serving.Parse(fs, args); err != nil {
		return err
	}
	if *origins != "" {
		opt.Origins = strings.Split(*origins, ",")
	}
	l, err := serving.Listen(*address, "http", stdout)
	if err != nil {
		return err
	}
	if *debug != "" {
		stop, err := serving.Debug(*debug, nil, stdout)
		if err != nil {
			l.Close()
			return err
		}
		defer stop()
	}
	return server.New(opt).Serve(ctx, l, *grace)
}
