package later

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "later")
	for _, used := range []bool{true, false} {
		n := 4
		log.Do("Ticket", func() string { return Ticket(&n, used) + fmt.Sprint(n) })
		for at := range 4 {
			log.Do("Moved", func() string {
				said, list := Moved(at, used)
				for _, p := range list {
					said += witness.Show([]any{p.f.at, *p.seen})
				}
				return said
			})
			log.Do("Copied", func() string {
				f := &Fault{at}
				if old := Copied(f, used); old != nil {
					return old.Error() + f.Error()
				}
				return f.Error()
			})
			log.Do("Spanned", func() string {
				from, to := &Fault{at}, &Fault{at + 10}
				said := ""
				if s := Spanned(from, to, used); s != nil {
					said = witness.Show([]any{s.from == from, s.to == to})
				}
				return said + from.Error() + to.Error()
			})
		}
		log.Do("Copied", func() string { return witness.Show(Copied(nil, used) == nil) })
		log.Do("Spanned", func() string { return witness.Show(Spanned(&Fault{}, nil, used) == nil) })
		for _, xs := range [][]int{nil, {}, {0}, {-5, 1}} {
			log.Do("Panicking", func() string { return Panicking(xs, used) })
		}
	}
	m := map[string]int{"two": 2, "one": 1}
	for _, key := range []string{"two", "one", "none", "one", "", ""} {
		log.Do("Early", func() string { return Early(m, key) + witness.Show(m) })
	}
	log.Do("Early", func() string { return Early(nil, "x") })
	for _, s := range append(witness.Texts(), "ax", "xa", "axx") {
		log.Do("Blamed", func() string { return witness.Show(Blamed([]byte(s))) })
		b, p := []byte(s), s
		log.Do("Branches", func() string { return witness.Show(Branches(b)) + string(b) })
		log.Do("Deferred", func() string { return Deferred(&p) + p })
	}
	log.Do("Deferred", func() string { return Deferred(nil) })
	for _, xs := range [][]int{nil, {0}, {-5, 1}, {1, 2, -3, -4}} {
		log.Do("Checked", func() string { return witness.Show(Checked(xs)) })
	}
	for _, words := range [][]string{{"aa", "b"}, {"a", "bb", "c"}, nil, {"a"}} {
		log.Do("Failing", func() string { return witness.Show(Failing(words)) + witness.Show(words) })
	}
	for _, words := range [][]string{nil, {}, {"a"}, {"aa"}, {"aa", "b", "cc"}} {
		log.Do("Looped", func() string { return witness.Show(Looped(words)) + witness.Show(words) })
	}
	for _, least := range []int{-1, 0, 3, 5} {
		for _, faults := range [][]*Fault{nil, {nil}, {{at: 1}, nil, {at: 9}}, {{at: 4}, {at: 3}}} {
			log.Do("Chosen", func() string {
				said := Chosen(faults, least)
				for _, f := range faults {
					if f != nil {
						said += witness.Show(f.at)
					}
				}
				return said
			})
		}
	}
	for n := range 4 {
		words := []string{"a", "b"}
		log.Do("Least", func() string { return witness.Show(Least(words, n)) + witness.Show(words) })
	}
	for _, words := range [][]string{nil, {""}, {"-a", "b"}, {"-a", "", "-b", "c"}, {"", "-a", ""}} {
		for most := range 4 {
			log.Do("Traversed", func() string {
				flags, rest := Traversed(words, most)
				return witness.Show([]any{flags, rest})
			})
		}
	}
	for n := -1; n < 5; n++ {
		for _, given := range [][]int{nil, {}, {1, 2}} {
			log.Do("Roomy", func() string { return witness.Show(Roomy(n, given)) })
		}
		for _, given := range []*Fault{nil, {at: 7}} {
			log.Do("Switched", func() string { return Switched(n, given) })
		}
	}
}
