package unreadslice

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "unreadslice")
	lists := [][]string{nil, {}, {""}, {"a", "", "b"}, witness.Texts()}
	witness.Each(log, "Counted", Counted, lists...)
	witness.Each(log, "Sorted", Sorted, lists...)
	for _, words := range lists {
		log.Do("Called", func() string {
			said := ""
			n := Called(words, func(s string) string { said += s + ";"; return s })
			return said + fmt.Sprint(n)
		})
		for _, at := range [][]int{nil, {0}, {1, 0}, {-1}, {99}} {
			log.Do("Indexed", func() string { return fmt.Sprint(Indexed(words, at)) })
		}
	}
	for _, words := range lists {
		for _, n := range []int{0, 1, 3, 99} {
			log.Do("Sized", func() string { return witness.Show(Sized(words, n)) })
			log.Do("Recovered", func() string { return witness.Show(Recovered(words, n)) })
			log.Do("Emptied", func() string { return witness.Show(Emptied(words, n)) })
		}
		for _, from := range []*Page{nil, {}, {List: words}} {
			called := 0
			log.Do("Merged", func() string {
				defer func() { called *= 10 }()
				return witness.Show(Merged(from, func() []string { called++; return words }))
			})
			log.Do("Merged", func() string { return fmt.Sprint(called) })
		}
	}
	for _, xs := range [][]int{nil, {}, {0}, {1, 2, 3}} {
		log.Do("Watched", func() string { return fmt.Sprint(Watched(xs)()) })
		var p *[]int
		log.Do("Pointed", func() string { return fmt.Sprint(Pointed(xs, &p)) + witness.Show(*p) })
		log.Do("Named", func() string { l, n := Named(xs); return witness.Show(l) + fmt.Sprint(n) })
	}
}
