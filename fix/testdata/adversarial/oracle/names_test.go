package names

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "names")
	lists := [][]string{nil, {}, {""}, {"a", "", "b"}, {"one", "two"}, witness.Texts()}
	witness.Each(log, "Shadowed", Shadowed, lists...)
	witness.Each(log, "Never", Never, lists...)
	numbers := [][]int{nil, {}, {0}, {1, -2, 3}, {3, 3}, {7, 3, 1 << 40}}
	for _, xs := range numbers {
		log.Do("Parameter", func() string { return Parameter(xs, ",") })
		log.Do("Builtins", func() string {
			a, b := Builtins(xs)
			return fmt.Sprintf("%#v %q", a, b)
		})
		log.Do("Sized", func() string { return fmt.Sprintf("%#v", Sized(xs, 3)) })
	}
	for _, words := range lists {
		log.Do("Sized", func() string { return fmt.Sprintf("%#v", Sized(words, "")) })
		var all []text
		for _, w := range words {
			all = append(all, text(w))
		}
		log.Do("Joined", func() string { return Joined(all) })
	}
	log.Do("Joined", func() string { return Joined([]fmt.Stringer{text("a"), nil}) })
	for _, s := range witness.Texts() {
		log.Do("Types", func() string { return fmt.Sprintf("%T %v", Types(s), Types(s)) })
		log.Do("Renamed", func() string { return fmt.Sprint(Renamed(s)) })
		log.Do("Measured", func() string { return fmt.Sprintf("%#v", Measured(s)) })
	}
	for _, n := range []int{0, -1, 100} {
		log.Do("Dotted", func() string { return Dotted(n, n > 0) })
	}
}
