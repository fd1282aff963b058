package main

import (
	"context"
	"errors"
	"flag"
	"time"

	"github.com/wring-go/wring/report/json"
	"github.com/wring-go/wring/report/text"
	"github.com/wring-go/wring/service/poolwatch"
)

// watching holds the flags for a live process.
type watching struct {
	url  string
	span time.Duration
}

func (w *watching) define(fs *flag.FlagSet) {
	fs.StringVar(&w.url, "watch", "", "read the pools of a running process from `URL` instead")
	fs.DurationVar(&w.span, "for", 5*time.Second, "watch for `TIME`")
}

// watch compares what a process says of its pools with what it says later.
func (w *watching) watch(ctx context.Context, e env, asJSON bool) (int, error) {
	if w.span <= 0 {
		return exitTrouble, errors.New("-for: watch for some time, such as 5s")
	}
	from, err := poolwatch.Read(ctx, w.url)
	if err != nil {
		return exitTrouble, err
	}
	select {
	case <-ctx.Done():
		return exitTrouble, ctx.Err()
	case <-time.After(w.span):
	}
	to, err := poolwatch.Read(ctx, w.url)
	if err != nil {
		return exitTrouble, err
	}
	costs := poolwatch.Costs(from, to)
	if asJSON {
		return exitOK, json.WritePoolWatch(e.stdout, costs)
	}
	return exitOK, text.PoolWatch(e.stdout, costs)
}
