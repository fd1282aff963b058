//go:build !linux

package escape

const outputName = ""

// outputHasName reports whether a program can open its standard output by name,
// for reading and writing, as the compiler opens a log. Elsewhere it cannot.
func outputHasName() bool { return false }
