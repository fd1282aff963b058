package pool_test

import (
	"fmt"

	"github.com/wring-go/wring/kit/pool"
)

func Example() {
	var buffers pool.Pool
	b := buffers.Get(100)
	defer b.Put()
	b.B = fmt.Appendf(b.B, "%d bytes of room", cap(b.B))
	fmt.Printf("%s\n", b.B)
	// Output: 128 bytes of room
}

func ExamplePool() {
	buffers := pool.Pool{MaxSize: 64 << 10, MaxBytes: 1 << 20}
	buffers.Get(1 << 20).Put() // too large to keep
	fmt.Println(buffers.Kept())
	// Output: 0
}

func ExamplePool_Get() {
	var buffers pool.Pool
	buffers.Get(1000).Put()
	b := buffers.Get(900) // the same bytes
	fmt.Println(len(b.B), cap(b.B))
	// Output: 0 1024
}

func ExampleBuffer_Put() {
	var buffers pool.Pool
	b := buffers.Get(1000)
	b.B = append(b.B, make([]byte, 5000)...) // grows
	b.Put()
	fmt.Println(buffers.Kept() >= 5000)
	// Output: true
}

func ExamplePool_Kept() {
	var buffers pool.Pool
	buffers.Get(1024).Put()
	fmt.Println(buffers.Kept())
	// Output: 1024
}

func ExamplePool_Trim() {
	var buffers pool.Pool
	buffers.Get(1024).Put()
	buffers.Trim()
	fmt.Println(buffers.Kept())
	// Output: 0
}

func ExamplePool_Leaks() {
	var buffers pool.Pool
	buffers.Get(1024).Put()
	fmt.Println(len(buffers.Leaks())) // all are back; tells more in a debug build
	// Output: 0
}
