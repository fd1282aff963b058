// Command access measures what wring access promises: how fast it reads, and
// whether it finds the routes of a service by itself. Run it in this repository:
//
//	go run ./evaluation/access VERB [flags]
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
)

type verb struct {
	name, short string
	run         func(ctx context.Context, args []string) error
}

func verbs() []verb {
	return []verb{
		{"generate", "write a log: -table NAME -format ltsv|json|combined -n LINES", generate},
		{"routes", "precision and recall of the routes that are found", routes},
		{"speed", "CPU time and memory beside awk, alp and kataribe", speed},
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "access:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) > 0 {
		if i := slices.IndexFunc(verbs(), func(v verb) bool { return v.name == args[0] }); i >= 0 {
			return verbs()[i].run(ctx, args[1:])
		}
	}
	var b strings.Builder
	b.WriteString("usage: go run ./evaluation/access VERB [flags]")
	for _, v := range verbs() {
		fmt.Fprintf(&b, "\n\t%-10s %s", v.name, v.short)
	}
	return errors.New(b.String())
}
