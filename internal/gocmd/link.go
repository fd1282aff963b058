package gocmd

import (
	"fmt"
	"os"
	"strings"
)

// Order is one of the orders in which the linker can lay out functions; 0 is that of the packages
// and their files. The linker has others since Go 1.23.
type Order int

// LinkFlags returns the flags for binaries that no debugger reads, with the order: without symbols
// and what else is for debuggers the linker takes half the time. There are none if GOFLAGS, in env
// or else in the environment of this process, has flags for the linker, which these would replace.
func (o Order) LinkFlags(env []string) []string {
	goflags := os.Getenv("GOFLAGS")
	for _, kv := range env {
		if value, ok := strings.CutPrefix(kv, "GOFLAGS="); ok {
			goflags = value
		}
	}
	if strings.Contains(goflags, "-ldflags") {
		return nil
	}
	flags := "-ldflags=-s -w"
	if o != 0 {
		flags += fmt.Sprintf(" -randlayout=%d", o)
	}
	return []string{flags}
}

// LinkFlags returns the flags for binaries with the order of packages and files.
func LinkFlags(env []string) []string { return Order(0).LinkFlags(env) }
