//go:build !race && !asan

package arena

import "unsafe"

// detects says that the program is built with a detector of wrong accesses.
const detects = false

// condemn tells the detector that memory must not be accessed any more.
func condemn(unsafe.Pointer, uintptr) {}
