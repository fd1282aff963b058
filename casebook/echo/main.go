// Command echo sends back what it gets.
//
//	go run ./casebook/echo
//	go run ./casebook/echo -variant pool -listen 127.0.0.1:9000
//
// SIGTERM ends it, after the grace time, with 0.
package main

import (
	"context"
	"io"
	"strings"
	"time"

	"github.com/wring-go/wring/casebook/echo/serve"
	"github.com/wring-go/wring/casebook/serving"
)

func main() { serving.Main("echo", run) }

// run serves until ctx is done. The first line of stdout says where.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var opt serve.Options
	fs := serving.Flags("echo", stderr)
	address := fs.String("listen", "127.0.0.1:8002", "serve at `ADDRESS`")
	names := serve.Variants()
	variant := fs.String("variant", names[0], "one of "+strings.Join(names, ", "))
	fs.DurationVar(&opt.Idle, "idle", 5*time.Minute, "close who is silent for longer")
	fs.DurationVar(&opt.Grace, "grace", time.Second, "how long clients may go on at the end")
	fs.IntVar(&opt.Limit, "limit", 0, "of clients; 0 means none")
	if err := serving.Parse(fs, args); err != nil {
		return err
	}
	l, err := serving.Listen(*address, "tcp", stdout)
	if err != nil {
		return err
	}
	return serve.Serve(ctx, l, *variant, opt)
}
