package web

import "github.com/wring-go/wring/kit/pool"

// Scratch calls use with bytes to append to, which use must not retain.
type Scratch func(use func(buf *[]byte))

// FreshScratch has new bytes for each page.
func FreshScratch(use func(buf *[]byte)) {
	var b []byte
	use(&b)
}

// PooledScratch has bytes of a pool.
func PooledScratch() Scratch {
	var buffers pool.Pool
	return func(use func(buf *[]byte)) {
		b := buffers.Get(32 << 10)
		defer b.Put()
		use(&b.B)
	}
}
