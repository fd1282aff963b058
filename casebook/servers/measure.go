package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/wring-go/wring/casebook/diary"
	"github.com/wring-go/wring/casebook/load/generator"
	"github.com/wring-go/wring/casebook/load/report"
	"github.com/wring-go/wring/casebook/load/schedule"
)

// dialer makes clients of a server.
type dialer func(context.Context) (generator.Client, error)

// figures is what was measured of one server, by round where there are rounds.
type figures struct {
	rate, cpu   []float64 // closed model: requests per second, µs of the server's per request
	manyRate    float64   // the same with many connections
	idle        float64   // bytes of a connection on which nothing happens
	p99         []string  // open model, by share of the rate
	missing     string    // why nothing was measured
	allocations string    // of Go's: per request, exact
	goroutines  string    // of Go's: per connection, exact
	added       [2]string // of proxies: p50 and p99 at a low rate
}

// saturate lets clients ask as fast as they get answers.
func saturate(ctx context.Context, dial dialer, pid, clients int, d time.Duration) (
	*generator.Result, error) {
	return generator.Run(ctx, generator.Options{Dial: dial, Clients: clients,
		Duration: d + d/4, Warmup: d / 4, Timeout: 10 * time.Second, ServerPID: pid})
}

// round measures one round of the closed model.
func (f *figures) round(ctx context.Context, dial dialer, pid, clients int,
	d time.Duration) error {
	r, err := saturate(ctx, dial, pid, clients, d)
	if err != nil {
		return err
	}
	f.rate = append(f.rate, r.Rate(r.Completed))
	total := float64(r.Sent) * 1.25 // the processor time is that of the warm-up, too
	f.cpu = append(f.cpu, r.ServerCPU*1e6/max(total, 1))
	return nil
}

// shares measures the 99th percentile of the open model at shares of what a server
// can do.
func (f *figures) shares(ctx context.Context, dial dialer, pid int, d time.Duration) error {
	for _, share := range []float64{0.5, 0.8, 0.95} {
		r, err := generator.Run(ctx, generator.Options{Dial: dial, Clients: 100,
			Schedule: schedule.Poisson(share*diary.Median(f.rate), d+d/4, 1), Warmup: d / 4,
			Timeout: 10 * time.Second, ServerPID: pid})
		if err != nil {
			return err
		}
		text := report.Duration(r.FromIntended.Quantile(0.99))
		if !r.Believable(0.99) {
			text = "late"
		}
		f.p99 = append(f.p99, text)
	}
	return nil
}

// idleBytes connects many clients, each of which has asked once, and returns how
// much more memory the server has for each.
func idleBytes(ctx context.Context, dial dialer, pid, clients int) (float64, error) {
	before, err := residentBytes(pid)
	if err != nil {
		return 0, err
	}
	all := make([]generator.Client, clients)
	defer func() {
		for _, c := range all {
			if c != nil {
				c.Close()
			}
		}
	}()
	work := make(chan int, clients)
	for i := range clients {
		work <- i
	}
	close(work)
	errs := make(chan error, 50)
	for range cap(errs) {
		go func() { errs <- connectAll(ctx, dial, work, all) }()
	}
	var failed error
	for range cap(errs) {
		failed = errors.Join(failed, <-errs)
	}
	if failed != nil {
		return 0, failed
	}
	time.Sleep(200 * time.Millisecond)
	after, err := residentBytes(pid)
	return float64(after-before) / float64(clients), err
}

// connectAll makes clients, each of which asks once, until there is no more work.
func connectAll(ctx context.Context, dial dialer, work <-chan int, all []generator.Client) error {
	for i := range work {
		c, err := dial(ctx)
		if err != nil {
			return fmt.Errorf("connection %d: %w", i, err)
		}
		all[i] = c
		if _, err := c.Do(ctx); err != nil {
			return fmt.Errorf("connection %d: %w", i, err)
		}
	}
	return nil
}

// listen returns a listener of loopback, for servers in this process.
func listen() (net.Listener, error) { return net.Listen("tcp", "127.0.0.1:0") }
