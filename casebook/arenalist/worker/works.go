package main

import (
	"errors"
	"fmt"
	"math"
	"sync"

	goarena "github.com/wundergraph/go-arena"

	"github.com/wring-go/wring/casebook/arenalist/after"
	"github.com/wring-go/wring/casebook/arenalist/before"
	"github.com/wring-go/wring/casebook/arenalist/others"
	"github.com/wring-go/wring/casebook/arenalist/record"
	"github.com/wring-go/wring/kit/arena"
)

// works returns what this build can do: a function for each name, that does n
// operations.
func works() map[string]func(n int) error {
	all := make(map[string]func(n int) error)
	for _, size := range []int{10_000, 100_000, 1_000_000} {
		addLists(all, size)
		addOthers(all, size)
		addExperiment(all, size)
	}
	addDecoders(all)
	addAdapted(all)
	return all
}

// addDecoders adds what real programs do.
func addDecoders(all map[string]func(n int) error) {
	sheet, users := record.SheetXML(2_000, 10), record.UserRows(10_000)
	orders := record.OrderBytes(1_000)
	add(all, "sheet",
		func() error { return checkSheet(before.Sheet(sheet)) },
		func(a *arena.Arena) error { return checkSheet(after.Sheet(a, sheet)) })
	add(all, "sheet-encoding-xml",
		func() error { return checkSheet(before.SheetXML(sheet)) },
		func(a *arena.Arena) error { return checkSheet(after.SheetXML(a, sheet)) })
	add(all, "messages",
		func() error { return wantLen(len(before.Orders(orders)), 1_000) },
		func(a *arena.Arena) error { return wantLen(len(after.Orders(a, orders)), 1_000) })
	add(all, "rows",
		func() error { return checkUsers(before.Users(users)) },
		func(a *arena.Arena) error { return checkUsers(after.Users(a, users)) })
}

func checkSheet(s *record.Sheet, err error) error {
	if err != nil {
		return err
	}
	return wantLen(len(s.Rows), 2_000)
}

func checkUsers(users []*record.User, err error) error {
	if err != nil {
		return err
	}
	return wantLen(len(users), 10_000)
}

func addLists(all map[string]func(n int) error, size int) {
	add(all, fmt.Sprint("list-", size),
		func() error { return wantLen(before.List(size).Len(), size) },
		func(a *arena.Arena) error { return wantLen(after.Numbers(a, size).Len(), size) })
}

// addOthers adds the list with arenas of others: one in bytes for each list, and
// one that is reset; and slabs that are reset, which are made with the first
// list and have room for it.
func addOthers(all map[string]func(n int) error, size int) {
	name := fmt.Sprint("list-", size, "/")
	all[name+"bytes"] = repeat(func() error {
		a := goarena.NewMonotonicArena()
		defer a.Release()
		return wantLen(others.InBytes(a, size).Len(), size)
	})
	kept := goarena.NewMonotonicArena()
	all[name+"bytes kept"] = repeat(func() error {
		defer kept.Reset()
		return wantLen(others.InBytes(kept, size).Len(), size)
	})
	slabs := sync.OnceValue(func() *others.Slabs { return others.NewSlabs(size) })
	all[name+"slabs kept"] = repeat(func() error {
		defer slabs().Reset()
		return wantLen(slabs().Numbers(size).Len(), size)
	})
}

// add adds the three versions of a piece of work: on the heap, with a fresh
// arena for each operation, and with one that is recycled.
func add(all map[string]func(n int) error, name string,
	heap func() error, inArena func(*arena.Arena) error) {
	all[name+"/naive"] = repeat(heap)
	all[name+"/fresh"] = repeat(func() error {
		a := arena.NewArena()
		defer a.Free()
		return inArena(a)
	})
	pool := &arena.Pool{Budget: math.MaxInt}
	all[name+"/tuned"] = repeat(func() error {
		a := pool.Get()
		defer pool.Recycle(a)
		return inArena(a)
	})
}

func repeat(f func() error) func(n int) error {
	return func(n int) error {
		for range n {
			if err := f(); err != nil {
				return err
			}
		}
		return nil
	}
}

var errWrong = errors.New("worker: a wrong result")

// wantLen makes the result of an operation matter.
func wantLen(got, want int) error {
	if got != want {
		return errWrong
	}
	return nil
}
