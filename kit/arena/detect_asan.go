//go:build asan

package arena

// #cgo CFLAGS: -fsanitize=address
// #include <stdint.h>
// #include <sanitizer/asan_interface.h>
//
// // An address, because cgo would look for Go pointers in what a pointer leads to.
// static void condemn(uintptr_t p, size_t n) { __asan_poison_memory_region((void*)p, n); }
import "C"

import "unsafe"

// detects says that the program is built with a detector of wrong accesses.
const detects = true

// condemn tells the address sanitizer that memory must not be accessed any more.
// The runtime lifts that when it hands the memory out again, which it does only
// after nothing refers to it.
func condemn(p unsafe.Pointer, n uintptr) {
	C.condemn(C.uintptr_t(uintptr(p)), C.size_t(n))
}
