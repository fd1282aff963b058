package gocmd

import (
	"os"
	"strings"
)

// LinkFlags returns the flags for binaries that no debugger reads: without symbols and what
// else is for debuggers the linker takes half the time. There are none if GOFLAGS, in env or
// else in the environment of this process, has flags for the linker, which these would replace.
func LinkFlags(env []string) []string {
	goflags := os.Getenv("GOFLAGS")
	for _, kv := range env {
		if value, ok := strings.CutPrefix(kv, "GOFLAGS="); ok {
			goflags = value
		}
	}
	if strings.Contains(goflags, "-ldflags") {
		return nil
	}
	return []string{"-ldflags=-s -w"}
}
