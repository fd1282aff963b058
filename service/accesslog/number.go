package accesslog

import "math"

// Unit is the unit of the times in a log.
type Unit int

// Units by the number of nanoseconds.
const (
	Nanoseconds  Unit = 1
	Microseconds Unit = 1e3
	Milliseconds Unit = 1e6
	Seconds      Unit = 1e9
)

// String returns the usual short name.
func (u Unit) String() string {
	switch u {
	case Nanoseconds:
		return "ns"
	case Microseconds:
		return "us"
	case Milliseconds:
		return "ms"
	case Seconds:
		return "s"
	}
	return ""
}

// ParseUnit is the reverse of String.
func ParseUnit(name string) (u Unit, ok bool) {
	for _, u := range []Unit{Nanoseconds, Microseconds, Milliseconds, Seconds} {
		if u.String() == name {
			return u, true
		}
	}
	return 0, name == ""
}

// decimal reads an unsigned decimal number at the beginning of b, as digits
// without the point, and how many of them follow it. Digits beyond the 18th do
// not fit, and those after the point are left out.
func decimal(b []byte) (digits uint64, places, length int) {
	point, seen, i := -1, 0, 0
	for ; i < len(b); i++ {
		c := b[i]
		if c == '.' && point < 0 {
			point = i
			continue
		}
		if c-'0' > 9 {
			break
		}
		if seen == 18 {
			if point < 0 {
				return 0, 0, 0
			}
			continue
		}
		digits = digits*10 + uint64(c-'0')
		if digits > 0 {
			seen++
		}
		if point >= 0 {
			places++
		}
	}
	if i == 0 || point == 0 && i == 1 {
		return 0, 0, 0
	}
	return digits, places, i
}

// pow10 returns 10^n, at most 10^18.
func pow10(n int) uint64 {
	return [...]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
		1e14, 1e15, 1e16, 1e17, 1e18}[min(n, 18)]
}

// longest is the longest time that is believed: 11 days.
const longest = 1e15

// nanos scales a number with places after the point to nanoseconds, and rounds.
func nanos(digits uint64, places int, unit Unit) (uint64, bool) {
	scale := pow10(places)
	if uint64(unit) >= scale {
		factor := uint64(unit) / scale
		if digits > longest/factor {
			return 0, false
		}
		return digits * factor, true
	}
	divisor := scale / uint64(unit)
	n := (digits + divisor/2) / divisor
	return n, n <= longest
}

// duration reads the time of a request: a number in unit, one with a unit of
// its own as in 1.5ms or 1m3s, or several of them, as nginx writes when it
// asked several upstreams: "0.100, 0.200 : 0.300". Those are added up.
func duration(b []byte, unit Unit) (total uint64, parts int, kind Kind) {
	if n, ok := plainSeconds(b); ok && unit == Seconds {
		return n, 1, Understood
	}
	if digits, places, n := decimal(b); n == len(b) && n > 0 {
		total, ok := nanos(digits, places, unit)
		if !ok {
			return 0, 0, BadTime
		}
		return total, 1, Understood
	}
	for len(b) > 0 {
		if c := b[0]; c == ' ' || c == ',' || c == ':' || c == '-' && separated(b[1:]) {
			b = b[1:]
			continue
		}
		one, length := number(b, unit)
		if length == 0 {
			return 0, 0, BadTime
		}
		total += one
		if total > longest {
			return 0, 0, BadTime
		}
		parts++
		b = b[length:]
	}
	if parts == 0 {
		return 0, 0, NoTime
	}
	return total, parts, Understood
}

// plainSeconds reads a time in seconds as most are, below 100 and with three places after
// the point, in nanoseconds.
func plainSeconds(b []byte) (n uint64, ok bool) {
	point := len(b) - 4
	if point < 1 || point > 2 || b[point] != '.' {
		return 0, false
	}
	for i, c := range b {
		if i == point {
			continue
		}
		if c-'0' > 9 {
			return 0, false
		}
		n = n*10 + uint64(c-'0')
	}
	return n * 1e6, true
}

// separated reports whether nothing, or a separator, stands at the beginning.
func separated(b []byte) bool {
	return len(b) == 0 || b[0] == ' ' || b[0] == ',' || b[0] == ':'
}

// number reads one time, which ends at a separator.
func number(b []byte, unit Unit) (total uint64, length int) {
	for {
		digits, places, n := decimal(b[length:])
		if n == 0 {
			return 0, 0
		}
		length += n
		if separated(b[length:]) {
			n, ok := nanos(digits, places, unit)
			if !ok || total > 0 {
				return 0, 0
			}
			return n, length
		}
		if c := b[length]; c == 'e' || c == 'E' {
			return scientific(b, digits, places, length+1, unit)
		}
		own, n := suffix(b[length:])
		if n == 0 {
			return 0, 0
		}
		part, ok := ownUnit(digits, places, own)
		if total += part; !ok || total > longest {
			return 0, 0
		}
		if length += n; separated(b[length:]) {
			return total, length
		}
	}
}

func ownUnit(digits uint64, places int, nanosEach uint64) (uint64, bool) {
	n := float64(digits) / float64(pow10(places)) * float64(nanosEach)
	return uint64(n + 0.5), n <= longest
}

// scientific reads the exponent that begins at from.
func scientific(b []byte, digits uint64, places, from int, unit Unit) (uint64, int) {
	i, sign := from, 1
	if i < len(b) && (b[i] == '-' || b[i] == '+') {
		if b[i] == '-' {
			sign = -1
		}
		i++
	}
	exponent, frac, n := decimal(b[i:])
	if n == 0 || frac > 0 || exponent > 30 || !separated(b[i+n:]) {
		return 0, 0
	}
	v := float64(digits) * math.Pow(10, float64(sign*int(exponent)-places)) * float64(unit)
	if v > longest {
		return 0, 0
	}
	return uint64(v + 0.5), i + n
}

// suffix reads the name of a unit.
func suffix(b []byte) (nanosEach uint64, length int) {
	switch {
	case hasPrefix(b, "ns"):
		return 1, 2
	case hasPrefix(b, "us"):
		return 1e3, 2
	case hasPrefix(b, "µs"), hasPrefix(b, "μs"):
		return 1e3, 3
	case hasPrefix(b, "ms"):
		return 1e6, 2
	case hasPrefix(b, "s"):
		return 1e9, 1
	case hasPrefix(b, "m"):
		return 60e9, 1
	case hasPrefix(b, "h"):
		return 3600e9, 1
	}
	return 0, 0
}

func hasPrefix(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && string(b[:len(prefix)]) == prefix
}

// integer reads a whole number and nothing else.
func integer(b []byte) (n int64, ok bool) {
	if v, ok := digits8(b); ok {
		return int64(v), true
	}
	if len(b) == 0 || len(b) > 18 {
		return longInteger(b)
	}
	for _, c := range b {
		if c-'0' > 9 {
			return longInteger(b)
		}
		n = n*10 + int64(c-'0')
	}
	return n, true
}

// longInteger reads also what has zeros in front or a point at the end.
func longInteger(b []byte) (n int64, ok bool) {
	digits, places, length := decimal(b)
	if length != len(b) || length == 0 || places > 0 {
		return 0, false
	}
	return int64(digits), true
}
