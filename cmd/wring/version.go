package main

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
)

func versionVerb() verb {
	return verb{
		name: "version", short: "print the version",
		setup: func(fs *flag.FlagSet) action {
			return func(_ context.Context, e env) (int, error) {
				if err := atMost(0, e.args); err != nil {
					return exitTrouble, err
				}
				_, err := fmt.Fprintln(e.stdout, versionLine())
				return exitOK, err
			}
		},
	}
}

// versionLine names this build of wring.
func versionLine() string {
	version := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
	}
	return fmt.Sprintf("wring %s, built with %s for %s/%s",
		version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
