package blocks

import (
	"github.com/jokruger/slab"
	goarena "github.com/wundergraph/go-arena"

	"github.com/wring-go/wring/casebook/diary"
	"github.com/wring-go/wring/kit/arena"
)

// object has 48 bytes, one of its words a pointer.
type object struct {
	next *object
	_    [5]int
}

// perReset is how many objects are made between two resets.
const perReset = 1000

// arenaCases returns what one object costs, with its share of the reset. Each
// loop is written out, because New is compiled into the place of its call. The
// libraries get memory for all objects of a round at once.
func arenaCases() []diary.Case {
	kept := new(*object) // makes the last object matter
	a := arena.NewArena()
	bytes := goarena.NewMonotonicArena(goarena.WithMinBufferSize(64 * perReset))
	fixed := slab.NewSlab[object](perReset, nil)
	return []diary.Case{{
		Name: "arena.New", Title: "an object of 48 bytes, with its share of the reset",
		Versions: []diary.Version{
			{Name: diary.Naive, What: "new", Run: func(n int) error {
				for range n {
					*kept = new(object)
				}
				return nil
			}},
			{Name: diary.Tuned, What: "kit, For", Run: resetting(recycle(a), func(n int) {
				slots := arena.For[object](a)
				for range n {
					*kept = slots.New()
				}
			})},
			{Name: "kit, New", Run: resetting(recycle(a), func(n int) {
				for range n {
					*kept = arena.New[object](a)
				}
			})},
			{Name: "wundergraph/go-arena", What: "hides pointers from the collector",
				Run: resetting(bytes.Reset, func(n int) {
					for range n {
						*kept = goarena.Allocate[object](bytes)
					}
				})},
			{Name: "jokruger/slab", What: "as many as were announced",
				Run: resetting(fixed.Reset, func(n int) {
					for range n {
						*kept = fixed.Alloc()
					}
				})},
		},
	}}
}

func recycle(a *arena.Arena) func() { return func() { a.Recycle(1 << 20) } }

// resetting returns a function that has run make objects, and resets what they
// came from before each perReset of them.
func resetting(reset func(), run func(n int)) func(n int) error {
	return func(n int) error {
		for ; n > 0; n -= perReset {
			reset()
			run(min(n, perReset))
		}
		return nil
	}
}
