package sharebuf

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

// limited fails when it has got so much.
type limited struct {
	strings.Builder
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		return 0, errors.New("full")
	}
	return l.Builder.Write(p)
}

func TestOracle(t *testing.T) {
	log := witness.Open(t, "sharebuf")
	for _, left := range []int{0, 1, 3, 10, 1000} {
		for i := range 7 {
			var to limited
			to.left = left
			seen := func(result any) string { return fmt.Sprint(result, to.String(), to.left) }
			log.Do("Numbers", func() string { return seen(Numbers(&to, uint64(i)*0x123456789)) })
			log.Do("Padded", func() string {
				Padded(&to, []string{"abcdefgh"[:i], "", "x"}[:i%4])
				return seen(nil)
			})
			log.Do("Framed", func() string { Framed(&to, uint16(i*77)); return seen(nil) })
			log.Do("Separated", func() string { Separated(&to, []byte("abcdefgh")[:i]); return seen(nil) })
			log.Do("Beyond", func() string { Beyond(&to, i); return seen(nil) })
			log.Do("Choice", func() string { return seen(Choice(&to, i%2 == 0)) })
		}
	}
	for i := range 12 {
		log.Do("Halves", func() string { return fmt.Sprint(Halves(strings.NewReader("abcdefghijkl"[:i]))) })
	}
}
