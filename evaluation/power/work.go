package main

import (
	"fmt"
	"math"
	"strings"
)

// functions are the names of those in work, each with a benchmark.
var functions = []string{"Hash", "Sort", "Join"}

// units is how many equal pieces of work a function does before a change.
const units = 1000

// source returns the module's code, in which one function does so much more.
func source(slow string, loss float64) string {
	text := work
	for _, fn := range functions {
		n := units
		if fn == slow {
			n = int(math.Round(units * (1 + loss)))
		}
		text = strings.Replace(text, "UNITS", fmt.Sprint(n), 1)
	}
	return text
}

const work = `package power

import (
	"slices"
	"strings"
)

var text = strings.Repeat("a longer text to be hashed. ", 4)

// Hash reads.
func Hash() int {
	h := uint32(2166136261)
	for range UNITS {
		for i := range len(text) {
			h = (h ^ uint32(text[i])) * 16777619
		}
	}
	return int(h)
}

// Sort writes into memory of its own.
func Sort() int {
	var list [24]int
	sum := 0
	for unit := range UNITS {
		for i := range list {
			list[i] = (unit*7919 + i*104729) % 1009
		}
		slices.Sort(list[:])
		sum += list[0]
	}
	return sum
}

// Join allocates.
func Join() int {
	n := 0
	for range UNITS {
		n += len(strings.Join([]string{text[:7], text[8:20], text[20:]}, ", "))
	}
	return n
}
`
