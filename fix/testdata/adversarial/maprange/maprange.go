// Package maprange goes through maps that it does not know.
package maprange

import (
	"fmt"
	"reflect"
	"sort"
	"strings"
)

// Moved changes the map on its way.
func Moved(m map[string]int) map[string]int {
	v := reflect.ValueOf(m)
	for _, k := range v.MapKeys() {
		move(v, k)
	}
	return m
}

func move(v, k reflect.Value) {
	value := v.MapIndex(k)
	v.SetMapIndex(k, reflect.Value{})
	v.SetMapIndex(reflect.ValueOf(k.String()+"'"), value)
}

// Halved deletes the other one of each pair.
func Halved(pairs map[string]string) int {
	v := reflect.ValueOf(pairs)
	n := 0
	for _, k := range v.MapKeys() {
		other := v.MapIndex(k)
		if other.IsValid() {
			delete(pairs, other.String())
			n++
		}
	}
	return n + 100*len(pairs)
}

// Numbers has keys that are not equal to themselves.
func Numbers(m map[float64]int) (found, missing int) {
	v := reflect.ValueOf(m)
	for _, k := range v.MapKeys() {
		if x := v.MapIndex(k); x.IsValid() {
			found += int(x.Int())
		} else {
			missing++
		}
	}
	return found, missing
}

// Kind is called with what is no map.
func Kind(x any) (n int, text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	v := reflect.ValueOf(x)
	for _, k := range v.MapKeys() {
		n += len(fmt.Sprint(k))
	}
	return n, text
}

// Kept looks at the keys when all are known.
func Kept(m map[string]int) string {
	v := reflect.ValueOf(m)
	var kept []func() string
	for _, k := range v.MapKeys() {
		kept = append(kept, func() string { return fmt.Sprint(k, v.MapIndex(k)) })
	}
	var all []string
	for _, f := range kept {
		all = append(all, f())
	}
	sort.Strings(all)
	return strings.Join(all, ",")
}

// Inner looks up the key of one map in another.
func Inner(m, n map[string]int) (sum int64) {
	v, w := reflect.ValueOf(m), reflect.ValueOf(n)
	for _, k := range v.MapKeys() {
		if x := w.MapIndex(k); x.IsValid() {
			sum += x.Int() * v.MapIndex(k).Int()
		}
	}
	return sum
}

// Doubled sees what it has written.
func Doubled(m map[string]int, times int) int64 {
	v := reflect.ValueOf(&m).Elem()
	var sum int64
	for _, k := range v.MapKeys() {
		for range times % 8 {
			m[k.String()] *= 2
		}
		sum += v.MapIndex(k).Int()
	}
	return sum
}

// Replaced has another map from the first key on.
func Replaced(m, n map[string]int) (sum int64) {
	v := reflect.ValueOf(&m).Elem()
	for _, k := range v.MapKeys() {
		m = n
		if x := v.MapIndex(k); x.IsValid() {
			sum += x.Int()
		}
	}
	return sum
}

// Turned looks up another key than the one that it began with.
func Turned(m map[string]int) (sum int64) {
	v := reflect.ValueOf(m)
	keys := v.MapKeys()
	for i := 0; i < len(keys); i++ {
		keys[i] = reflect.ValueOf(strings.ToUpper(keys[i].String()))
		if x := v.MapIndex(keys[i]); x.IsValid() {
			sum += x.Int()
		}
	}
	return sum
}

// Skipped leaves out every other key, and counts what it has seen.
func Skipped(m map[string]int) (n int) {
	v := reflect.ValueOf(m)
	keys := v.MapKeys()
	for i := 0; i < len(keys); i++ {
		if keys[i].Len() < 4 {
			n += len(keys)
		}
		i++
	}
	return n
}
