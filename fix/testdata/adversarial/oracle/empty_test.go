package empty

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "empty")
	numbers := [][]int{nil, {}, {0}, {1}, {-1, -2}, {3, -1, 0, 4}, make([]int, 40),
		{1 << 62, -1 << 63}}
	witness.Each(log, "Doubled", Doubled, numbers...)
	witness.Each(log, "Positive", Positive, numbers...)
	words := [][]string{nil, {}, {""}, {"a"}, {"a", "a"}, {"b", "", "c"}, make([]string, 33)}
	witness.Each(log, "Copied", Copied, words...)
	witness.Each(log, "Positions", Positions, words...)
	witness.Each(log, "Joined", Joined, words...)
	witness.Each(log, "Keys", Keys, nil, map[string]int{}, map[string]int{"": 1},
		map[string]int{"b": 1, "a": 2, "c": 3})
	witness.Cross(log, "Put", Put, func() []map[string]int {
		return []map[string]int{nil, {}, {"a": 7}}
	}, func() [][]string { return words })
	witness.Each(log, "FirstField", FirstField, witness.Texts()...)
	witness.Each(log, "SecondPart", SecondPart, witness.Texts()...)
	witness.Each(log, "Parts", Parts, witness.Texts()...)
	witness.Each(log, "Characters", Characters, witness.Texts()...)
	witness.Cross(log, "Head", Head, witness.Texts, func() []int {
		return []int{-2, -1, 0, 1, 2, 3, 100}
	})
	witness.Each(log, "Row", Row, -1, 0, 1, 64, 65, 1000)
	for _, p := range []*Person{nil, {}, {"x", []string{"", "y"}}, {"z", nil}} {
		log.Do("Greeting", func() string { return Greeting(p) })
	}
	for _, dst := range [][]string{nil, {}, {"a"}, {"a", "b", "c"}} {
		for _, src := range numbers[:6] {
			got := append([]string(nil), dst...)
			log.Do("Fill", func() string { Fill(got, src); return "" })
			log.Do("Fill", func() string { return witness.Show(got) })
		}
	}
	for _, s := range witness.Texts() {
		log.Do("Pairs", func() string {
			pairs, err := Pairs(s)
			return fmt.Sprintf("%#v %s", pairs, witness.Show(err))
		})
	}
}
