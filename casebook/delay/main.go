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
	"io"
	"strings"
	"time"

	"github.com/wring-go/wring/casebook/delay/serve"
	"github.com/wring-go/wring/casebook/serving"
)

func main() { serving.Main("delay", run) }

// run serves until ctx is done. The first line of stdout says where.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	fs := serving.Flags("delay", stderr)
	address := fs.String("listen", "127.0.0.1:8001", "serve at `ADDRESS`")
	delay := fs.Duration("delay", 10*time.Millisecond, "answer after `TIME`")
	names := serve.Variants()
	variant := fs.String("variant", names[0], "one of "+strings.Join(names, ", "))
	if err := serving.Parse(fs, args); err != nil {
		return err
	}
	l, err := serving.Listen(*address, "http", stdout)
	if err != nil {
		return err
	}
	return serve.Serve(ctx, l, *variant, *delay)
}
