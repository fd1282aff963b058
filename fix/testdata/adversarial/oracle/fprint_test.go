package fprint

import (
	"errors"
	"slices"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "fprint")
	values := []any{nil, "", "line\n", 1, 1.5, []byte("b"), errors.New("e\n"), struct{}{}, "%s"}
	for i := range values {
		log.Do("Empty", func() string { return string(Empty(values[i])) })
		log.Do("Empty", func() string { return witness.Show(Empty(values[i]) == nil) })
		for j := i; j <= len(values); j++ {
			log.Do("Quoted", func() string { return Quoted(values[i:j]) })
			log.Do("Kept", func() string { return Kept(values[i:j]) })
			log.Do("Turned", func() string { return Turned(values[i:j]) })
			log.Do("Lines", func() string { return Lines(values[i:j]) })
		}
	}
	for n := range 5 {
		log.Do("Logged", func() string { return witness.Show(Logged(n)) })
		list := []int{3, 1, 4, 1, 5}[:n]
		log.Do("Deferred", func() string { return Deferred(slices.Clone(list)) })
	}
	for _, list := range [][]string{nil, {""}, {"a%", "%%"}, {"%s", "x"}} {
		log.Do("Percent", func() string { return Percent(list) })
	}
}
