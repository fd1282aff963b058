package appendfmt

import "time"

// half is half of the last digit that is written, by the number of digits: what
// is added before the rest is cut off.
var half = [...]time.Duration{5e8, 5e7, 5e6, 5e5, 5e4, 5e3, 5e2}

// rounding returns what to add so that cutting off rounds half up.
func rounding(f Fraction) time.Duration {
	if f < 0 || f > 6 {
		return half[6]
	}
	return half[f]
}

// Date appends t as MySQL's DATE, 2006-01-02. The zero time is 0000-00-00. MySQL
// has the years 0 to 9999; others are written as they are, and refused there.
func Date(dst []byte, t time.Time) []byte {
	if t.IsZero() {
		return append(dst, "0000-00-00"...)
	}
	return date(dst, t)
}

func date(dst []byte, t time.Time) []byte {
	y, month, day := t.Date()
	return append(year(dst, y), '-', pairs[2*month], pairs[2*month+1],
		'-', pairs[2*day], pairs[2*day+1])
}

// DateTime appends t as MySQL's DATETIME, 2006-01-02 15:04:05.999999, in the
// location that t has. Halves are rounded up, as the server does when a column
// has fewer digits, and carried as far as they go. The zero time is 0000-00-00
// 00:00:00 with the digits asked for.
func DateTime(dst []byte, t time.Time, f Fraction) []byte {
	if t.IsZero() {
		dst = append(dst, "0000-00-00 00:00:00"...)
		return fraction(dst, 0, f, 6)
	}
	nsec := t.Nanosecond() + int(rounding(f))
	if nsec >= 1e9 {
		t = t.Add(rounding(f))
		nsec -= 1e9
	}
	_, offset := t.Zone()
	seconds := t.Unix() + int64(offset) - yearZero
	if seconds < 0 || seconds >= yearTenThousand-yearZero {
		hour, minute, second := t.Clock()
		dst = append(date(dst, t), ' ')
		return fraction(clock(dst, hour, minute, second), nsec, f, 6)
	}
	y, month, day := civil(uint32(seconds / (24 * 60 * 60)))
	second := int(seconds % (24 * 60 * 60))
	const form = "0000-00-00 00:00:00.000000"
	dst = append(dst, form...)
	text := (*[len(form)]byte)(dst[len(dst)-len(form):])
	put(text, 0, y/100)
	put(text, 2, y%100)
	put(text, 5, month)
	put(text, 8, day)
	put(text, 11, second/3600)
	put(text, 14, second/60%60)
	put(text, 17, second%60)
	micro := nsec / 1000
	put(text, 20, micro/10000)
	put(text, 22, micro/100%100)
	put(text, 24, micro%100)
	return dst[:len(dst)-unwanted(text, micro, f)]
}

// put writes v, which is below 100, as two digits.
func put(text *[26]byte, at, v int) {
	text[at], text[at+1] = pairs[2*v], pairs[2*v+1]
}

// unwanted returns how many bytes at the end of a full DATETIME are too many.
func unwanted(text *[26]byte, micro int, f Fraction) int {
	switch {
	case f == 0 || f < 0 && micro == 0:
		return len(".000000")
	case f > 0:
		return 6 - int(min(f, 6))
	}
	n := 0
	for text[len(text)-1-n] == '0' {
		n++ // ends, because micro is not 0
	}
	return n
}

// Timestamp appends t as MySQL's TIMESTAMP: as DateTime does, but in the
// session's time zone, which is loc. Nil means UTC.
func Timestamp(dst []byte, t time.Time, loc *time.Location, f Fraction) []byte {
	if loc == nil {
		loc = time.UTC
	}
	if !t.IsZero() {
		t = t.In(loc)
	}
	return DateTime(dst, t, f)
}

// Time appends d as MySQL's TIME, such as -27:04:05.25: hours may exceed a day.
// Halves are rounded away from zero. MySQL ends at 838:59:59; longer durations
// are written as they are, and refused or cut there.
func Time(dst []byte, d time.Duration, f Fraction) []byte {
	rest := uint64(d)
	if d < 0 {
		rest = -rest
	}
	rest += uint64(rounding(f))
	digits := min(f, 6)
	if digits < 0 {
		digits = 6
	}
	rest -= rest % (2 * uint64(half[digits])) // so that nothing is left to be -00:00:00
	if d < 0 && rest > 0 {
		dst = append(dst, '-')
	}
	hours := int(rest / uint64(time.Hour))
	if hours >= 100 {
		dst = decimal(dst, uint64(hours/100))
	}
	seconds := int(rest % uint64(time.Hour) / uint64(time.Second))
	dst = clock(dst, hours%100, seconds/60, seconds%60)
	return fraction(dst, int(rest%uint64(time.Second)), f, 6)
}
