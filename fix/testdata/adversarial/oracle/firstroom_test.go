package firstroom

import (
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "firstroom")
	for _, s := range append(witness.Texts(), "a b", " ", "!!", "\n\n", "a! b! c!",
		strings.Repeat("ab! c\n", 30)) {
		log.Do("Words", func() string { return witness.Show(Words(s)) })
		log.Do("Marks", func() string { return witness.Show(Marks(s)) })
		log.Do("Paths", func() string { return witness.Show(Paths(s)) })
		log.Do("Lines", func() string { return witness.Show(Lines(s)) })
		log.Do("Groups", func() string { return witness.Show(Groups(s)) })
		log.Do("Count", func() string { return witness.Show(Count(s)) })
		log.Do("Listed", func() string { l, ok := Listed(s + " !"); return witness.Show([]any{l, ok}) })
		log.Do("Listed", func() string { l, ok := Listed(s); return witness.Show([]any{l, ok}) })
		log.Do("Steps", func() string { return witness.Show(Steps(s)) })
		log.Do("Both", func() string { return witness.Show(Both(s)) })
		for _, n := range []int{0, 1, 9, 200} {
			log.Do("Stops", func() string { list, err := Stops(s, n); return witness.Show([]any{list, err}) })
		}
	}
}
