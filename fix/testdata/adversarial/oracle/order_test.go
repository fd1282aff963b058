package order

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "order")
	for _, n := range []int{0, 1, -5, 99} {
		c := &Counter{n}
		log.Do("Pieces", func() string { return fmt.Sprint(Pieces(c), *c) })
		log.Do("Summed", func() string { return fmt.Sprint(Summed(c), *c) })
		for _, m := range []int{0, 2, 3, 4, 7} {
			c := &Counter{n}
			log.Do("Short", func() string { return fmt.Sprint(Short(c, m), *c) })
		}
		log.Do("Jumping", func() string { return Jumping(n) })
	}
	log.Do("Pieces", func() string { return Pieces(nil) })
	log.Do("Summed", func() string { return Summed(nil) })
	for _, s := range witness.Texts() {
		b := []byte(s)
		log.Do("Grown", func() string { return fmt.Sprintf("%q %q", Grown(b), b) })
		log.Do("Matched", func() string { return fmt.Sprint(Matched(s, witness.Texts())) })
	}
	log.Do("Matched", func() string { return fmt.Sprint(Matched("(", nil)) })
	witness.Each(log, "IsNumber", IsNumber, append(witness.Texts(), "12\n", "-", "१")...)
	lists := func() [][]string {
		return [][]string{nil, {}, {""}, {"a", "stop", "b"}, {"stop"},
			{"one", "skip", "x skip y", "stop"},
			{"skip"}, {"a b", "skip", "c", "d  e"}, {"three", "four", "no"}, witness.Texts()}
	}
	witness.Each(log, "Deferred", Deferred, lists()...)
	for _, words := range lists() {
		for _, n := range []int{-1, 0, 1, 2, 5} {
			log.Do("Recovered", func() string {
				out, err := Recovered(words, n)
				return fmt.Sprintf("%#v %s", out, witness.Show(err))
			})
		}
		w := &witness.Writer{Fail: 2}
		log.Do("Told", func() string { Told(w, words); return "" })
		log.Do("Told", func() string { return fmt.Sprintf("%q", w.Calls) })
	}
	witness.Cross(log, "Labelled", Labelled, lists, func() []string {
		return []string{"", "stop", "d", "a", "skip"}
	})
	witness.Each(log, "Array", Array, [4]int{}, [4]int{1, 2, 3, 4}, [4]int{-1, 5, 0, 9})
	for _, xs := range [][]int{nil, {}, {1}, {1, 2, 3}, make([]int, 2, 9),
		append(make([]int, 0, 3), 1, 2)} {
		log.Do("Window", func() string {
			return witness.Show(Window(xs)) + witness.Show(xs[:cap(xs)])
		})
	}
	witness.Each(log, "Emptied", Emptied, nil, map[string]int{},
		map[string]int{"a": 1, "b": 0, "c": -1})
	for _, n := range []int{-1, 0, 3} {
		log.Do("Seats", func() string {
			a, b := Seats(n), Seats(n+1)
			return fmt.Sprintf("%q %q %q", a(), a(), b())
		})
		log.Do("Failures", func() string { return fmt.Sprint(Failures(n)) })
	}
	log.Do("Distinct", func() string { return fmt.Sprint(Distinct()) })
}
