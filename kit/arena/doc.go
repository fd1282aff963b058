// Package arena hands out memory for values of any type and takes it back all
// at once. What is allocated together and dies together, such as the tree that
// a request parses, costs a few large allocations instead of many small ones;
// with an arena that is used again, it costs none.
//
//	a := arena.NewArena()
//	defer a.Free()
//	n := arena.New[Node](a)                  // new(Node)
//	n = arena.Of(a, Node{Name: "x"})         // &Node{Name: "x"}
//	s := arena.MakeSlice[int](a, 0, 10)      // make([]int, 0, 10)
//	s = arena.Append(a, s, 1, 2, 3)          // append(s, 1, 2, 3)
//	name := arena.String(a, line[3:9])       // string(line[3:9])
//	m := arena.MakeMap[string, *Node](a, 0)  // make(map[string]*Node)
//	kept := arena.Clone(n)                   // a copy on the heap
//
// A nil *Arena is the plain heap, so that code written for arenas serves both.
//
// # The rule of use
//
// Use an arena where a profile shows many allocations with one common end, in
// one function: make the arena there, pass it down, free it there. Do not let
// anything of it out but clones.
//
// There are two ways to end it, and only one of them is dangerous:
//
//   - [Arena.Free] leaves the memory to the garbage collector. Remaining pointers
//     stay valid; using memory after its release is impossible.
//   - [Arena.Recycle], and [Pool], which calls it, use the memory again. That
//     is where most of the gain is. A pointer from before then points to
//     another value: see below.
//
// # What is safe
//
// An arena has ordinary slices of each type, called chunks. The collector sees
// all pointers in them, so a value in an arena may refer to the heap and the
// reverse, it may be kept when the arena is long forgotten, and finalizers and
// weak pointers of what it refers to work. Memory that held a T never holds
// anything but a T: even a stale pointer after Recycle reads and writes a valid
// value of its type. No use of this package corrupts memory, short of
// unsynchronized use by several goroutines, which the race detector finds.
//
// # What is not safe, and what it costs
//
//   - After Recycle, stale pointers alias. A string changes its content: used
//     as a key of a map outside, it is lost there. Clone what has to survive.
//   - With Free alone the collector runs as often as without an arena, since
//     as many bytes are allocated. The gain is that of fewer and larger
//     objects, and can be small; Recycle avoids the collector altogether.
//   - A single pointer that is kept after Free keeps its chunk, up to 64 KiB,
//     and what that chunk refers to. Clone what lives longer.
//   - Each type has chunks of its own, the first of 4 KiB. Many types with few
//     values each waste memory.
//   - What is put into an arena is on the heap. A value that the compiler would
//     have kept on the stack becomes slower.
//   - [Append] can grow a slice in place. The old slice then shares its memory
//     with the new one, which append does only if the capacity allows it.
//   - An arena is a parameter that spreads through a program. Keep it inside.
//   - Go may get something like it one day (regions, or freed memory that is
//     used again without being asked for): then this can go.
//   - An arena has no room for native maps, channels, closures, goroutine
//     stacks and interface values' boxes, whose memory comes from the runtime.
//     For maps there is [Map]; for a box put a pointer into the interface.
//   - runtime.SetFinalizer wants the beginning of an allocation, and what an
//     arena hands out is seldom that: it ends the program. runtime.AddCleanup
//     and weak pointers work for a whole chunk, not for a value in it.
//   - An Arena is for one goroutine at a time. Give each its own, or use
//     [Locked], whose lock costs more than an allocation.
//   - Gains depend on the machine and on the program. Measure yours.
//
// # Lifetimes
//
// One arena per request: [NewContext] and [FromContext]. One per goroutine or
// piece of work: [Pool.Do]. With a limit for what waits to be used again:
// [Pool.Budget], and the argument of Recycle. For large graphs that live long,
// [Table] and [Ref] are handles that the collector does not follow and that
// recognize stale use in production.
//
// # Finding stale use
//
//   - Tests: arenatest.Run runs a function with an arena and fails the test,
//     with the place of the allocation, for each value that is still referenced
//     when the arena ends.
//   - Programs and their tests: the build tag arenadebug makes all arenas do
//     so, and [NewDebug] a single one. Stale memory is overwritten, so that
//     using it faults, and kept to find writes.
//   - With -race and with -asan nothing is used again, and a stale access is
//     reported where it happens. -asan needs cgo, and a symbolizer to name lines.
package arena
