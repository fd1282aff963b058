package dynamic

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "dynamic")
	for _, tags := range [][]string{nil, {}, {""}, {"a", "b"}} {
		thing := &Thing{-3, tags}
		log.Do("Thing.Name", func() string { return thing.Name() })
		log.Do("Thing.Parts", func() string { return witness.Show(thing.Parts("p")) })
		log.Do("Named", func() string { return Named([]Namer{thing, Other(""), thing}) })
		log.Do("Bound", func() string { return witness.Show(Bound(thing)) + witness.Show(*thing) })
		log.Do("Looked", func() string { return Looked(*thing) })
	}
	var nothing *Thing
	log.Do("Thing.Name", func() string { return nothing.Name() })
	log.Do("Thing.Parts", func() string { return witness.Show(nothing.Parts("p")) })
	log.Do("Named", func() string { return Named([]Namer{Other("x"), nil}) })
	log.Do("Named", func() string { return Named(nil) })
	log.Do("Bound", func() string { return witness.Show(Bound(nil)) })
	for _, tree := range []*Tree{nil, {}, {"a", []*Tree{}}, {"a", []*Tree{nil}},
		{"a", []*Tree{{"b", nil}, {"c", []*Tree{{"", nil}}}}}} {
		log.Do("Tree.String", func() string { return fmt.Sprint(tree, tree.String()) })
		log.Do("Leaves", func() string { return witness.Show(Leaves(tree)) })
	}
	for _, n := range []int{-1, 0, 1, 2, 9} {
		log.Do("Even", func() string { return Even(n) })
	}
	for _, words := range [][]string{nil, {}, {"a"}, {"x", "y!", "x"}, witness.Texts()} {
		log.Do("Parallel", func() string { return witness.Show(Parallel(words)) })
		log.Do("Handlers", func() string {
			var said []string
			for name, f := range Handlers(words) {
				said = append(said, name+f("q"))
			}
			slices.Sort(said)
			return fmt.Sprintf("%q %t", said, Handlers(nil) == nil)
		})
		for _, stop := range []int{0, 1, 100} {
			log.Do("Each", func() string {
				said, n := "", 0
				Each(words)(func(s string) bool { said += s; n++; return n < stop })
				return said
			})
		}
		log.Do("Check", func() string {
			err := Check(words)
			var bad Bad
			return fmt.Sprint(witness.Show(err), errors.Is(err, ErrBad), errors.As(err, &bad), bad)
		})
	}
}
