// Command evaluation shows that wring keeps what it promises, on code that
// is not its own: docs/measurements.md holds what it printed. Run it in this
// repository:
//
//	go run ./evaluation VERB [flags] [names]
//
// It needs the go command, and what that fetches: the modules named in
// targets.go and the toolchains named by -go. Modules are measured from copies
// in a temporary folder. Each verb prints a table for a Markdown page, and
// exits 1 when a promise was broken.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/wring-go/wring/evaluation/bench"
	"github.com/wring-go/wring/evaluation/books"
	"github.com/wring-go/wring/evaluation/budgets"
	"github.com/wring-go/wring/evaluation/compared"
	"github.com/wring-go/wring/evaluation/cost"
	"github.com/wring-go/wring/evaluation/examples"
	"github.com/wring-go/wring/evaluation/explained"
	"github.com/wring-go/wring/evaluation/humans"
	"github.com/wring-go/wring/evaluation/recording"
	"github.com/wring-go/wring/evaluation/repositories"
	"github.com/wring-go/wring/evaluation/unbenched"
)

type verb struct {
	name, short string
	run         func(ctx context.Context, m *bench.Machine, args []string) error
}

func verbs() []verb {
	return []verb{
		{"balance", "do the books balance, under each toolchain", books.Balance},
		{"explained", "how much of what is allocated has a cause", explained.Explained},
		{"cost", "user CPU of a traced iteration against a plain one", cost.Cost},
		{"speed", "wring top against doing the same by hand", cost.Speed},
		{"again", "wring diff on a tree and its copy", compared.Again},
		{"planted", "wring diff on a tree and a worse copy", compared.Planted},
		{"toolchains", "wring diff on a tree under two toolchains", compared.Toolchains},
		{"fixrepos", "wring fix over public repositories", repositories.Fix},
		{"recording", "what it costs to record the calls of tests", recording.Cost},
		{"agreed", "wring diff on what wring fix kept", repositories.Agreed},
		{"judged", "rewrites judged in the same time, before and now", repositories.Judged},
		{"unbenched", "wring fix over modules without benchmarks", unbenched.Fix},
		{"fixspeed", "wring fix on the examples, and where the time goes", examples.Fix},
		{"corpus", "wring fix against what humans did to the same code", humans.Compare},
		{"guard", "wring guard: its time, and whether it notices planted faults", budgets.Guard},
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "evaluation:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return usage()
	}
	i := slices.IndexFunc(verbs(), func(v verb) bool { return v.name == args[0] })
	if i < 0 {
		return usage()
	}
	m, err := bench.New(ctx, os.Stdout)
	if err != nil {
		return err
	}
	defer m.Close()
	return verbs()[i].run(ctx, m, args[1:])
}

func usage() error {
	var b strings.Builder
	b.WriteString("usage: go run ./evaluation VERB [flags] [names]")
	for _, v := range verbs() {
		fmt.Fprintf(&b, "\n\t%-10s %s", v.name, v.short)
	}
	b.WriteString("\nnames are packages of the standard library and the modules of targets.go")
	return errors.New(b.String())
}
