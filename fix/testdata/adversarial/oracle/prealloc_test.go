package prealloc

import (
	"fmt"
	"slices"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "prealloc")
	numbers := func() [][]int {
		return [][]int{nil, {}, {0}, {1}, {-1}, {5, 2, -3, 4}, {3, 0, 1}, {-1, 1}, make([]int, 3, 9)}
	}
	words := [][]string{nil, {}, {""}, {"a"}, {"aa", "b", "cc"}, {"b", "a", "b", "", "long"}}
	witness.Each(log, "Names", Names, nil, map[int]string{}, map[int]string{1: ""},
		map[int]string{2: "b", 1: "a", 9: "c"})
	witness.Each(log, "Ordered", Ordered, nil, map[int]string{}, map[int]string{1: ""},
		map[int]string{2: "b", 1: "a", 9: "c"})
	for _, n := range []int{0, 1, 3} {
		log.Do("Lengths", func() string {
			ids := map[int]string{}
			for i := range n {
				ids[i] = "x"
			}
			return witness.Show(Lengths(ids))
		})
	}
	for _, xs := range numbers() {
		var partly []int
		log.Do("Inverse", func() string { return witness.Show(Inverse(xs, &partly)) })
		log.Do("Inverse", func() string { return witness.Show(partly) })
	}
	witness.Each(log, "UntilNegative", UntilNegative, numbers()...)
	witness.Each(log, "Growing", Growing, numbers()...)
	witness.Each(log, "Shadowed", Shadowed, numbers()...)
	for _, a := range words {
		for _, b := range words {
			log.Do("Interleaved", func() string { return witness.Show(Interleaved(a, b)) })
		}
		log.Do("Prefixes", func() string {
			all := Prefixes(a)
			for i := range all {
				all[i][0] += "!"
				_ = append(all[i], "grown")
			}
			return witness.Show(all)
		})
	}
	witness.Each(log, "Longer", Longer, words...)
	witness.Each(log, "Countdown", Countdown, -5, 0, 1, 3, 200)
	a, b := &Team{"a", []string{"x", "y"}}, &Team{"b", []string{}}
	for _, teams := range [][]*Team{nil, {}, {b}, {a}, {a, b, a}, {a, nil, b}, {nil}} {
		var told []string
		log.Do("Roster", func() string { return witness.Show(Roster(teams, &told)) })
		log.Do("Roster", func() string { return witness.Show(told) })
	}
	witness.Each(log, "Everybody", Everybody, nil, map[string]Team{}, map[string]Team{"b": *b},
		map[string]Team{"a": *a, "b": *b, "c": {"c", []string{"z"}}})
	for _, a := range words {
		for _, members := range words {
			log.Do("Copied", func() string {
				t := &Team{"t", slices.Clip(slices.Clone(members))}
				return witness.Show([][]string{Copied(t, a), t.Members})
			})
			log.Do("Pairs", func() string { return witness.Show(Pairs(a, members)) })
			for _, t := range []*Team{nil, {"t", slices.Clone(members)}} {
				var told []string
				log.Do("Joined", func() string {
					Joined(t, [][]string{a, nil, members}, &told)
					return witness.Show(t.Members)
				})
				log.Do("Joined", func() string {
					Joined(t, nil, &told)
					return witness.Show(told)
				})
				log.Do("Joined", func() string { return witness.Show(told) })
			}
		}
	}
	for _, text := range []string{"", "a", "%", "%-", "%a", "ab%cd%", "%-%-", "%a%b%c", "a%-b%cd"} {
		log.Do("Unquoted", func() string {
			data := []byte(text)
			out, same, err := Unquoted(data)
			said := witness.Show(out) + fmt.Sprint(out == nil, same, err)
			if len(data) > 0 {
				data[0]++
			}
			return said + witness.Show(out)
		})
		log.Do("Spelled", func() string {
			data := []byte(text)
			said := witness.Show(Spelled(data))
			return said + witness.Show(data)
		})
	}
}
