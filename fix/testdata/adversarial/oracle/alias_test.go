package alias

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "alias")
	numbers := func() [][]int {
		return [][]int{nil, {}, {1}, {1, 2, 3}, make([]int, 2, 9), make([]int, 40)}
	}
	for _, s := range append(witness.Texts(), "a longer text with several words in it") {
		log.Do("Cloned", func() string {
			b := []byte(s)
			got := Cloned(b)
			for i := range got {
				got[i]++
			}
			return witness.Show(b) + witness.Show(got)
		})
		log.Do("Halves", func() string {
			a, b := Halves(s)
			_ = append(a, "grown"...)
			return witness.Show(a) + witness.Show(b)
		})
		log.Do("Fields", func() string {
			b := []byte(s)
			got := Fields(b)
			for i := range got {
				got[i] = append(got[i], "grown"...)
			}
			return witness.Show(got) + witness.Show(b)
		})
	}
	for _, xs := range numbers() {
		whole := xs[:cap(xs)]
		log.Do("Reversed", func() string {
			got := Reversed(xs)
			return witness.Show(got) + witness.Show(whole)
		})
		log.Do("Extended", func() string {
			got := Extended(xs, 7, 8)
			got[0] = 99
			return witness.Show(got) + witness.Show(whole)
		})
		log.Do("Extended", func() string { return witness.Show(Extended(xs)) })
		log.Do("Adders", func() string {
			said := ""
			for range 2 {
				for _, f := range Adders(xs) {
					said += fmt.Sprint(f(), f(), " ")
				}
			}
			return said
		})
		log.Do("Two", func() string {
			a, b := Two(xs)
			_, _ = append(a, 77), append(b, 88)
			for i := range a {
				a[i] *= 100
			}
			return witness.Show(a) + witness.Show(b)
		})
	}
	for range 2 {
		log.Do("Defaults", func() string {
			a, b := Defaults("x"), Defaults("y")
			a["host"], a["new"] = "changed", "z"
			return witness.Show(a) + witness.Show(b)
		})
		log.Do("Fixed", func() string {
			m := Fixed()
			m["a"]++
			m["d"] = 1
			return witness.Show(m)
		})
		log.Do("Weekend", func() string {
			days := Weekend()
			was := witness.Show(days)
			days[0] = "Friday"
			return was + witness.Show(days)
		})
		for _, leap := range []bool{true, false, true} {
			log.Do("Months", func() string {
				days := Months(leap)
				days[0] = 0
				return witness.Show(days)
			})
			log.Do("Length", func() string { return fmt.Sprint(Length(leap, 1), Length(leap, 9)) })
		}
	}
	witness.Each(log, "IsWeekend", IsWeekend, "", "Sunday", "Monday", "Holyday", "holyday")
	log.Do("Encoded", func() string {
		a, b := Encoded(12), Encoded(-7)
		return witness.Show(a) + witness.Show(b)
	})
	for _, n := range []int{-1, 0, 1, 4} {
		log.Do("Rows", func() string {
			rows := Rows(n)
			for i := range rows {
				_ = append(rows[i], 5, 5)
			}
			return witness.Show(rows)
		})
	}
	lists := [][]string{nil, {}, {""}, {"b", "a"}, {"x", "yy", "zzz", "x"}, witness.Texts()}
	witness.Each(log, "Sent", Sent, lists...)
	witness.Each(log, "Sorted", Sorted, lists...)
	log.Do("Log.Add", func() string {
		var l Log
		said := l.Last()
		for i, s := range []string{"one", "", "three", "a much longer line than the others"} {
			l.Add(i, s)
			said += fmt.Sprintf(" %q", l.lines)
		}
		return said + l.Last()
	})
	log.Do("Log.Last", func() string {
		var l Log
		said := l.Last()
		l.Add(1, "x")
		return said + l.Last() + l.Last()
	})
}
