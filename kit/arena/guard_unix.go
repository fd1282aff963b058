//go:build unix

package arena

import (
	"syscall"
	"unsafe"
)

// guardSize is how much address space a stale pointer can reach into. Fields at
// larger offsets are rare.
const guardSize = 64 << 10

// guardAddress returns the address of memory that must not be touched. It is never
// given back, because a stale pointer to it can turn up at any time; it is
// address space only.
func guardAddress() uintptr {
	const private = syscall.MAP_ANON | syscall.MAP_PRIVATE
	m, err := syscall.Mmap(-1, 0, guardSize, syscall.PROT_NONE, private)
	if err != nil {
		return 0 // stale pointers will be nil
	}
	return uintptr(unsafe.Pointer(unsafe.SliceData(m)))
}
