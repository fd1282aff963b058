// Command predict shows that wring fix -profile knows what its rewrites are worth
// in production:
//
//	go run ./evaluation/predict
//
// It runs three services under load, takes the heap profile of each, has wring fix
// rewrite it, and runs the new build under the same load. The removal of objects
// and bytes that the report predicted is held against the one that profiles of
// both builds show, per request; and the part of the service's bytes that the report
// says its benchmarks and tests reach against exact books. The command exits 1 when a
// prediction is off by more than a tenth of what was measured, or the coverage by more
// than 5 points.
//
// The profiles that measure look at allocations far more often than the one that
// predicts (-fine), so that chance is in the prediction alone. What exact books of both
// builds say is shown beside: they count more objects than profiles do, in which
// objects below 16 bytes that share a block are one.
//
// -requests makes it shorter, and the comparison of profiles less sharp.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	requests := flag.Int("requests", 20000, "requests to each page of each service")
	rate := flag.Int("rate", 16384, "bytes between two allocations that the profiler looks at")
	fine := flag.Int("fine", 64, "the same for the profiles that a prediction is held against")
	flag.Parse()
	err := run(ctx, plan{Requests: *requests, Rate: *rate, Fine: *fine})
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "evaluation/predict:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, p plan) error {
	dir, err := os.MkdirTemp("", "predict")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var rows []row
	for _, s := range services {
		r, err := p.measure(ctx, s, dir)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		rows = append(rows, r)
	}
	return write(os.Stdout, rows)
}
