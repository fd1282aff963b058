package unreaderror

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "unreaderror")
	texts := append(witness.Texts(), "", "0", "12", "12x", "x12", "a=b", "=", "a=", "=b=c", "(", ")", "()",
		"(()", "((a)", "ab", "a", "abc", "k", "kx", "9", "é2", "7=8")
	for i, s := range texts {
		other := texts[(i*7+3)%len(texts)]
		for _, words := range [][]string{{s}, {s, other}, {other, s, "5"}} {
			log.Do("Counted", func() string { return fmt.Sprint(Counted(words)) })
			log.Do("Prefixes", func() string { return fmt.Sprint(Prefixes(words)) })
			log.Do("Whole", func() string { return fmt.Sprint(Whole(words)) })
			log.Do("First", func() string { return fmt.Sprintf("%q", First(words)) })
			log.Do("Asked", func() string { return fmt.Sprint(Asked(words)) })
		}
		log.Do("Depth", func() string { return fmt.Sprint(Depth(s)) })
		log.Do("Second", func() string { return fmt.Sprintf("%q", Second(s)) })
	}
	log.Do("First", func() string { return First(nil) })
}
