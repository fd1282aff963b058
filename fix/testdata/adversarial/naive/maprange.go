package maprange

import (
	"fmt"
	"reflect"
	"sort"
	"strings"
)

// Only what can be found is counted, and what is missing is there.
func Numbers(m map[float64]int) (found, missing int) {
	v := reflect.ValueOf(m)
	for iter := v.MapRange(); iter.Next(); {
		if x := iter.Value(); x.IsValid() {
			found += int(x.Int())
		} else {
			missing++
		}
	}
	return found, missing
}

// It has no keys, and panics with other words.
func Kind(x any) (n int, text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	v := reflect.ValueOf(x)
	for iter := v.MapRange(); iter.Next(); {
		n += len(fmt.Sprint(iter.Key()))
	}
	return n, text
}

// All have the last key.
func Kept(m map[string]int) string {
	v := reflect.ValueOf(m)
	var kept []func() string
	var k reflect.Value
	for iter := v.MapRange(); iter.Next(); {
		k = iter.Key()
		kept = append(kept, func() string { return fmt.Sprint(k, v.MapIndex(k)) })
	}
	var all []string
	for _, f := range kept {
		all = append(all, f())
	}
	sort.Strings(all)
	return strings.Join(all, ",")
}

// The value is that of the other map.
func Inner(m, n map[string]int) (sum int64) {
	v, w := reflect.ValueOf(m), reflect.ValueOf(n)
	for iter := v.MapRange(); iter.Next(); {
		if x := w.MapIndex(iter.Key()); x.IsValid() {
			sum += iter.Value().Int() * iter.Value().Int()
		}
	}
	return sum
}

// The value is the one before it is doubled.
func Doubled(m map[string]int, times int) int64 {
	v := reflect.ValueOf(&m).Elem()
	var sum int64
	for iter := v.MapRange(); iter.Next(); {
		k, x := iter.Key(), iter.Value()
		for range times % 8 {
			m[k.String()] *= 2
		}
		sum += x.Int()
	}
	return sum
}

// It stays with the first map.
func Replaced(m, n map[string]int) (sum int64) {
	v := reflect.ValueOf(&m).Elem()
	for iter := v.MapRange(); iter.Next(); {
		m = n
		sum += iter.Value().Int()
	}
	return sum
}

// The value is that of the key before it is turned.
func Turned(m map[string]int) (sum int64) {
	v := reflect.ValueOf(m)
	for iter := v.MapRange(); iter.Next(); {
		sum += iter.Value().Int()
	}
	return sum
}

// The number says nothing of the iteration.
func Skipped(m map[string]int) (n int) {
	v := reflect.ValueOf(m)
	for i, iter := 0, v.MapRange(); iter.Next(); i++ {
		if iter.Key().Len() < 4 {
			n += len(m)
		}
		i++
	}
	return n
}
