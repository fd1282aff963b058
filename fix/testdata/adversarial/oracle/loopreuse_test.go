package loopreuse

import (
	"fmt"
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "loopreuse")
	words := []string{"banana", "", "x", "xx", "abc", "aaaa bbbb", "é", "xax", "zz"}
	for i := range words {
		for j := i; j <= len(words); j++ {
			some := words[i:j]
			log.Do("Sets", func() string { return Sets(some) })
			log.Do("None", func() string { return fmt.Sprint(None(some)) })
			log.Do("Frames", func() string { return fmt.Sprint(Frames(some)) })
			log.Do("Halved", func() string { return Halved(some) })
			log.Do("Varints", func() string {
				n, problem := Varints(append([]string{strings.Repeat("\xff", 14), "\x80"}, some...))
				return fmt.Sprint(n, problem)
			})
			log.Do("Parts", func() string {
				list, whole := Parts(strings.Join(some, " "), i)
				return fmt.Sprint(list, whole)
			})
			log.Do("Sums", func() string { return Sums(some) })
		}
	}
	for _, text := range []string{"", ",", "b,a\nd,c", "c,b,a\nf,e,d\ni,h,g\nl,k,j", "a\n\nb\n\n"} {
		log.Do("Rows", func() string { return fmt.Sprintf("%q", Rows(text)) })
	}
	lists := [][]int{{3, 1, 2}, nil, {9}, {7, 7, 7, 7}, {-1, -2}}
	for size := range 6 {
		for i := range lists {
			log.Do("Medians", func() string { return fmt.Sprint(Medians(lists[i:], size)) })
		}
		log.Do("Later", func() string { return fmt.Sprint(Later(size)) })
		log.Do("Nested", func() string { return fmt.Sprint(Nested(size)) })
		log.Do("Halves", func() string { return fmt.Sprint(Halves([]int{6, 3, 4, 1, 2}, size)) })
		log.Do("Halves", func() string { return fmt.Sprint(Halves([]int{0, 1, 0, 1}, size-2)) })
	}
	log.Do("Medians", func() string { return fmt.Sprint(Medians(lists, -1)) })
	for _, text := range append(witness.Texts(), "", " ", "one one two one", "a ab abc ab", "a b\n\nc d e\n") {
		log.Do("Changes", func() string { n, last := Changes(text); return fmt.Sprintf("%d %q", n, last) })
		log.Do("Groups", func() string { out, none := Groups(text); return fmt.Sprintf("%q %d", out, none) })
		log.Do("Hooks", func() string { return Hooks(strings.Fields(text)) })
		log.Do("Codes", func() string { return fmt.Sprint(Codes(text, len(text)/2)) })
		log.Do("Counters", func() string { return Counters(strings.Split(text, " ")) })
		log.Do("Seen", func() string { return fmt.Sprint(Seen(strings.Fields(text))) })
	}
	for _, list := range [][]int{nil, {0}, {1, 2, 3}, {30, 7}, {999, 500, 2}, {6, 6, 6, 6}} {
		log.Do("Splits", func() string { return fmt.Sprint(Splits(list)) })
	}
}
