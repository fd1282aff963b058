package builder

import (
	"fmt"
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "builder")
	some := func() []string { return []string{"", "a", "é\xff", "Ωmega", strings.Repeat("long", 30)} }
	small := func() []int { return []int{-1, 0, 1, 2, 3, 9} }
	lists := func() [][]string {
		return [][]string{nil, {}, {""}, {"a"}, {"a", "", "b"}, {"a", ""}, witness.Texts()}
	}
	witness.Cross(log, "Behind", Behind, some, small)
	witness.Each(log, "Again", Again, lists()...)
	witness.Each(log, "Both", Both, some()...)
	witness.Cross(log, "Doubled", Doubled, some, func() []int { return []int{0, 1, 3} })
	for _, s := range some() {
		log.Do("Changed", func() string { a, b := Changed(s); return fmt.Sprintf("%q %q", a, b) })
	}
	witness.Cross(log, "Partly", Partly, some,
		func() [][]int { return [][]int{nil, {0}, {0, 1}, {0, 1, 99}, {-1}} })
	witness.Cross(log, "Measured", Measured, some, func() []int { return []int{-5, -1, 0, 1, 500} })
	witness.Each(log, "Wide", Wide, some()...)
	witness.Each(log, "Missing", Missing, lists()...)
	witness.Cross(log, "Shortened", Shortened, lists, small)
	witness.Cross(log, "Overlaid", Overlaid, some, some)
	witness.Cross(log, "Padded", Padded, some, some)
	witness.Cross(log, "Labeled", Labeled, some, some)
	witness.Cross(log, "Restarted", Restarted, some, some)
	for _, words := range lists() {
		log.Do("Renamed", func() string {
			return fmt.Sprintf("%q %q", Renamed(words), words)
		})
	}
}
