package arena_test

import (
	"context"
	"fmt"

	"github.com/wring-go/wring/kit/arena"
)

type tree struct {
	Left, Right *tree
	Value       int
}

func Example() {
	a := arena.NewArena()
	defer a.Free()
	root := arena.Of(a, tree{Value: 2})
	root.Left = arena.Of(a, tree{Value: 1})
	root.Right = arena.Of(a, tree{Value: 3})
	fmt.Println(root.Left.Value, root.Value, root.Right.Value)
	// Output: 1 2 3
}

func ExampleArena_Free() {
	a := arena.NewArena()
	p := arena.Of(a, 7)
	kept := arena.Clone(p)
	a.Free()
	fmt.Println(*kept)
	// Output: 7
}

func ExampleArena_Recycle() {
	a := arena.NewArena()
	defer a.Free()
	for _, name := range []string{"one", "two"} {
		fmt.Println(arena.Concat(a, "request ", name))
		a.Recycle(1 << 20) // nothing refers to the arena here
	}
	// Output:
	// request one
	// request two
}

func ExampleArena_Verify() {
	a := arena.NewDebug(arena.Debug{Poison: true, Report: func(p arena.Problem) {
		fmt.Println(p)
	}})
	stale := arena.New[int](a)
	a.Recycle(0)
	*stale = 1
	a.Verify()
	// Output: arena: stale write found by Verify: int
}

func ExampleArena_Poisoned() {
	a := arena.NewDebug(arena.Debug{Poison: true})
	fmt.Println(a.Poisoned(0))
	// Output: false
}

func ExampleNewDebug() {
	a := arena.NewDebug(arena.Debug{Leaks: true, Report: func(p arena.Problem) {
		fmt.Println(p.What, p.When, p.Type, p.Count)
	}})
	kept := arena.MakeSlice[int](a, 3, 10)
	a.Free()
	fmt.Println(kept)
	// Output:
	// leak Free int 10
	// [0 0 0]
}

func ExampleNew() {
	a := arena.NewArena()
	defer a.Free()
	n := arena.New[tree](a)
	n.Value = 5
	fmt.Println(n.Value, n.Left == nil)
	// Output: 5 true
}

func ExampleNew_heap() {
	var a *arena.Arena // the plain heap
	fmt.Println(*arena.New[int](a))
	// Output: 0
}

func ExampleOf() {
	a := arena.NewArena()
	defer a.Free()
	fmt.Println(arena.Of(a, tree{Value: 4}).Value)
	// Output: 4
}

func ExampleFor() {
	a := arena.NewArena()
	defer a.Free()
	trees := arena.For[tree](a)
	var list *tree
	for i := range 4 {
		list = trees.Of(tree{Left: list, Value: i})
	}
	fmt.Println(list.Value, list.Left.Value, trees.New().Value)
	// Output: 3 2 0
}

func ExampleMakeSlice() {
	a := arena.NewArena()
	defer a.Free()
	s := arena.MakeSlice[int](a, 2, 5)
	fmt.Println(s, cap(s))
	// Output: [0 0] 5
}

func ExampleAppend() {
	a := arena.NewArena()
	defer a.Free()
	var s []string
	for _, word := range []string{"a", "b", "c"} {
		s = arena.Append(a, s, word)
	}
	fmt.Println(s)
	// Output: [a b c]
}

func ExampleSlab_Append() {
	a := arena.NewArena()
	defer a.Free()
	numbers := arena.For[int](a)
	s := numbers.MakeSlice(0, 2)
	fmt.Println(numbers.Append(s, 1, 2, 3))
	// Output: [1 2 3]
}

func ExampleClone() {
	a := arena.NewArena()
	line := arena.Concat(a, "kept", " ", "for later")
	kept := arena.Clone(line)
	a.Free()
	fmt.Println(kept)
	// Output: kept for later
}

func ExampleString() {
	a := arena.NewArena()
	defer a.Free()
	buffer := []byte("key=value")
	key := arena.String(a, buffer[:3])
	copy(buffer, "other")
	fmt.Println(key)
	// Output: key
}

func ExampleConcat() {
	a := arena.NewArena()
	defer a.Free()
	fmt.Println(arena.Concat(a, "some", " ", "text"))
	// Output: some text
}

func ExampleMakeMap() {
	a := arena.NewArena()
	defer a.Free()
	m := arena.MakeMap[string, int](a, 0)
	m.Set("one", 1)
	m.Set("two", 2)
	*m.Ptr("two") += 20
	m.Delete("one")
	v, ok := m.Get("two")
	fmt.Println(v, ok, m.At("one"), m.Len())
	// Output: 22 true 0 1
}

func ExampleMap_All() {
	a := arena.NewArena()
	defer a.Free()
	m := arena.MakeMap[string, int](a, 0)
	m.Set("first", 1)
	m.Set("second", 2)
	for k, v := range m.All() {
		fmt.Println(k, v)
	}
	m.Clear()
	fmt.Println(m.Len())
	// Output:
	// first 1
	// second 2
	// 0
}

func ExampleNewContext() {
	var pool arena.Pool
	serve := func(ctx context.Context, name string) {
		a := arena.FromContext(ctx) // once per request
		fmt.Println(arena.Concat(a, "hello, ", name))
	}
	pool.Do(func(a *arena.Arena) {
		serve(arena.NewContext(context.Background(), a), "gopher")
	})
	// Output: hello, gopher
}

func ExampleFromContext() {
	a := arena.FromContext(context.Background()) // nil is the plain heap
	fmt.Println(a == nil, *arena.Of(a, 3))
	// Output: true 3
}

func ExamplePool() {
	pool := arena.Pool{Budget: 1 << 20}
	a := pool.Get()
	n := arena.Of(a, 1)
	fmt.Println(*n)
	pool.Recycle(a) // n and a must not be used any more
	// Output: 1
}

func ExamplePool_Do() {
	var pool arena.Pool
	sum := 0
	pool.Do(func(a *arena.Arena) {
		for _, v := range arena.Append(a, nil, 1, 2, 3) {
			sum += v
		}
	})
	fmt.Println(sum)
	// Output: 6
}

func ExampleLocked() {
	var l arena.Locked
	defer l.Free()
	done := make(chan string)
	for range 2 {
		go func() { done <- l.Concat("some", " ", "text") }()
	}
	fmt.Println(<-done, <-done)
	// Output: some text some text
}

func ExampleLockedFor() {
	var l arena.Locked
	defer l.Free()
	numbers := arena.LockedFor[int](&l)
	done := make(chan *int)
	go func() { done <- numbers.Of(1) }()
	fmt.Println(*numbers.New(), *<-done, numbers.Append(numbers.MakeSlice(1, 1), 2))
	// Output: 0 1 [0 2]
}

func ExampleLocked_Do() {
	var l arena.Locked
	l.Do(func(a *arena.Arena) { fmt.Println(*arena.Of(a, 1), *arena.Of(a, 2)) })
	fmt.Println(l.String("x"))
	l.Recycle(0)
	// Output:
	// 1 2
	// x
}

func ExampleTable() {
	type person struct {
		Name string
		Boss arena.Ref[person]
	}
	var people arena.Table[person]
	boss, p := people.New()
	p.Name = "Ada"
	clerk, q := people.New()
	*q = person{Name: "Bob", Boss: boss}
	fmt.Println(people.At(people.At(clerk).Boss).Name, people.Len())
	people.Delete(boss)
	_, ok := people.Get(people.At(clerk).Boss)
	fmt.Println(ok)
	for _, p := range people.All() {
		fmt.Println(p.Name)
	}
	people.Clear()
	fmt.Println(people.Len())
	// Output:
	// Ada 2
	// false
	// Bob
	// 0
}
