package accesslog

import (
	"bytes"
	"fmt"
	"slices"
)

// guessUnit says which unit the values of a field without a telling name have.
// A request takes between a tenth of a millisecond and some seconds; servers
// write seconds with a point, and smaller units mostly without.
func guessUnit(samples [][]byte) (Unit, string) {
	var values []float64
	points := 0
	for _, s := range samples {
		digits, places, n := decimal(s)
		if n == 0 {
			continue
		}
		if n < len(s) && (s[n] == 's' || s[n] == 'm' || s[n] == 'u' || s[n] == 'n') {
			return Seconds, "each value has its own"
		}
		if bytes.IndexByte(s, '.') >= 0 || bytes.ContainsAny(s, "eE") {
			points++
		}
		if v := float64(digits) / float64(pow10(places)); v > 0 {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		return Seconds, "no value tells"
	}
	slices.Sort(values)
	median := values[len(values)/2]
	why := fmt.Sprintf("by the values: half are above %.4g", median)
	if points*2 > len(samples) {
		if median < 5 {
			return Seconds, why + ", with a decimal point"
		}
		return Milliseconds, why + ", with a decimal point"
	}
	switch {
	case median >= 1e6:
		return Nanoseconds, why
	case median >= 1500:
		return Microseconds, why
	}
	return Milliseconds, why
}
