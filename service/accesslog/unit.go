package accesslog

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Among so many requests some take less than 20 ms: where the least number is above,
// it is of nanoseconds rather than of microseconds.
const (
	quick       = 20_000
	enoughTimes = 20
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
	case median >= 1e5 && values[0] >= quick && len(values) >= enoughTimes:
		return Nanoseconds, fmt.Sprintf("%s, and none is below %.4g", why, values[0])
	case median >= 1500:
		return Microseconds, why
	}
	return Milliseconds, why
}

// twinUnit returns the unit of a column of numbers that another one writes out for
// people, and the name of that one: latency_human is "1.5ms" where latency is 1500000.
func twinUnit(timed column, columns []column) (unit Unit, twin string) {
	for _, c := range columns {
		if c.name == timed.name || !strings.HasPrefix(c.name, timed.name) {
			continue
		}
		for i := range min(len(c.samples), len(timed.samples)) {
			u := ratioUnit(timed.samples[i], c.samples[i])
			if u == 0 || unit != 0 && u != unit {
				unit = 0
				break
			}
			unit, twin = u, c.name
		}
		if unit != 0 {
			return unit, twin
		}
	}
	return 0, ""
}

// ratioUnit returns the unit in which a number says what a text does that has its own,
// or 0.
func ratioUnit(number, text []byte) Unit {
	digits, places, n := decimal(number)
	took, _, kind := duration(text, Seconds)
	if n != len(number) || digits == 0 || kind != Understood || !hasUnit(text) {
		return 0
	}
	for _, u := range []Unit{Nanoseconds, Microseconds, Milliseconds, Seconds} {
		of, ok := nanos(digits, places, u)
		if part := float64(of) / float64(took); ok && part > 0.9 && part < 1.1 {
			return u
		}
	}
	return 0
}

// hasUnit reports whether a time ends with its unit.
func hasUnit(text []byte) bool { return len(text) > 0 && text[len(text)-1] == 's' }
