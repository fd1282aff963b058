// Package serving is what the main functions of the servers share: a signal ends
// them in good order, and the first line that they print says where they listen.
package serving

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"syscall"
)

// Run is the body of a main function. It serves until ctx is done.
type Run func(ctx context.Context, args []string, stdout, stderr io.Writer) error

// Refuted is the error of a run that did its work, and whose answer is no.
type Refuted string

// Error returns what does not hold.
func (r Refuted) Error() string { return string(r) }

// Main calls run, whose context SIGINT and SIGTERM end, and exits: with 0 when run
// has done its work; and with one line on standard error with 1 when the answer is
// no, and with 2 when it could not.
func Main(name string, run Run) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends it at once
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err == nil {
		os.Exit(0)
	}
	if !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
	}
	if _, refuted := errors.AsType[Refuted](err); refuted {
		os.Exit(1)
	}
	os.Exit(2)
}

// Flags returns a set of flags that reports errors instead of exiting.
func Flags(name string, stderr io.Writer) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(stderr)
	return fs
}

// Parse parses args, none of which may be anything but a flag.
func Parse(fs *flag.FlagSet, args []string) error {
	if err := fs.Parse(args); err != nil {
		return err
	}
	if fs.NArg() > 0 {
		return fmt.Errorf("it takes no arguments, and %q is one; -h lists the flags", fs.Arg(0))
	}
	return nil
}

// Listen listens at address, and says so on stdout as a URL.
func Listen(address, scheme string, stdout io.Writer) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(stdout, "listening on %s://%s\n", scheme, l.Addr())
	return l, nil
}
