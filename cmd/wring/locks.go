package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/wring-go/wring/report/stacks"
	"github.com/wring-go/wring/service/gosource"
	"github.com/wring-go/wring/service/locks"
)

const locksManual = `
FILE is a dump of goroutines: what a Go program prints on SIGQUIT or when it
crashes, what runtime.Stack and /debug/pprof/goroutine?debug=2 give, alone or in
a log. A URL is that of a process that serves net/http/pprof. A PID is asked
through the pprof endpoint that the process serves on this machine; no signal is
sent. Several dumps of one process, in time, show what moved and what did not.

Each row is a lock: who waits, how long, and who holds it. A holder is proven
when the lock is the same and the source holds it on every way to the line where
the goroutine is; likely when it is the only candidate; possible when it is one
of several.

After the locks come channels, WaitGroups, Conds, the connections of database/sql
and what else goroutines wait for, with those that may end the wait.

The source must be that of the binary. It is looked for at the paths that the
dump gives, below the folders of -source, in the module cache and in the GOROOT
of the binary. Build without -trimpath, or run wring in the module.

Examples:

	wring locks dump.txt
	wring locks http://localhost:6060
	wring locks -source ~/src/service -json dump1.txt dump2.txt
`

func locksVerb() verb {
	return verb{
		name: "locks", args: "[flags] FILE, URL or PID ...",
		short: "who waits for which lock, who holds it, and the chain behind",
		long:  locksManual,
		setup: func(fs *flag.FlagSet) action {
			l := &locksCommand{}
			l.dumping.define(fs)
			return l.run
		},
	}
}

// dumping holds the flags of the verbs that read dumps of goroutines.
type dumping struct {
	showing
	source string
}

func (d *dumping) define(fs *flag.FlagSet) {
	fs.BoolVar(&d.json, "json", false, "print one JSON document")
	fs.StringVar(&d.color, "color", "auto", "use colour: `WHEN` is auto, always or never")
	fs.StringVar(&d.source, "source", ".",
		"look for source below `FOLDERS`, separated as in PATH, besides the dump's paths")
}

// sources returns where source is looked for.
func (d *dumping) sources(ctx context.Context) gosource.Options {
	opt := gosource.Options{}
	for _, dir := range splitList(d.source) {
		if abs, err := filepath.Abs(dir); err == nil {
			opt.Source = append(opt.Source, abs)
		}
	}
	out, err := exec.CommandContext(ctx, "go", "env", "GOROOT", "GOMODCACHE").Output()
	if lines := strings.Split(strings.TrimSpace(string(out)), "\n"); err == nil && len(lines) == 2 {
		opt.Goroot, opt.ModCache = lines[0], lines[1]
	}
	return opt
}

type locksCommand struct{ dumping }

func (l *locksCommand) run(ctx context.Context, e env) (int, error) {
	if err := l.showing.check(); err != nil {
		return exitTrouble, err
	}
	if len(e.args) == 0 {
		return exitTrouble, errors.New("locks needs a dump: a FILE, the URL of a pprof " +
			"endpoint, or a PID")
	}
	if os.Getenv("GOGC") == "" { // a dump is large, and almost all of it stays
		defer debug.SetGCPercent(debug.SetGCPercent(40))
	}
	var dumps []locks.Dump
	for _, target := range e.args {
		d, err := locks.Load(ctx, target, e.stdin)
		if err != nil {
			return exitTrouble, err
		}
		dumps = append(dumps, d)
	}
	rep := locks.Analyse(dumps, l.sources(ctx))
	if l.json {
		return exitOK, stacks.LocksJSON(e.stdout, rep)
	}
	return exitOK, stacks.Locks(e.stdout, rep, l.options(e).Color)
}

func splitList(s string) []string { return strings.Split(s, string(os.PathListSeparator)) }
