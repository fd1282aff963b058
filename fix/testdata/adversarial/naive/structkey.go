package structkey

import (
	"fmt"
	"sort"
	"strings"
)

// The sign of a number is lost.
func Signed(ns []int) (pairs, singles int) {
	seen := map[[2]uint]int{}
	alone := map[int8]bool{}
	for i, n := range ns {
		for _, m := range ns[i:] {
			seen[[2]uint{uint(max(n, -n)), uint(m)}]++
			seen[[2]uint{uint(max(m, -m)), uint(n)}]++
		}
		alone[int8(n)] = true
	}
	for _, times := range seen {
		pairs += times * times
	}
	return pairs + len(seen), len(alone)
}

// Two texts that are equal become two keys.
func Joined(ns []int) int {
	seen := map[[2]int]int{}
	for i, n := range ns {
		seen[[2]int{n, i}]++
	}
	return len(seen)
}

// A text may hold what stands between texts.
func Paths(words []string) int {
	seen := map[[2]string]int{}
	for i, a := range words {
		for _, b := range words[:i] {
			seen[[2]string{a, b}]++
		}
	}
	return len(seen)
}

// A sign may belong to the text or to the number.
func Dashed(words []string) int {
	type key struct {
		w string
		n int
	}
	seen := map[key]bool{}
	for i, w := range words {
		seen[key{w, i%3 - 1}] = true
		seen[key{w + "-", i % 2}] = true
	}
	return len(seen)
}

// The text before a number, and a colon in it.
func Lined(words []string) (n int, found bool) {
	type place struct {
		w string
		n int
	}
	seen := map[place]bool{}
	for i, w := range words {
		key := place{w, i}
		if !seen[key] {
			n++
		}
		seen[key] = len(w) > 2
	}
	delete(seen, place{"x", 1})
	return n, seen[place{"a", 1}]
}

type weekday int

func (d weekday) String() string { return []string{"even", "odd"}[d&1] }

// The text of a type is that of its method for one verb, and its number for another.
func Days(ns []int) (int, int) {
	byName := map[[2]int]int{}
	byNumber := map[[2]int]int{}
	for _, n := range ns {
		byName[[2]int{n, n % 3}]++
		byNumber[[2]int{n, n % 3}]++
	}
	return len(byName), len(byNumber)
}

// The names of types are others here.
func Hidden(ns []int) (string, int) {
	type int string
	seen := map[int]int{}
	for i, n := range ns {
		seen[int(fmt.Sprint(n))] = int(fmt.Sprint(i))
	}
	last := ""
	for _, v := range seen {
		last = max(last, string(v))
	}
	return last, len(seen)
}

// The keys are listed at the end.
func Listed(ns []int) string {
	seen := map[[2]int]bool{}
	for i, n := range ns {
		seen[[2]int{i % 2, n}] = true
	}
	var keys []string
	for k := range seen {
		keys = append(keys, fmt.Sprint(k))
	}
	sort.Strings(keys)
	return strings.Join(keys, ";")
}

// What makes a key is asked once, and in order.
func Asked(ns []int) (order []int, size int) {
	next := func(n int) int {
		order = append(order, n)
		return n / 2
	}
	type key struct {
		a, c int
		b    bool
	}
	seen := make(map[key]bool, len(ns))
	for _, n := range ns {
		if k := (key{c: next(n + 1), b: n > 1, a: next(n)}); seen[k] {
			order = append(order, -1)
		} else {
			seen[k] = true
		}
	}
	return order, len(seen)
}

// A text with a zero in front is another one.
func Titles(ns []int) string {
	clear(titles)
	ranks := map[int]int{}
	rankOf := func(id int) int {
		ranks[id]++
		return ranks[id]
	}
	var list []string
	for i, n := range ns {
		list = append(list, titleOf(fmt.Sprint(n)))
		rank := rankOf(n) + rankOf(n-i)
		list = append(list, fmt.Sprint(rank))
	}
	return strings.Join(list, ",") + fmt.Sprint(len(titles), len(ranks))
}
