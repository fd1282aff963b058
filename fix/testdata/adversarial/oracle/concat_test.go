package concat

import (
	"slices"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "concat")
	base := []int{1, 2, 3, 4, 5, 6, 7, 8}
	lists := func() [][]int {
		c := slices.Clone(base)
		return [][]int{nil, {}, {9}, c, c[:3], c[:3:3], slices.Clip(c[2:5])}
	}
	for n := range lists() {
		fresh := func() []int { return lists()[n] }
		for _, i := range []int{-1, 0, 1, 3, 4, 9, 100} {
			log.Do("At", func() string { return witness.Show(At(fresh(), i, 42)) })
		}
		log.Do("Seen", func() string { out, xs := Seen(fresh(), 42); return witness.Show(out) + witness.Show(xs) })
		log.Do("Popped", func() string { return witness.Show(Popped(fresh())) })
		log.Do("Grown", func() string { a, b := Grown(fresh()); return witness.Show(a) + witness.Show(b) })
		log.Do("Turned", func() string { return witness.Show(Turned(fresh())) })
		log.Do("Keyed", func() string { return witness.Show(Keyed(fresh())) })
		for _, xs := range [][]int{fresh(), {1, 2, -3, 4}, {-1}, {5, 6}} {
			log.Do("Until", func() string { return witness.Show(Until(xs)) })
			log.Do("Begun", func() string { return witness.Show(Begun(xs)) })
			log.Do("Rows", func() string { return witness.Show(Rows(xs)) })
		}
		log.Do("Framed", func() string {
			first, second := Framed(fresh(), func(xs []int) []int { return slices.Clone(xs) })
			return witness.Show(first) + witness.Show(second)
		})
		log.Do("Ahead", func() string { return witness.Show(Ahead(fresh())) })
		for _, i := range []int{-1, 0, 1, 3, 4, 9, 100} {
			log.Do("Placed", func() string {
				all, text := Placed(fresh(), i, 42)
				return witness.Show(all) + text
			})
			log.Do("Put", func() string {
				c := &cards{Put(fresh(), i, 42)}
				return witness.Show(c.show())
			})
			log.Do("Sorted", func() string { return witness.Show(Sorted(fresh(), i)) })
			log.Do("Shrunk", func() string { return witness.Show(Shrunk(fresh(), i)) })
			log.Do("Found", func() string { return witness.Show(Found(fresh(), i)) })
			log.Do("Beyond", func() string { return witness.Show(Beyond(fresh(), i)) })
			log.Do("Across", func() string { return witness.Show(Across(fresh(), i)) })
			log.Do("Front", func() string { return witness.Show(Front(fresh(), i)) })
		}
		log.Do("Marked", func() string { return witness.Show(Marked(fresh())) })
		log.Do("Shared", func() string {
			n, all := Shared(fresh())
			return witness.Show(n) + witness.Show(all)
		})
		log.Do("Last", func() string { return witness.Show(Last(fresh())) })
		log.Do("Twice", func() string { return witness.Show(Twice(fresh())) })
		log.Do("Counted", func() string { return witness.Show(Counted(fresh())) })
		for _, linked := range []bool{false, true} {
			log.Do("Linked", func() string {
				e, text := Linked(fresh(), linked)
				return witness.Show(e.key) + text
			})
		}
		for m := range lists() {
			log.Do("Stepped", func() string {
				b := lists()[m]
				return witness.Show(Stepped(fresh(), b)) + witness.Show(b)
			})
			log.Do("Emptied", func() string {
				key, a := Emptied(fresh(), lists()[m])
				return witness.Show(key) + witness.Show(a)
			})
			log.Do("Shown", func() string { return witness.Show(Shown(fresh(), lists()[m])) })
			log.Do("InTurn", func() string { a := fresh(); return witness.Show(InTurn(a, lists()[m])) + witness.Show(a) })
			log.Do("Both", func() string { return witness.Show(Both(fresh(), lists()[m])) })
			log.Do("Copied", func() string { a := fresh(); return witness.Show(Copied(a, lists()[m])) + witness.Show(a) })
		}
	}
}
