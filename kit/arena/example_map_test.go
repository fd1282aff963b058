package arena_test

import (
	"fmt"

	"github.com/wring-go/wring/kit/arena"
)

func ExampleMap_Get() {
	a := arena.NewArena()
	defer a.Free()
	stock := arena.MakeMap[string, int](a, 2)
	stock.Set("pears", 0)
	n, ok := stock.Get("pears")
	fmt.Println(n, ok)
	n, ok = stock.Get("figs")
	fmt.Println(n, ok)
	// Output:
	// 0 true
	// 0 false
}

func ExampleMap_At() {
	var none arena.Map[string, int] // can be read, as a nil map can
	fmt.Println(none.At("figs"), none.Len())
	// Output: 0 0
}

func ExampleMap_Set() {
	m := arena.MakeMap[string, int](nil, 0) // on the plain heap
	m.Set("figs", 3)
	m.Set("figs", 4)
	same := m // a Map refers to its entries, as a map does
	same.Set("pears", 1)
	fmt.Println(m.At("figs"), m.Len())
	// Output: 4 2
}

func ExampleMap_Ptr() {
	a := arena.NewArena()
	defer a.Free()
	words := arena.MakeMap[string, int](a, 0)
	for _, w := range []string{"to", "be", "or", "not", "to", "be"} {
		*words.Ptr(w)++ // one search instead of two
	}
	for w, n := range words.All() {
		fmt.Print(w, n, " ")
	}
	// Output: to2 be2 or1 not1
}

func ExampleMap_Delete() {
	a := arena.NewArena()
	defer a.Free()
	m := arena.MakeMap[int, string](a, 0)
	for i := range 5 {
		m.Set(i, "x")
	}
	for k := range m.All() { // entries may go while one looks at them
		if k%2 == 0 {
			m.Delete(k)
		}
	}
	m.Delete(77)
	fmt.Println(m.Len())
	// Output: 2
}

func ExampleMap_Clear() {
	a := arena.NewArena()
	defer a.Free()
	m := arena.MakeMap[string, int](a, 0)
	m.Set("figs", 3)
	held := a.Bytes()
	m.Clear()
	m.Set("pears", 1) // takes the room that the old entry had
	fmt.Println(m.Len(), m.At("figs"), a.Bytes() == held)
	// Output: 1 0 true
}

func ExampleMap_Len() {
	m := arena.MakeMap[string, int](nil, 100)
	fmt.Println(m.Len()) // room is no entry
	m.Ptr("figs")
	fmt.Println(m.Len()) // a place that was asked for is one
	// Output:
	// 0
	// 1
}

func ExampleTable_New() {
	var points arena.Table[[2]int]
	ref, p := points.New()
	p[1] = 7
	for range 1000 {
		points.New() // nothing moves
	}
	fmt.Println(points.At(ref)[1], points.At(ref) == p)
	// Output: 7 true
}

func ExampleTable_Get() {
	var points arena.Table[[2]int]
	var none arena.Ref[[2]int] // refers to nothing
	_, ok := points.Get(none)
	fmt.Println(ok)
	ref, _ := points.New()
	_, ok = points.Get(ref)
	fmt.Println(ok)
	// Output:
	// false
	// true
}

func ExampleTable_At() {
	defer func() { fmt.Println(recover()) }()
	var points arena.Table[[2]int]
	ref, _ := points.New()
	points.Delete(ref)
	points.At(ref)
	// Output: arena: use of a stale or zero Ref
}

func ExampleTable_Delete() {
	var points arena.Table[[2]int]
	ref, _ := points.New()
	fmt.Println(points.Delete(ref), points.Delete(ref))
	next, _ := points.New() // in the same place, and yet another
	_, ok := points.Get(ref)
	fmt.Println(ok, next != ref)
	// Output:
	// true false
	// false true
}

func ExampleTable_Clear() {
	var points arena.Table[[2]int]
	ref, _ := points.New()
	points.Clear()
	_, ok := points.Get(ref)
	fmt.Println(ok, points.Len())
	// Output: false 0
}

func ExampleTable_All() {
	var points arena.Table[[2]int]
	for i := range 4 {
		_, p := points.New()
		p[0] = i
	}
	for ref, p := range points.All() {
		if p[0] == 1 {
			points.Delete(ref)
		}
	}
	for _, p := range points.All() {
		fmt.Print(p[0], " ")
	}
	// Output: 0 2 3
}

func ExampleTable_Len() {
	var points arena.Table[[2]int]
	ref, _ := points.New()
	points.New()
	points.Delete(ref)
	fmt.Println(points.Len())
	// Output: 1
}
