// Command wring measures every heap allocation of Go code exactly, and says why
// it happens. Run wring help for the verbs.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/wring-go/wring/technique/vettool"
)

// Exit codes. One message on standard error comes with every exitTrouble.
const (
	exitOK      = 0
	exitNo      = 1 // the answer is no
	exitTrouble = 2 // the question could not be answered
)

// env is what a verb may use of the outside.
type env struct {
	args   []string // what follows the flags
	dash   int      // how many of args stood before "--"; -1 when there was none
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
}

// verb is one thing that wring can do.
type verb struct {
	name  string
	args  string // as in the usage line
	short string // what it answers, for the list
	long  string // the manual
	// setup defines the verb's flags and returns what runs it. The code is the
	// exit code of the process; an error means exitTrouble.
	setup func(fs *flag.FlagSet) action
	// forwards says that signals go to the program that the verb runs.
	forwards bool
}

// action runs a verb.
type action func(ctx context.Context, e env) (code int, err error)

// verbs is the list of everything wring can do, in the order of the manual.
func verbs() []verb {
	return []verb{topVerb(), whyVerb(), fixVerb(), diffVerb(), guardVerb(), vetVerb(),
		runVerb(), serveVerb(), reportVerb(), accessVerb(), sqlVerb(), poolVerb(), gcVerb(),
		locksVerb(), crashVerb(), liveVerb(), helpVerb(), completionVerb(), bugVerb(),
		versionVerb()}
}

func main() {
	if vettool.Called(os.Args[1:]) {
		vettool.Main()
	}
	if len(os.Args) == 3 && os.Args[1] == finishWrite {
		os.Exit(finish(os.Args[2]))
	}
	ctx, stop := signal.NotifyContext(context.Background(),
		os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	code := start(ctx, os.Args[1:], env{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr})
	stop()
	os.Exit(code)
}

// start finds the verb and runs it. Without a verb, as in wring ./..., it is top.
func start(ctx context.Context, args []string, e env) int {
	name := "help"
	if len(args) > 0 {
		name, args = args[0], args[1:]
	}
	switch strings.TrimLeft(name, "-") {
	case "h", "help":
		name = "help"
	case "version":
		name = "version"
	}
	v, ok := findVerb(name)
	if !ok && looksLikePackage(name) {
		v, ok = findVerb("top")
		args = append([]string{name}, args...)
	}
	if !ok {
		fmt.Fprintf(e.stderr, "wring: unknown verb %q; the verbs are %s (wring help says more)\n",
			name, strings.Join(verbNames(), ", "))
		return exitTrouble
	}
	return v.run(ctx, args, e)
}

// usage is the verb with what follows it.
func (v verb) usage() string { return strings.TrimSpace(v.name + " " + v.args) }

// run parses the flags and runs the verb.
func (v verb) run(ctx context.Context, args []string, e env) int {
	fs := flag.NewFlagSet(v.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	act := v.setup(fs)
	var err error
	if e.args, e.dash, err = parseFlags(fs, args); errors.Is(err, flag.ErrHelp) {
		act = func(context.Context, env) (int, error) { return exitOK, writeManual(e.stdout, v) }
	} else if err != nil {
		fmt.Fprintf(e.stderr, "wring %s: %v\nusage: wring %s (wring help %s says more)\n",
			v.name, err, v.usage(), v.name)
		return exitTrouble
	}
	code, err := v.act(ctx, act, e)
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(e.stderr, "wring: stopped")
		return exitTrouble
	}
	if err != nil {
		fmt.Fprintf(e.stderr, "wring: %v\n", err)
		return exitTrouble
	}
	return code
}

// patience is how long an interrupted verb may take to stop. It takes less than
// a second; this is for the unforeseen, such as a disk that hangs.
const patience = 5 * time.Second

// act runs the verb, and stops waiting for it some time after ctx has ended.
func (v verb) act(ctx context.Context, act action, e env) (code int, err error) {
	if v.forwards {
		return act(ctx, e)
	}
	done := make(chan struct{})
	var result int
	var failure error
	go func() {
		result, failure = act(ctx, e)
		close(done)
	}()
	select {
	case <-done:
		return result, failure
	case <-ctx.Done():
	}
	select {
	case <-done:
		return result, failure
	case <-time.After(patience):
		return exitTrouble, ctx.Err()
	}
}

// parseFlags parses args, in which flags may also follow other arguments, as
// in wring top ./... -bench Join. What comes after "--" is left alone, and dash
// arguments come before it; dash is -1 without one.
func parseFlags(fs *flag.FlagSet, args []string) (rest []string, dash int, err error) {
	for {
		if err := fs.Parse(args); err != nil {
			return nil, -1, err
		}
		parsed := args[:len(args)-fs.NArg()]
		if len(parsed) > 0 && parsed[len(parsed)-1] == "--" {
			return append(rest, fs.Args()...), len(rest), nil
		}
		args = fs.Args()
		if len(args) == 0 {
			return rest, -1, nil
		}
		rest, args = append(rest, args[0]), args[1:]
	}
}

// atMost returns an error when there are more than n arguments.
func atMost(n int, args []string) error {
	if len(args) <= n {
		return nil
	}
	return fmt.Errorf("%q is one argument too many: wring help shows what each verb takes", args[n])
}

func findVerb(name string) (verb, bool) {
	for _, v := range verbs() {
		if v.name == name {
			return v, true
		}
	}
	return verb{}, false
}

func verbNames() []string {
	var names []string
	for _, v := range verbs() {
		names = append(names, v.name)
	}
	return names
}

// looksLikePackage reports whether an argument in a verb's place is a package
// pattern or a flag.
func looksLikePackage(arg string) bool {
	return strings.HasPrefix(arg, "-") || strings.ContainsAny(arg, "./")
}
