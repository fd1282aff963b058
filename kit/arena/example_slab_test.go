package arena_test

import (
	"fmt"

	"github.com/wring-go/wring/kit/arena"
)

func ExampleSlab_New() {
	a := arena.NewArena()
	defer a.Free()
	type node struct {
		next  *node
		value int
	}
	nodes := arena.For[node](a) // once, before the loop
	var list *node
	for i := range 3 {
		n := nodes.New()
		n.next, n.value = list, i
		list = n
	}
	fmt.Println(list.value, list.next.value, list.next.next.value)
	// Output: 2 1 0
}

func ExampleSlab_Of() {
	a := arena.NewArena()
	defer a.Free()
	texts := arena.For[string](a)
	one, other := texts.Of("one"), texts.Of("other")
	fmt.Println(*one, *other)
	// Output: one other
}

func ExampleSlab_MakeSlice() {
	a := arena.NewArena()
	defer a.Free()
	rows := arena.For[[]int](a).MakeSlice(3, 3)
	numbers := arena.For[int](a)
	for i := range rows {
		rows[i] = numbers.MakeSlice(i, i)
	}
	fmt.Println(rows)
	// Output: [[] [0] [0 0]]
}

func ExampleLocked_String() {
	var l arena.Locked
	defer l.Free()
	fmt.Println(l.String("some text"))
	// Output: some text
}

func ExampleLocked_Concat() {
	var l arena.Locked
	defer l.Free()
	fmt.Println(l.Concat("some", " ", "text"))
	// Output: some text
}

func ExampleLocked_Recycle() {
	var l arena.Locked
	defer l.Free()
	for i := range 3 {
		n := arena.LockedFor[int](&l).Of(i)
		fmt.Print(*n, " ")
		l.Recycle(1 << 20) // n must not be used any more
	}
	// Output: 0 1 2
}

func ExampleLocked_Free() {
	defer func() { fmt.Println(recover()) }()
	var l arena.Locked
	fmt.Println(l.String("some text"))
	l.Free()
	l.String("more text")
	// Output:
	// some text
	// arena: allocation after Free
}

func ExampleLockedSlab_New() {
	var l arena.Locked
	defer l.Free()
	fmt.Println(*arena.LockedFor[int](&l).New())
	// Output: 0
}

func ExampleLockedSlab_Of() {
	var l arena.Locked
	defer l.Free()
	fmt.Println(*arena.LockedFor[int](&l).Of(3))
	// Output: 3
}

func ExampleLockedSlab_MakeSlice() {
	var l arena.Locked
	defer l.Free()
	s := arena.LockedFor[int](&l).MakeSlice(1, 5)
	fmt.Println(s, cap(s))
	// Output: [0] 5
}

func ExampleLockedSlab_Append() {
	var l arena.Locked
	defer l.Free()
	numbers := arena.LockedFor[int](&l)
	fmt.Println(numbers.Append(nil, 1, 2))
	// Output: [1 2]
}

func ExamplePool_Get() {
	var pool arena.Pool
	a := pool.Get() // from others, or a new one
	defer pool.Recycle(a)
	fmt.Println(arena.String(a, "for one request"))
	// Output: for one request
}

func ExamplePool_Recycle() {
	pool := arena.Pool{Budget: 1 << 20}
	a := pool.Get()
	fmt.Println(len(arena.MakeSlice[byte](a, 10, 2<<20)))
	pool.Recycle(a) // more than the budget: the collector gets it
	fmt.Println(pool.Get().Bytes())
	// Output:
	// 10
	// 0
}

func ExampleProblem_String() {
	p := arena.Problem{What: "leak", When: "Recycle", Type: "main.node", Count: 3}
	fmt.Println(p)
	// Output: arena: leak found by Recycle: main.node (3 of them)
}

func ExampleProblem_Error() {
	var err error = arena.Problem{What: "stale write", When: "Verify", Type: "int", Count: 1}
	fmt.Println(err)
	// Output: arena: stale write found by Verify: int
}
