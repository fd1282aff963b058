// Command worker does the work of the case in a process of its own, so that the
// memory that one version keeps does not change how often the collector runs for
// another. It is built twice, the second time with GOEXPERIMENT=arenas.
//
// Its argument names the operation. For each number that it reads it does as
// many operations and writes what they took, as a line of JSON.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/wring-go/wring/casebook/diary"
)

func main() {
	if err := serve(os.Args, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func serve(args []string, in io.Reader, out io.Writer) error {
	if len(args) != 2 {
		return fmt.Errorf("worker: one argument wanted: the work to do")
	}
	work := works()[args[1]]
	if work == nil {
		return fmt.Errorf("worker: no work %q in this build", args[1])
	}
	encoder := json.NewEncoder(out)
	for {
		var n int
		if _, err := fmt.Fscan(in, &n); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("worker: %w", err)
		}
		// The first operation finds caches and memory as other processes have left
		// them, and is not one that a program does over and over.
		if err := work(1); err != nil {
			return err
		}
		s, err := diary.Take(func() error { return work(n) })
		if err != nil {
			return err
		}
		if err := encoder.Encode(s); err != nil {
			return err
		}
	}
}
