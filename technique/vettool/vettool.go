// Package vettool serves the techniques to the go command: go vet -vettool
// starts a program once for each package, and speaks a protocol with it.
package vettool

import (
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/all"
)

// Called reports whether the arguments of a process are those with which the
// go command, or another build system, calls a tool of go vet: it asks for a
// version, for flags, or for one package that a file describes.
func Called(args []string) bool {
	if len(args) == 0 {
		return false
	}
	last := args[len(args)-1]
	switch last {
	case "-V=full", "-flags":
		return len(args) == 1
	}
	for _, flag := range args[:len(args)-1] {
		if !strings.HasPrefix(flag, "-") {
			return false
		}
	}
	return strings.HasSuffix(last, ".cfg")
}

// Most packages are done before their heap has firstGC bytes, and nothing is
// collected then. Later, gcPercent still makes collections rare.
const (
	firstGC   = 232 << 20
	gcPercent = 180
	smallest  = 4 << 20 // a heap that is collected first, at 100 percent
)

// collectLate puts the first garbage collection off until the heap has firstGC bytes.
func collectLate() {
	debug.SetGCPercent(firstGC / smallest * 100)
	runtime.AddCleanup(new([64]byte), func(percent int) { // by the first collection
		debug.SetGCPercent(percent)
	}, gcPercent)
}

// Main answers, as the arguments of the process want it, and ends the process.
// Techniques that are off by default do not take part.
func Main() {
	args := os.Args[1:]
	if answerVersion(args) {
		os.Exit(0)
	}
	var on []technique.Technique
	for _, t := range all.All {
		if t.Off == "" {
			on = append(on, t)
		}
	}
	collectLate()
	unitchecker.Main(analyzersFor(on, askedBy(args, on), wantsFixes(args))...)
}
