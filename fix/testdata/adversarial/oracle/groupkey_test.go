package groupkey

import (
	"fmt"
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "groupkey")
	for _, text := range append(witness.Texts(), "a b a b a", "a", "a a a a", "of of the of",
		"absent none other a", strings.Repeat("some words and some more ", 9)) {
		words := strings.Fields(text)
		log.Do("Sizes", func() string { return fmt.Sprint(Sizes(words)) })
		log.Do("Asked", func() string { return fmt.Sprint(Asked(words)) })
		for _, numbers := range [][]int{nil, {1}, {1, 2, 3}, make([]int, 100)} {
			log.Do("Recovered", func() string { return fmt.Sprint(Recovered(words, numbers)) })
		}
		log.Do("Absent", func() string { return fmt.Sprint(Absent(words)) })
		log.Do("Walked", func() string { return fmt.Sprint(Walked(words)) })
		log.Do("Before", func() string { return fmt.Sprint(Before(words)) })
		log.Do("Reused", func() string { return fmt.Sprint(Reused(words)) })
		log.Do("Printed", func() string { return Printed(words) })
		log.Do("Zero", func() string { return fmt.Sprint(Zero(words)) })
		log.Do("Marked", func() string { return fmt.Sprint(Marked(words)) })
		log.Do("Scanned", func() string { return fmt.Sprint(Scanned(text)) })
		log.Do("Merged", func() string { return fmt.Sprint(Merged(words)) })
	}
}
