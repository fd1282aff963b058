package structkey

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "structkey")
	for _, ns := range [][]int{nil, {0}, {1, 11, 111, 1}, {-1, 1, -11, 11, 0}, {1, 2, 12, 23, 3, 123},
		{math.MaxInt, math.MinInt, -math.MaxInt, 0}, {0, 10, 100, 1000, 10, 0},
		{0, 11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1}} {
		log.Do("Signed", func() string { return fmt.Sprint(Signed(ns)) })
		log.Do("Joined", func() string { return fmt.Sprint(Joined(ns)) })
		log.Do("Days", func() string { return fmt.Sprint(Days(ns)) })
		log.Do("Hidden", func() string { return fmt.Sprint(Hidden(ns)) })
		log.Do("Listed", func() string { return Listed(ns) })
		log.Do("Asked", func() string { return fmt.Sprint(Asked(ns)) })
		log.Do("Moving", func() string { return fmt.Sprint(Moving(ns)) })
		log.Do("Titles", func() string { return Titles(ns) })
	}
	for _, text := range append(witness.Texts(), "a / a/ /a a//a", "x x- x-- - --", "a: a :1 a:1 a:1:1",
		"b b b b b b b", "z x/y y/z x", "some words and some more words") {
		words := strings.Fields(text)
		log.Do("Paths", func() string { return fmt.Sprint(Paths(words)) })
		log.Do("Dashed", func() string { return fmt.Sprint(Dashed(words)) })
		log.Do("Lined", func() string { return fmt.Sprint(Lined(words)) })
	}
}
