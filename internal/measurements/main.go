// Command measurements shows that wring keeps what it promises, on code that
// is not its own: docs/measurements.md holds what it printed. Run it in this
// repository:
//
//	go run ./internal/measurements VERB [flags] [names]
//
// It needs the go command, and what that fetches: the modules named in
// targets.go and the toolchains named by -go. Modules are measured from copies
// in a temporary folder. Each verb prints a table for a Markdown page, and
// exits 1 when a promise was broken.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
)

// errBroken says that a promise was broken; the table said which.
var errBroken = errors.New("a promise is broken: see above")

type verb struct {
	name, short string
	run         func(ctx context.Context, m *machine, args []string) error
}

func verbs() []verb {
	return []verb{
		{"balance", "do the books balance, under each toolchain", balance},
		{"explained", "how much of what is allocated has a cause", explained},
		{"cost", "user CPU of a traced iteration against a plain one", cost},
		{"speed", "wring top against doing the same by hand", speed},
		{"again", "wring diff on a tree and its copy", again},
		{"planted", "wring diff on a tree and a worse copy", planted},
		{"toolchains", "wring diff on a tree under two toolchains", toolchains},
		{"fixrepos", "wring fix over public repositories", fixRepos},
		{"fixspeed", "wring fix on the examples, and where the time goes", fixSpeed},
		{"corpus", "wring fix against what humans did to the same code", corpus},
		{"guard", "wring guard: its time, and whether it notices planted faults", guardVerb},
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "measurements:", err)
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
	m, err := newMachine(ctx, os.Stdout)
	if err != nil {
		return err
	}
	defer m.close()
	return verbs()[i].run(ctx, m, args[1:])
}

func usage() error {
	var b strings.Builder
	b.WriteString("usage: go run ./internal/measurements VERB [flags] [names]")
	for _, v := range verbs() {
		fmt.Fprintf(&b, "\n\t%-10s %s", v.name, v.short)
	}
	b.WriteString("\nnames are packages of the standard library and the modules of targets.go")
	return errors.New(b.String())
}

// flags returns the flags of a verb, which end the program when they are wrong.
func flags(name string) *flag.FlagSet {
	return flag.NewFlagSet("measurements "+name, flag.ExitOnError)
}
