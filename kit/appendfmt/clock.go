package appendfmt

import "time"

// RFC3339 appends t such as 2006-01-02T15:04:05.999999999+07:00. Digits beyond
// those asked for are cut off, as package time does.
func RFC3339(dst []byte, t time.Time, f Fraction) []byte {
	dst = append(date(dst, t), 'T')
	hour, minute, second := t.Clock()
	dst = fraction(clock(dst, hour, minute, second), t.Nanosecond(), f, 9)
	_, offset := t.Zone()
	if offset == 0 {
		return append(dst, 'Z')
	}
	sign, minutes := byte('+'), offset/60
	if minutes < 0 {
		sign, minutes = '-', -minutes
	}
	dst = two(append(dst, sign), minutes/60)
	return two(append(dst, ':'), minutes%60)
}

// The names in HTTP dates, three bytes each.
const (
	weekdays = "SunMonTueWedThuFriSat"
	months   = "JanFebMarAprMayJunJulAugSepOctNovDec"
)

// HTTPDate appends t for a header such as Last-Modified, in GMT: Mon, 02 Jan
// 2006 15:04:05 GMT.
func HTTPDate(dst []byte, t time.Time) []byte {
	t = t.UTC()
	y, month, day := t.Date()
	weekday := 3 * int(t.Weekday())
	dst = append(dst, weekdays[weekday:weekday+3]...)
	dst = two(append(dst, ", "...), day)
	dst = append(append(dst, ' '), months[3*(month-1):3*month]...)
	dst = append(year(append(dst, ' '), y), ' ')
	hour, minute, second := t.Clock()
	return append(clock(dst, hour, minute, second), " GMT"...)
}

// Duration appends d as its String method returns it, such as 1h2m3.5s.
func Duration(dst []byte, d time.Duration) []byte {
	if d == 0 {
		return append(dst, "0s"...)
	}
	rest := uint64(d)
	if d < 0 {
		dst = append(dst, '-')
		rest = -rest
	}
	switch {
	case rest < uint64(time.Microsecond):
		return append(decimal(dst, rest), "ns"...)
	case rest < uint64(time.Millisecond):
		return append(trimmed(dst, rest, 3), "µs"...)
	case rest < uint64(time.Second):
		return append(trimmed(dst, rest, 6), "ms"...)
	}
	hours := rest / uint64(time.Hour)
	minutes := rest % uint64(time.Hour) / uint64(time.Minute)
	if hours > 0 {
		dst = append(decimal(dst, hours), 'h')
	}
	if hours > 0 || minutes > 0 {
		dst = append(decimal(dst, minutes), 'm')
	}
	return append(trimmed(dst, rest%uint64(time.Minute), 9), 's')
}

// trimmed appends v divided by ten to the power of digits, without the zeros at
// the end of the fraction.
func trimmed(dst []byte, v uint64, digits int) []byte {
	for digits > 0 && v%10 == 0 {
		v /= 10
		digits--
	}
	return fixed(dst, v, digits)
}
