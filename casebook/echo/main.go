// Command echo sends back what it gets.
//
//	go run ./casebook/echo
//	go run ./casebook/echo -variant pool -listen 127.0.0.1:9000
//
// SIGTERM ends it, after the grace time, with 0.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/wring-go/wring/casebook/echo/serve"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "echo:", err)
		}
		stop()
		os.Exit(2)
	}
}

// run serves until ctx is done. The first line of stdout says where.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var opt serve.Options
	fs := flag.NewFlagSet("echo", flag.ContinueOnError)
	fs.SetOutput(stderr)
	address := fs.String("listen", "127.0.0.1:8002", "serve at `ADDRESS`")
	names := serve.Variants()
	variant := fs.String("variant", names[0], "one of "+strings.Join(names, ", "))
	fs.DurationVar(&opt.Idle, "idle", 5*time.Minute, "close who is silent for longer")
	fs.DurationVar(&opt.Grace, "grace", time.Second, "how long clients may go on at the end")
	fs.IntVar(&opt.Limit, "limit", 0, "of clients; 0 means none")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if fs.NArg() > 0 {
		return fmt.Errorf("it takes no arguments, and %q is one; -h lists the flags", fs.Arg(0))
	}
	l, err := net.Listen("tcp", *address)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "listening on tcp://%s\n", l.Addr())
	return serve.Serve(ctx, l, *variant, opt)
}
