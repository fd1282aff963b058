package escape

import "os"

// outputName is where a program's standard output can be opened by name.
const outputName = "/proc/self/fd/1"

// outputHasName reports whether it can: not where /proc is not mounted.
func outputHasName() bool {
	_, err := os.Stat(outputName)
	return err == nil
}
