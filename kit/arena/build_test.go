package arena_test

import (
	"testing"
	"unsafe"
)

// address returns where p points to, as a number that keeps nothing alive.
func address[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }

// detects and debugBuild are those of the package.
var detects, debugBuild = raceBuild || asanBuild, tagged

// skipUnlessPlain skips tests of what other builds do differently on purpose.
func skipUnlessPlain(t testing.TB) {
	t.Helper()
	if detects || debugBuild {
		t.Skip("this build reuses nothing and allocates for its checks")
	}
}
