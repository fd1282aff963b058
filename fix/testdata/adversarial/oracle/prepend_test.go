package prepend

import (
	"fmt"
	"math"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "prepend")
	for _, n := range []int{0, 1, -1, 9, 10, -10, 255, math.MaxInt, math.MinInt} {
		for _, base := range []int{0, 2, 10, 16, 31} {
			log.Do("Base", func() string { return Base(n, base) })
		}
	}
	texts := []string{"", " ", "a", "/", "a/b", "/é/ü/", "\xff\xfe", "a b c", "日本語", "x/x/x"}
	for i, text := range texts {
		log.Do("Path", func() string { return Path(text) })
		log.Do("Letters", func() string { return fmt.Sprint(Letters(text)) })
		log.Do("Bytes", func() string { return Bytes(text) })
		for j := i; j <= len(texts); j++ {
			log.Do("Checked", func() string { return fmt.Sprint(Checked(texts[i:j])) })
			log.Do("Each", func() string { return Each(texts[i:j]) })
			log.Do("Twice", func() string { return Twice(texts[i:j]) })
			log.Do("Lines", func() string { return fmt.Sprintf("%q", Lines(texts[i:j])) })
		}
	}
	log.Do("Checked", func() string { return fmt.Sprint(Checked([]string{"a", "x", "b"})) })
	log.Do("Checked", func() string {
		return fmt.Sprint(Checked([]string{"more than twenty letters", "x"}))
	})
}
