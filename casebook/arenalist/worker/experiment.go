//go:build goexperiment.arenas

package main

import (
	"arena"
	"fmt"

	"github.com/wring-go/wring/casebook/arenalist/after"
)

// addExperiment adds the list with the arenas of Go's experiment.
func addExperiment(all map[string]func(n int) error, size int) {
	all[fmt.Sprint("list-", size, "/experiment")] = repeat(func() error {
		a := arena.NewArena()
		defer a.Free()
		return wantLen(numbers(a, size).Len(), size)
	})
}

// numbers is after.Numbers with the experiment's arena.
func numbers(a *arena.Arena, n int) *after.List {
	l := arena.New[after.List](a).Init()
	for i := range n {
		l.PushNumber(arena.New[after.Number](a), i)
	}
	return l
}
