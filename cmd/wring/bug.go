package main

import (
	"context"
	"flag"
	"fmt"

	"github.com/wring-go/wring/measure"
)

func bugVerb() verb {
	return verb{
		name: "bug", args: "[-C DIR]",
		short: "print what a bug report needs",
		long: "Paste the output into a new issue and fill in the rest. It holds no source code\n" +
			"and no environment variables but Go's own.",
		setup: func(fs *flag.FlagSet) action {
			dir := fs.String("C", "", "change to `DIR` first, as the go command does")
			return func(ctx context.Context, e env) (int, error) {
				if err := atMost(0, e.args); err != nil {
					return exitTrouble, err
				}
				return exitOK, writeBug(ctx, e, *dir)
			}
		},
	}
}

func writeBug(ctx context.Context, e env, dir string) error {
	_, err := fmt.Fprintf(e.stdout, bugForm, versionLine(), measure.Diagnose(ctx, dir))
	return err
}

const bugForm = `### What did you run?

    wring ...

### What did you see?


### What did you expect?


### Which wring?

    %s

### Which Go, and can it be traced?

%s`
