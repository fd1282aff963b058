// Command trees builds many short-lived binary trees beside one that lives on:
// small objects full of pointers.
package main

import (
	"flag"
	"fmt"
)

type node struct{ left, right *node }

func build(depth int) *node {
	if depth == 0 {
		return &node{}
	}
	return &node{build(depth - 1), build(depth - 1)}
}

func (n *node) count() int {
	if n.left == nil {
		return 1
	}
	return 1 + n.left.count() + n.right.count()
}

func main() {
	rounds := flag.Int("rounds", 2400, "short-lived trees")
	flag.Parse()
	long := build(18)
	total := 0
	for range *rounds {
		total += build(14).count()
	}
	fmt.Println(total, long.count())
}
