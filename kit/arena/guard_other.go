//go:build !unix

package arena

// guardSize is not used where guardAddress returns 0.
const guardSize = 0

// guardAddress returns 0: stale pointers are nil.
func guardAddress() uintptr { return 0 }
