package fieldbuf

import (
	"errors"
	"fmt"
	"math"
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
	log := witness.Open(t, "fieldbuf")
	numbers := []uint64{0, 1, 127, 128, 300, 1 << 21, 1 << 35, math.MaxUint64}
	for _, left := range []int{0, 1, 5, 30, 1000} {
		var to limited
		e := &Encoder{w: &to, kinds: map[byte]int{}}
		to.left = left
		seen := func(result any) string { return fmt.Sprint(result, to.String(), e.n, e.err, e.kinds) }
		for i, n := range numbers {
			log.Do("Encoder.Number", func() string { return seen(e.Number(n)) })
			log.Do("Encoder.Flags", func() string { return seen(e.Flags([]bool{i%2 == 0, i%3 == 0, true}[:i%4])) })
			log.Do("Encoder.Framed", func() string { return seen(e.Framed(uint16(n))) })
			log.Do("Encoder.Padded", func() string { return seen(e.Padded("0123456789"[:i])) })
			log.Do("Encoder.Tagged", func() string {
				first, second := e.Tagged(byte(i), byte(n)), e.Tagged(7, 8)
				return seen(fmt.Sprint(first, second))
			})
			log.Do("Encoder.Ordered", func() string { return seen(e.Ordered(i%2 == 0, uint32(n))) })
			log.Do("Encoder.Deep", func() string { return seen(e.Deep(i)) })
			log.Do("Text", func() string { return Text(numbers[:i], []bool{true}) })
		}
	}
	input := "abcdefghijklmnopqrstuvwxyz"
	for i := range len(input) {
		d := &Decoder{r: strings.NewReader(input[i:])}
		for range 4 {
			log.Do("Decoder.Word", func() string { return fmt.Sprintln(d.Word()) + fmt.Sprint(d.left) })
			log.Do("Decoder.Pair", func() string { return fmt.Sprintln(d.Pair()) + fmt.Sprint(d.left) })
			log.Do("Decoder.ID", func() string { return fmt.Sprintln(d.ID()) + fmt.Sprint(d.left) })
			log.Do("Decoder.Both", func() string { return fmt.Sprintln(d.Both()) + fmt.Sprint(d.left) })
			log.Do("Decoder.Peeked", func() string {
				first := d.Peeked()
				second := d.Peeked()
				return fmt.Sprint(string(first), string(second), d.left)
			})
		}
	}
	for i := range len(input) {
		var to limited
		to.left = i
		s := NewScanner(input[i:], &to)
		for range 3 {
			log.Do("Scanner.Recovered", func() string { return fmt.Sprint(s.Recovered(), s.sum) })
			log.Do("Scanner.Four", func() string { return fmt.Sprint(s.Four(), s.sum) })
			log.Do("Scanner.Crossed", func() string {
				return fmt.Sprint(s.Crossed(byte(i)), to.String())
			})
			log.Do("Scanner.Summed", func() string { return fmt.Sprint(s.Summed(), s.sum) })
		}
		log.Do("Nested", func() string { return fmt.Sprint(Nested(i)) })
		log.Do("Scanner.Four", func() string { return fmt.Sprint(Nested(i)) })
	}
}
