// Command load puts load on a server and says how long its answers took, from
// the time at which each request was meant to be sent.
//
//	go run ./casebook/load -rate 1000 http://127.0.0.1:8080/
//	go run ./casebook/load -rate 1000 -poisson -d 30s -svg latency.svg URL
//	go run ./casebook/load -ramp 100:2000 URL     faster and faster
//	go run ./casebook/load -steps 100,200,400 URL each rate for a third of the time
//	go run ./casebook/load -arrivals access.log URL  as requests once came
//	go run ./casebook/load -closed 100 URL        100 clients that wait for answers
//	go run ./casebook/load -rate 100 -aa URL      the same twice: what is noise here?
//	go run ./casebook/load -merge a.json b.json   add up what several machines found
//
// A URL of http, https, ws, wss or tcp says what is spoken. The command ends
// with 0, with 1 when requests failed or were dropped or latencies are refused,
// and with 2 when it could not do its work.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/wring-go/wring/casebook/load/generator"
)

// errNo ends a run that worked and whose answer is no: see exit code 1.
var errNo = errors.New("the answer is no")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	switch {
	case errors.Is(err, errNo):
		os.Exit(1)
	case err != nil:
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "load:", err)
		}
		os.Exit(2)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	c, err := parse(args, stderr)
	if err != nil {
		return err
	}
	if c.merge {
		return c.mergeFiles(stdout)
	}
	defer c.useThreads()()
	opt, err := c.options(stderr)
	if err != nil {
		return err
	}
	if c.aa {
		return c.again(ctx, opt, stdout)
	}
	r, err := generator.Run(ctx, opt)
	if err != nil {
		return err
	}
	if err := c.show(stdout, r); err != nil {
		return err
	}
	return verdict(r)
}

// verdict returns errNo if r is not what one hopes for.
func verdict(r *generator.Result) error {
	if r.Failed > 0 || r.Dropped > 0 || r.Sent == 0 || !r.Believable(0.5) {
		return errNo
	}
	return nil
}
