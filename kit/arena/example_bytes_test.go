//go:build !arenadebug

package arena_test

import (
	"fmt"

	"github.com/wring-go/wring/kit/arena"
)

// An arena that debugs has each value on the heap by itself, and holds on to none.

func ExampleNewArena() {
	a := arena.NewArena()
	fmt.Println(*arena.New[int](a), a.Bytes() > 0)
	a.Free()
	fmt.Println(a.Bytes())
	// Output:
	// 0 true
	// 0
}

func ExampleArena_Bytes() {
	a := arena.NewArena()
	defer a.Free()
	arena.MakeSlice[byte](a, 1_000_000, 1_000_000)
	fmt.Println(a.Bytes() >= 1_000_000)
	// Output: true
}
