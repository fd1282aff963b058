package compared

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "compared")
	lists := [][]string{nil, {}, {""}, {"a"}, {"a", "b"}, {"b", "a"}}
	tags := []map[string]int{nil, {}, {"a": 1}, {"a": 2}, {"b": 0}, {"c": 0}}
	pairs := []*pair{nil, {}, {name: "a"}, {name: "a", size: 1}, {name: "a"}}
	var configs []config
	for i, a := range lists {
		for j, b := range lists {
			log.Do("SameList", func() string { return fmt.Sprint(SameList(a, b)) })
			log.Do("Elements", func() string {
				return fmt.Sprint(Elements([][]byte{nil, []byte("x")}[:i%3%2+1], bytesOf(b)))
			})
			log.Do("SameTags", func() string { return SameTags(tags[i], tags[j]) })
			configs = append(configs, config{"n", a, tags[j]}, config{"n", b, tags[j]})
			log.Do("Changed", func() string { return fmt.Sprint(Changed(configs)) })
		}
	}
	for _, a := range pairs {
		for _, b := range pairs {
			log.Do("SamePair", func() string { return fmt.Sprint(SamePair(a, b)) })
		}
	}
	for n := range 3 {
		log.Do("Itself", func() string { return Itself(n) })
	}
	for _, s := range append(witness.Texts(), "!x", "0123456789ab") {
		log.Do("Sums", func() string { return witness.Show(Sums([]string{s, "", s})) })
		log.Do("Twice", func() string { return Twice(s) })
		log.Do("Behind", func() string {
			room := append(make([]byte, 0, 64), s...)
			return Behind(room, s) + Behind([]byte(s), s) + witness.Show(room[:cap(room)])
		})
		log.Do("Before", func() string { return Before([]byte(s)) })
		log.Do("Salted", func() string { return Salted(s) })
		log.Do("Checked", func() string { return fmt.Sprint(Checked([]byte(s), 0)) })
		log.Do("Kind", func() string { return Kind(s) })
	}
}

func bytesOf(list []string) (out [][]byte) {
	for _, s := range list {
		out = append(out, []byte(s))
	}
	return out
}
