package sumonce

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "sumonce")
	texts := []string{"", "a", "ab", "\x00", "\xff\xfe", "é", "日本語", "a longer text, of more than a few bytes"}
	for i, text := range texts {
		for _, n := range []int{0, 1, 2, 7, 1 << 20} {
			log.Do("Shard", func() string { return fmt.Sprint(Shard(text, n)) })
		}
		log.Do("Counted", func() string { return fmt.Sprint(Counted(text)) })
		log.Do("Read", func() string { return Read(text) })
		log.Do("Copied", func() string { return Copied(text) })
		log.Do("Whole", func() string { return Whole([]byte(text)) })
		log.Do("Bytes", func() string { return Bytes(text) })
		log.Do("Runes", func() string { return fmt.Sprint(Runes(text)) })
		log.Do("Tagged", func() string { return fmt.Sprint(Tagged(text)) })
		log.Do("Twice", func() string { return fmt.Sprint(Twice(text)) })
		for j := i; j <= len(texts); j++ {
			log.Do("Old", func() string { return fmt.Sprint(Old(texts[i:j])) })
			log.Do("Prefixes", func() string { return fmt.Sprint(Prefixes(append(texts[i:j:j], "", "x"))) })
		}
	}
}
