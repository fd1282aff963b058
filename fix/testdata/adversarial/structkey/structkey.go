// Package structkey has maps that are keyed by texts of numbers.
package structkey

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// Numbers may be below zero, and the largest.
func Signed(ns []int) (pairs, singles int) {
	seen := map[string]int{}
	alone := map[string]bool{}
	for i, n := range ns {
		for _, m := range ns[i:] {
			seen[fmt.Sprintf("%d-%d", n, m)]++
			seen[fmt.Sprintf("%d-%d", -m, n)]++
		}
		alone[strconv.Itoa(n)] = true
	}
	for _, times := range seen {
		pairs += times * times
	}
	return pairs + len(seen), len(alone)
}

// Nothing tells where one number ends.
func Joined(ns []int) int {
	seen := map[string]int{}
	for i, n := range ns {
		seen[strconv.Itoa(n)+strconv.Itoa(i)]++
	}
	return len(seen)
}

// A text may hold what stands between texts.
func Paths(words []string) int {
	seen := map[string]int{}
	for i, a := range words {
		for _, b := range words[:i] {
			seen[a+"/"+b]++
		}
	}
	return len(seen)
}

// A sign may belong to the text or to the number.
func Dashed(words []string) int {
	seen := map[string]bool{}
	for i, w := range words {
		seen[w+"-"+strconv.Itoa(i%3-1)] = true
		seen[fmt.Sprintf("%s-%d", w+"-", i%2)] = true
	}
	return len(seen)
}

// The text before a number, and a colon in it.
func Lined(words []string) (n int, found bool) {
	seen := map[string]bool{}
	for i, w := range words {
		key := fmt.Sprintf("%s:%d", w, i%3)
		if !seen[key] {
			n++
		}
		seen[key] = len(w) > 2
	}
	delete(seen, "x:1")
	return n, seen["a:1"]
}

type weekday int

func (d weekday) String() string { return []string{"even", "odd"}[d&1] }

// The text of a type is that of its method for one verb, and its number for another.
func Days(ns []int) (int, int) {
	byName := map[string]int{}
	byNumber := map[string]int{}
	for _, n := range ns {
		byName[fmt.Sprintf("%v,%d", weekday(n), n%3)]++
		byNumber[fmt.Sprintf("%d,%d", weekday(n), n%3)]++
	}
	return len(byName), len(byNumber)
}

// The names of types are others here.
func Hidden(ns []int) (string, int) {
	type int string
	seen := map[string]int{}
	for i, n := range ns {
		seen[fmt.Sprintf("%d,%d", i, n)] = int(fmt.Sprint(i))
	}
	last := ""
	for _, v := range seen {
		last = max(last, string(v))
	}
	return last, len(seen)
}

// The keys are listed at the end.
func Listed(ns []int) string {
	seen := map[string]bool{}
	for i, n := range ns {
		seen[fmt.Sprintf("%d,%d", i%2, n)] = true
	}
	var keys []string
	for k := range seen {
		keys = append(keys, k)
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
	seen := make(map[string]bool, len(ns))
	for _, n := range ns {
		if k := fmt.Sprintf("%d,%v,%d", next(n), n > 1, next(n+1)); seen[k] {
			order = append(order, -1)
		} else {
			seen[k] = true
		}
	}
	return order, len(seen)
}

var (
	titles = map[string]string{}
	ranks  = map[string]int{}
)

func titleOf(id string) string {
	if title, ok := titles[id]; ok {
		return title
	}
	title := "title " + strings.Repeat(id, 2)
	titles[id] = title
	return title
}

func rankOf(id string) int {
	ranks[id]++
	return ranks[id]
}

// Titles are found by a number, ranks also by a text.
func Titles(ns []int) string {
	clear(titles)
	clear(ranks)
	var list []string
	for i, n := range ns {
		list = append(list, titleOf(strconv.Itoa(n)))
		rank := rankOf(strconv.Itoa(n)) + rankOf(fmt.Sprintf("%02d", n-i))
		list = append(list, fmt.Sprint(rank))
	}
	return strings.Join(list, ",") + fmt.Sprint(len(titles), len(ranks))
}

// Moving stores under the number that was there before the next one is found.
func Moving(ns []int) (sum int) {
	at := len(ns)
	next := func() int { at++; return at }
	m := map[string]int{}
	for range ns {
		m[strconv.Itoa(at)] = next()
	}
	for i := range at {
		sum = sum*3 + m[strconv.Itoa(i)]
	}
	return sum
}
