package accesslog

import (
	"fmt"
	"testing"
)

// TestUnit has times without a name that tells: as Go's loggers write them, with a
// text beside or alone, and as others do.
func TestUnit(t *testing.T) {
	for _, c := range []struct {
		name   string
		line   string  // with a verb for a number of nanoseconds, and one for its text
		values []int64 // in nanoseconds
		div    int64   // by which the number in the line is less
		want   Unit
	}{
		{"beside a text", `{"method":"GET","uri":"/a","status":200,"latency":%d,` +
			`"latency_human":"%s"}`, []int64{899_454, 20_445, 445_762}, 1, Nanoseconds},
		{"microseconds beside a text", `{"method":"GET","uri":"/a","status":200,"latency":%d,` +
			`"latency_text":"%s"}`, []int64{899_000, 1_000, 445_000}, 1000, Microseconds},
		{"alone", `{"method":"GET","uri":"/a","status":200,"duration":%d,"x":"%s"}`,
			many(30, 61_003, 9_003), 1, Nanoseconds},
		{"alone and slow", `{"method":"GET","uri":"/a","status":200,"duration":%d,"x":"%s"}`,
			many(30, 900_003, 99_003), 1, Nanoseconds},
		{"alone, of microseconds", `{"method":"GET","uri":"/a","status":200,"duration":%d,` +
			`"x":"%s"}`, many(30, 9_003_000, 9_003_000), 1000, Microseconds},
	} {
		var head [][]byte
		for _, v := range c.values {
			text := fmt.Sprintf("%.3fms", float64(v)/1e6)
			head = append(head, fmt.Appendf(nil, c.line, v/c.div, text))
		}
		f, err := Detect(head, Options{})
		if err != nil || f.Unit != c.want {
			t.Errorf("%s: %+v, %v", c.name, f, err)
		}
	}
}

// many returns n values from one on.
func many(n int, from, step int64) []int64 {
	var list []int64
	for i := range n {
		list = append(list, from+int64(i)*step)
	}
	return list
}
