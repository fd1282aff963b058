package late

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "late")
	for _, n := range []int{-3, 0, 1, 7, 60} {
		log.Do("Seeded", func() string { return witness.Show(Seeded(n)) })
		for _, m := range []int{0, 1, 5} {
			log.Do("Grid", func() string { return Grid(n, m) })
		}
	}
	for _, words := range [][]string{nil, {"ab"}, {"ab", "", "cd"}, {"x", "yz", "yz"}} {
		log.Do("Recovered", func() string { return witness.Show(Recovered(words)) })
		log.Do("Linked", func() string { return Linked(words) })
		log.Do("Registered", func() string { return fmt.Sprint(Registered(words)) })
	}
	texts := append(witness.Texts(), "LIST", "li\u017ft", "L\u0130ST", "\u0130", "I", "\u212a", "K",
		"\u00c4", "\xff", "\ufffd", "12345678", "123")
	for _, s := range texts {
		log.Do("Failed", func() string { return witness.Show(Failed(s)) })
		log.Do("IsList", func() string { return fmt.Sprint(IsList(s)) })
		log.Do("Kind", func() string { return fmt.Sprint(Kind(s)) })
		for _, u := range texts {
			log.Do("Alike", func() string { return fmt.Sprint(Alike(s, u)) })
		}
		log.Do("Hexed", func() string {
			b := append(make([]byte, 0, 64), s...)
			got := Hexed(b)
			return witness.Show(got) + witness.Show(b)
		})
		log.Do("Padded", func() string {
			n, err := Padded(io.MultiReader(strings.NewReader(s), bytes.NewReader(nil)))
			return fmt.Sprint(n, err)
		})
	}
	for _, steps := range [][]string{nil, {"+1"}, {"+1", "?1", "?2"}, {"a1"}, {"+1", "-1", "a1"},
		{"+1", "a1", "b1", "+1", "c1"}, {"+1", "-1", "?1", "+2", "a2", "a2"}} {
		log.Do("Lodged", func() string { return Lodged(steps) })
	}
	for _, name := range []string{"a", "a1", "b", ""} {
		for _, n := range []int{1, 11, -5} {
			log.Do("Port", func() string { return Port(name, n) })
		}
	}
}
