// Package m holds directives in right and wrong places.
package m

//wring:noalloc
func F() {}

// G is documented.
//
//wring:allocs 3
//wring:bytes 48
func G[T any]() {}

type list[T any] struct{}

//wring:noalloc
func (l *list[T]) push() {}

//wring:allow closure above all of it
func H() func() {
	x := 1 //wring:allow escaping-variable on its line
	//wring:allow closure on the line below
	//wring:allow boxed-argument on the same line
	return func() { x++ }
}

//wring:noalloc
//wring:noalloc
func twice() {}

//wring:noalloc

func apart() {}

//wring:unguarded for a reason
func notABenchmark() {}

//wring:frobnicate
func unknown() {}

// → noalloc example.com/m.F 0-0
// → allocs example.com/m.G[...] 0-0
// → bytes example.com/m.G[...] 0-0
// → noalloc example.com/m.(*list[...]).push 0-0
// → allow  19-24
// → allow  20-20
// → allow  23-23
// → allow  23-23
// → noalloc example.com/m.twice 0-0
// → this function has wring:noalloc twice.
// → wring:noalloc must stand directly above a function.
// → wring:unguarded is for benchmarks, and this function is not one.
// → unknown directive wring:frobnicate; there are wring:allocs, wring:bytes, wring:noalloc, wring:allow, wring:unguarded.
