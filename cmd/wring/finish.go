package main

import (
	"fmt"
	"os"

	"github.com/wring-go/wring/internal/replace"
)

// finishWrite as the first argument makes a process the finisher of a write, of
// which the second argument is the journal. Users never type it.
const finishWrite = "-finish-write"

// finisher is what wring fix starts to see its files written whatever happens to
// itself; nil where the program's own name is not known.
func finisher() []string {
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	return []string{self, finishWrite}
}

// finish does what is left of a write when the process that began it is gone.
func finish(journal string) (code int) {
	if err := replace.Finish(journal); err != nil {
		fmt.Fprintf(os.Stderr, "wring: %v\n", err)
		return exitTrouble
	}
	return exitOK
}
