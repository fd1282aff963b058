package main

import (
	"errors"
	"flag"
)

var errNoProfile = errors.New("-revision is that of a profile: give one with -profile")

// inProduction holds the flags that name profiles of a running program.
type inProduction struct {
	profiles list
	revision string
}

func (l *inProduction) define(fs *flag.FlagSet, usage string) {
	fs.Var(&l.profiles, "profile", usage)
	fs.StringVar(&l.revision, "revision", "", "the `COMMIT` that the profiled program was built "+
		"from; without it the one in its binary, where that is at hand")
}

// orAll returns the patterns, all packages without any: a profile is of a program,
// which is seldom one package.
func orAll(patterns []string) []string {
	if len(patterns) == 0 {
		return []string{"./..."}
	}
	return patterns
}
