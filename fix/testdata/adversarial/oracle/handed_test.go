package handed

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

type keeper struct{ rows [][]byte }

func (k *keeper) Put(key string, value []byte) { k.rows = append(k.rows, []byte(key), value) }

func (k *keeper) Send(p []byte) error {
	k.rows = append(k.rows, p)
	return nil
}

func (k *keeper) String() string { return fmt.Sprintf("%q", k.rows) }

func TestOracle(t *testing.T) {
	log := witness.Open(t, "handed")
	lists := [][]string{nil, {""}, {"a"}, {"one", "two", "three"}, witness.Texts()}
	for _, rows := range lists {
		log.Do("Each", func() string {
			var k keeper
			Each(rows, func(b []byte) { k.Send(b) })
			return k.String()
		})
		log.Do("Counts", func() string {
			var all []map[rune]int
			Counts(rows, func(m map[rune]int) { all = append(all, m) })
			text := ""
			for _, m := range all {
				for _, c := range slices.Sorted(maps.Keys(m)) {
					text += fmt.Sprint(c, m[c], " ")
				}
				text += ";"
			}
			return text
		})
	}
	for _, numbers := range [][]int{nil, {0}, {1, 22, 333}, {333, 22, -1, 1 << 60}} {
		log.Do("Put", func() string {
			var k keeper
			Put(&k, numbers)
			return k.String()
		})
		log.Do("Send", func() string {
			var k keeper
			err := Send(&k, numbers)
			return k.String() + witness.Show(err)
		})
	}
	log.Do("Last", func() string {
		var k keeper
		for _, text := range witness.Texts() {
			Last(&k, text)
		}
		return k.String()
	})
	for _, text := range []string{"", "a", "a=b", "key=value", "=", "long=s", strings.Repeat("x=", 100)} {
		log.Do("Pair", func() string {
			c := make(chan []byte, 3)
			Pair(c, text)
			return fmt.Sprintf("%q %q", <-c, <-c)
		})
	}
	for _, text := range []string{"", "a", "a\n", "a\nbc\nd\n", "long\nx\n"} {
		log.Do("Lines", func() string {
			var k keeper
			for line := range Lines(text) {
				k.Send(line)
			}
			return k.String()
		})
	}
	headers := []http.Header{nil, {}, {"X-Trace-Id": {"a"}}, {"x-trace-id": {"b"}},
		{"x-trace-id": {"c"}, "X-Trace-Id": {"d", "e"}}, {"X-Span": {"f"}, "x-span-id": {"g"}},
		{"x-span": {"h"}, "X-Span-Id": nil}}
	witness.Each(log, "Trace", Trace, headers...)
	witness.Each(log, "Spelled", Spelled, headers...)
	for _, n := range []int{0, 1, 8, 31, 32, 33, 61, 62, 63, 64, 65, 1000} {
		long := strings.Repeat("y", n)
		log.Do("Owner", func() string {
			owner, ok := Owner("owner:" + long + "/profile")
			return fmt.Sprint(owner, ok)
		})
		log.Do("Owner", func() string { owner, ok := Owner("owner:" + long); return fmt.Sprint(owner, ok) })
		log.Do("Quoted", func() string { return Quoted("("+long+")") + Quoted(long) })
	}
}
