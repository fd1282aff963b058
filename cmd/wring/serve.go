package main

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"net"
	"slices"
	"strings"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/git"
	"github.com/wring-go/wring/report/web"
	"github.com/wring-go/wring/report/web/server"
)

const serveManual = `
Serve measures the packages, prints the address of a page that shows what the
other verbs print, and opens it: the source of the heaviest functions, with what
each line allocates, why, and how that could be rewritten; tables; and a flame
graph on exact counts. With -from it measures nothing and shows files:

  a record            wring top -o FILE, or wring run -o FILE
  a JSON document     of wring top, why, run, fix, diff and guard
  a capture           wring live -o FILE
  a pprof profile     of anything: CPU, heap, goroutines, mutexes

Give -from several times to have several on one page: what a fix report has
proven and what a guard report found stands at the lines of the others, two
profiles can be laid over each other in the flame graph, and two records or
captures are compared, each with the one before.

The page is for this machine: it listens on loopback unless -addr asks for more,
and answers only requests that carry the token in the address. It shows no file
outside of the module, and asks nothing of any other server. The address is the
first line on standard output.

Without -from, rewrites can be tried and applied on the page. As with wring fix,
only what is proven is written, and files with uncommitted changes are left alone.
With -watch the page is measured again when sources change.

/pprof/ is the page of pprof for the first profile, and go tool pprof takes the
address with /debug/pprof/allocs before its question mark.

Examples:

	wring serve ./...
	wring serve -from before.wring -from after.wring
	wring serve -from fix.json
	wring serve -from cpu.pprof -no-open
`

func serveVerb() verb {
	return verb{
		name: "serve", args: "[flags] [packages]",
		short: "show what was measured as a page in the browser",
		long:  serveManual,
		setup: func(fs *flag.FlagSet) action {
			c := &serveCommand{}
			c.pages.define(fs)
			fs.StringVar(&c.addr, "addr", "127.0.0.1:0",
				"listen on `HOST:PORT`; port 0 is a free one")
			fs.BoolVar(&c.stay, "no-open", false, "only print the address, and open no browser")
			fs.BoolVar(&c.watch, "watch", false, "measure again when sources change")
			return c.run
		},
	}
}

type serveCommand struct {
	pages
	addr  string
	stay  bool
	watch bool
}

func (c *serveCommand) run(ctx context.Context, e env) (int, error) {
	if err := c.check(e.args); err != nil {
		return exitTrouble, err
	}
	if c.watch && len(c.from) > 0 {
		return exitTrouble, errors.New("-watch measures again, and -from measures nothing: " +
			"leave one away")
	}
	l, err := net.Listen("tcp", c.addr)
	if err != nil {
		return exitTrouble, fmt.Errorf("cannot listen on -addr %s: %w: give another one, "+
			"or none for a free port", c.addr, err)
	}
	defer l.Close()
	inputs, err := c.inputs(ctx, e)
	if err != nil {
		return exitTrouble, err
	}
	token := rand.Text()
	s, err := server.New(ctx, c.site(inputs, e), token)
	if err != nil {
		return exitTrouble, err
	}
	address := "http://" + reachable(l.Addr()) + "/?token=" + token
	fmt.Fprintln(e.stdout, address)
	if !c.stay {
		openBrowser(address)
	}
	return exitOK, s.Serve(l)
}

// reachable returns an address that this machine reaches l by.
func reachable(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if ok && tcp.IP.IsUnspecified() {
		return fmt.Sprintf("127.0.0.1:%d", tcp.Port)
	}
	return addr.String()
}

// site returns what is served: files as they are, packages with all that can be
// done to them.
func (c *serveCommand) site(inputs []web.Input, e env) server.Site {
	site := server.Site{Inputs: inputs, Options: c.options(), Pprof: pprofPage}
	if len(c.from) > 0 {
		return site
	}
	site.Measure = func(ctx context.Context, progress server.Progress) ([]web.Input, error) {
		return c.measured(ctx, e.args, progress)
	}
	if c.watch {
		site.Wait = func(ctx context.Context) error { return sourcesChange(ctx, c.dir) }
	}
	site.Fix = func(ctx context.Context, progress server.Progress,
		choice []string) (alloc.FixReport, error) {
		return c.rewrite(ctx, e.args, progress, choice)
	}
	site.Undo = func(ctx context.Context, rep alloc.FixReport) error {
		return git.Reverse(ctx, moduleAround(c.dir), rep.Patch)
	}
	return site
}

// rewrite proves rewrites, and writes those of a choice as wring fix does.
func (c *serveCommand) rewrite(ctx context.Context, patterns []string, progress server.Progress,
	choice []string) (alloc.FixReport, error) {
	opt := wring.FixOptions{Dir: c.dir, Patterns: patterns, Tags: c.tags, Bench: c.bench, N: c.n,
		Timeout: c.timeout, Progress: progress, Write: choice != nil, Finisher: finisher()}
	if choice != nil {
		opt.Choose = func(candidate alloc.Candidate) bool {
			return slices.ContainsFunc(choice, func(key string) bool {
				return sameRewrite(key, candidate)
			})
		}
	}
	return wring.Fix(ctx, opt)
}

// sameRewrite reports whether a candidate is the one that was chosen, which may
// have moved since by rewrites above it.
func sameRewrite(key string, c alloc.Candidate) bool {
	technique, rest, _ := strings.Cut(key, " ")
	return technique == c.Technique && strings.Contains(rest, c.File+":") &&
		strings.HasSuffix(key, " "+c.Message)
}
