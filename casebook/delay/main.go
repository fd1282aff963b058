// Command delay answers requests after a delay: what a server costs that waits
// most of the time.
//
//	go run ./casebook/delay
//	go run ./casebook/delay -variant tcp -delay 50ms -listen 127.0.0.1:9000
//
// SIGTERM ends it, after what is under way, with 0.
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

	"github.com/wring-go/wring/casebook/delay/serve"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "delay:", err)
		}
		stop()
		os.Exit(2)
	}
}

// run serves until ctx is done. The first line of stdout says where.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	fs := flag.NewFlagSet("delay", flag.ContinueOnError)
	fs.SetOutput(stderr)
	address := fs.String("listen", "127.0.0.1:8001", "serve at `ADDRESS`")
	delay := fs.Duration("delay", 10*time.Millisecond, "answer after `TIME`")
	names := serve.Variants()
	variant := fs.String("variant", names[0], "one of "+strings.Join(names, ", "))
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
	fmt.Fprintf(stdout, "listening on http://%s/\n", l.Addr())
	return serve.Serve(ctx, l, *variant, *delay)
}
