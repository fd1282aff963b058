// Command photos is a service for sharing photos, from its first version, written
// in a hurry, to its last.
//
//	go run ./casebook/photos -demo                with a MariaDB of its own, and some data
//	go run ./casebook/photos -dsn DSN -fill 1     fills an empty database, and serves
//	go run ./casebook/photos -dsn DSN -steps all  the last version
//
// The first line of standard output says where it listens, and with -debug the next
// where its profiles are. SIGTERM ends it with 0.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/wring-go/wring/casebook/photos/app"
	"github.com/wring-go/wring/casebook/photos/steps"
	"github.com/wring-go/wring/kit/route"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "photos:", err)
		}
		stop()
		os.Exit(2)
	}
}

type command struct {
	listen, debug, access, format string
	dsn, pictures, steps          string
	fill                          float64
	demo                          bool
	grace                         time.Duration
}

func parse(args []string, stderr io.Writer) (command, error) {
	var c command
	fs := flag.NewFlagSet("photos", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.StringVar(&c.listen, "listen", "127.0.0.1:8004", "serve at `ADDRESS`")
	fs.StringVar(&c.debug, "debug", "", "serve profiles and figures at `ADDRESS`, of loopback")
	fs.StringVar(&c.access, "access", "", "append a line for each request to `FILE`")
	fs.StringVar(&c.format, "format", "ltsv", "of these lines: ltsv or json")
	fs.StringVar(&c.dsn, "dsn", "", "the database, as in `root@tcp(127.0.0.1:3306)/photos`")
	fs.StringVar(&c.pictures, "pictures", "", "the folder of pictures, where they are files")
	fs.StringVar(&c.steps, "steps", "none", "`NAMES` with commas between, all, none, all,-index")
	fs.Float64Var(&c.fill, "fill", 0, "fill empty tables; `SCALE` 1 is 10,000 posts")
	fs.BoolVar(&c.demo, "demo", false, "start a MariaDB, fill it, and remove both in the end")
	fs.DurationVar(&c.grace, "grace", 10*time.Second, "how long the end may take")
	if err := fs.Parse(args); err != nil {
		return c, err
	}
	if fs.NArg() > 0 {
		return c, fmt.Errorf("it takes no arguments, and %q is one; -h lists the flags", fs.Arg(0))
	}
	if !c.demo && c.dsn == "" {
		return c, errors.New("no database; give -dsn, or -demo for one of its own")
	}
	if c.format != "ltsv" && c.format != "json" {
		return c, fmt.Errorf("-format: %q is not known; write ltsv or json", c.format)
	}
	return c, nil
}

// run serves until ctx is done.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	c, err := parse(args, stderr)
	if err != nil {
		return err
	}
	taken, err := steps.Parse(c.steps)
	if err != nil {
		return fmt.Errorf("-steps: %w", err)
	}
	if c.demo {
		end, err := c.prepareDemo(ctx)
		if err != nil {
			return err
		}
		defer end()
	}
	if c.fill > 0 {
		if err := fill(ctx, c.dsn, c.fill); err != nil {
			return err
		}
	}
	service, err := app.Open(ctx, app.Config{DSN: c.dsn, Pictures: c.pictures, Steps: taken,
		Errors: stderr})
	if err != nil {
		return err
	}
	defer service.Close()
	return c.serve(ctx, service, stdout)
}

func (c command) serve(ctx context.Context, service *app.App, stdout io.Writer) error {
	l, err := net.Listen("tcp", c.listen)
	if err != nil {
		return err
	}
	defer l.Close()
	handler := service.Handler
	if c.access != "" {
		f, err := os.OpenFile(c.access, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
		if err != nil {
			return err
		}
		defer f.Close()
		log := &route.Log{To: f, JSON: c.format == "json"}
		handler = log.Handler(handler)
	}
	profiles := new(strings.Builder)
	if c.debug != "" {
		end, err := serveDebug(c.debug, service.DB, profiles)
		if err != nil {
			return err
		}
		defer end()
	}
	// In one piece: who waits for the first line may read no other.
	fmt.Fprintf(stdout, "listening on http://%s/\n%s", l.Addr(), profiles)
	srv := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout: 2 * time.Minute}
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.grace)
	defer cancel()
	if err := srv.Shutdown(end); err != nil {
		return fmt.Errorf("not all requests ended within %v: %w", c.grace, err)
	}
	return nil
}
