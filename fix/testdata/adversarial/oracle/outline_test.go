package outline

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "outline")
	texts := []string{"", " ", "a", "a,b", ",", "a,b,c,d,e,f", "1:2", "1:", ":", "x:1", "1:x", "1:2:3",
		"7", " 8 ", "0:0", "0:3", "-9", "9999999999999999999", "aé", "aaaa", "b a"}
	for _, text := range texts {
		log.Do("First", func() string { return First(text) })
		log.Do("Half", func() string { return fmt.Sprint(Half(text)) })
		log.Do("Distance", func() string { return fmt.Sprint(Distance(text)) })
		log.Do("Parts", func() string { return fmt.Sprint(Parts(text)) })
		log.Do("Noted", func() string { return fmt.Sprint(Noted(text)) })
		log.Do("Tied", func() string { return fmt.Sprint(Tied(text)) })
		log.Do("Maybe", func() string { return fmt.Sprint(Maybe(text)) })
		for _, other := range texts {
			log.Do("Sum", func() string { return fmt.Sprint(Sum(text, other)) })
		}
		for limit := range 5 {
			log.Do("Letters", func() string { return Letters(text, limit) })
			log.Do("Cut", func() string { return fmt.Sprint(Cut(text+" c d", limit)) })
		}
	}
	numbers := []int{5, 3, 8, 1, 4, 9, 2}
	for i := range len(numbers) + 1 {
		log.Do("Depth", func() string { return fmt.Sprint(Depth(numbers[:i])) })
		log.Do("Added", func() string { return fmt.Sprint(Added(texts[:i])) })
	}
}
