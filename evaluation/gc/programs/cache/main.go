// Command cache is a cache of strings by key from which the oldest are dropped:
// maps, and objects of many sizes that live for a while.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
)

type entry struct {
	key, value string
	tags       []string
}

func main() {
	n := flag.Int("n", 2_000_000, "entries that come")
	keep := flag.Int("keep", 60_000, "entries that stay")
	flag.Parse()
	rng := rand.New(rand.NewPCG(1, 2))
	byKey := make(map[string]*entry, *keep)
	order := make([]string, 0, *keep)
	hits := 0
	for i := range *n {
		key := fmt.Sprintf("user:%d:profile", rng.IntN(4**keep))
		if byKey[key] != nil {
			hits++
			continue
		}
		e := &entry{key: key, value: strings.Repeat("x", 20+rng.IntN(400)),
			tags: strings.Split("go,cache,profile", ",")}
		if len(order) < *keep {
			order = append(order, key)
		} else {
			delete(byKey, order[i%*keep])
			order[i%*keep] = key
		}
		byKey[key] = e
	}
	fmt.Println(len(byKey), hits)
}
