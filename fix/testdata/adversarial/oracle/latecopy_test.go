package latecopy

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "latecopy")
	for _, s := range append(witness.Texts(), "abcd", "abcdefgh") {
		b := []byte(s)
		log.Do("Checked", func() string { return witness.Show(Checked(b)) + string(b) })
		b = []byte(s)
		log.Do("Panics", func() string { return fmt.Sprint(Panics(b)) })
		log.Do("Panics", func() string { return string(b) })
		log.Do("Number", func() string { n, err := Number(s); return fmt.Sprint(n) + witness.Show(err) })
		var list [][]byte
		b = []byte(s)
		log.Do("Kept", func() string {
			err := Kept(&list, b)
			clear(b)
			return witness.Show(list) + witness.Show(err)
		})
	}
	for _, s := range []string{"", "a", "AB", "ABC", "AbCdE"} {
		log.Do("Shelved", func() string { return Shelved(s, "Xyz") + Shelved("", s) })
	}
	for n := range 12 {
		log.Do("Rows", func() string { return Rows(n) })
	}
	for n := range byte(27) {
		log.Do("Allowed", func() string { return Allowed(n%3, n/3%3, n/9) })
	}
	for _, words := range [][]string{nil, {}, {""}, {"a", ""}, {"", "b", ""}} {
		log.Do("All", func() string { return fmt.Sprint(All(words), words) })
	}
	for _, xs := range [][]int{nil, {}, {0}, {1}, {0, 5}, {5, 0}} {
		log.Do("Deferred", func() string { return fmt.Sprint(Deferred(xs), xs) })
	}
}
