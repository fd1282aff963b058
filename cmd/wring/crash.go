package main

import (
	"context"
	"errors"
	"flag"

	"github.com/wring-go/wring/report/stacks"
	"github.com/wring-go/wring/service/crash"
	"github.com/wring-go/wring/service/locks"
)

const crashManual = `
FILE is what a Go program printed when it died, alone or in a log; - is standard
input. Crash says what the message means, which value matters, and lists the
frames that may be to blame, the most likely first, each with its evidence: the
goroutine died there, the bad value is among its arguments or beside them, it is
on its stack, the function uses unsafe or cgo, it repeats on the stack.

For a deadlock it shows the table of wring locks, for a stack overflow one period
of the recursion, for a lack of memory the goroutines by what started them.

More is found in what GOTRACEBACK=system prints.

Examples:

	wring crash crash.txt
	journalctl -u service | wring crash -
	wring crash -source ~/src/service -json crash.txt
`

func crashVerb() verb {
	return verb{
		name: "crash", args: "[flags] FILE",
		short: "which frame of which goroutine is to blame for a crash",
		long:  crashManual,
		setup: func(fs *flag.FlagSet) action {
			c := &crashCommand{}
			c.dumping.define(fs)
			return c.run
		},
	}
}

type crashCommand struct{ dumping }

func (c *crashCommand) run(ctx context.Context, e env) (int, error) {
	if err := c.showing.check(); err != nil {
		return exitTrouble, err
	}
	if len(e.args) != 1 {
		return exitTrouble, errors.New("crash needs one FILE with what the program printed " +
			"when it died, or - for standard input")
	}
	d, err := locks.Load(ctx, e.args[0], e.stdin)
	if err != nil {
		return exitTrouble, err
	}
	rep, err := crash.Explain(d, c.sources(ctx))
	if err != nil {
		return exitTrouble, err
	}
	if c.json {
		return exitOK, stacks.CrashJSON(e.stdout, rep)
	}
	return exitOK, stacks.Crash(e.stdout, rep, c.options(e).Color)
}
