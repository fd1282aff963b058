package accesslog

import (
	"time"
)

// clock reads times of day. Neighbouring lines mostly have the same, so it
// remembers the last text.
type clock struct {
	text   [40]byte
	length int
	at     int64
	ok     bool
}

// parse returns Unix nanoseconds.
func (c *clock) parse(b []byte) (int64, bool) {
	if len(b) == c.length && string(b) == string(c.text[:c.length]) {
		return c.at, c.ok
	}
	c.at, c.ok = timestamp(b)
	if c.length = 0; len(b) <= len(c.text) {
		c.length = copy(c.text[:], b)
	}
	return c.at, c.ok
}

// timestamp reads the forms that servers write: 10/Oct/2000:13:55:36 -0700 with
// or without brackets, RFC 3339 and its relatives, and seconds since 1970 or
// their thousandths, millionths and so on.
func timestamp(b []byte) (int64, bool) {
	if len(b) > 1 && b[0] == '[' && b[len(b)-1] == ']' {
		b = b[1 : len(b)-1]
	}
	if len(b) < 8 {
		return 0, false
	}
	switch {
	case len(b) >= 20 && b[2] == '/' && b[11] == ':':
		return commonTime(b)
	case len(b) >= 19 && (b[4] == '-' || b[4] == '/') && b[13] == ':':
		return isoTime(b)
	}
	if at, ok := epoch(b); ok {
		return at, true
	}
	return otherTime(string(b))
}

func otherTime(text string) (int64, bool) {
	for _, layout := range []string{time.RFC1123, time.RFC1123Z, time.ANSIC, time.UnixDate,
		"2006-01-02T15:04:05Z0700"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UnixNano(), true
		}
	}
	return 0, false
}

// epoch reads a count since 1970 whose unit shows in its size.
func epoch(b []byte) (int64, bool) {
	digits, places, n := decimal(b)
	if n != len(b) || n == 0 {
		return 0, false
	}
	whole := digits / pow10(places)
	unit := Seconds
	switch {
	case whole < 1e8:
		return 0, false // before 1973: a number of another kind
	case whole >= 1e17:
		unit = Nanoseconds
	case whole >= 1e14:
		unit = Microseconds
	case whole >= 1e11:
		unit = Milliseconds
	}
	scale := pow10(places)
	if uint64(unit) >= scale {
		return int64(digits * (uint64(unit) / scale)), true
	}
	return int64(digits / (scale / uint64(unit))), true
}

// commonTime reads 10/Oct/2000:13:55:36 -0700.
func commonTime(b []byte) (int64, bool) {
	day, ok1 := two(b)
	month, ok2 := monthOf(b[3:6])
	century, ok3 := two(b[7:])
	year, ok4 := two(b[9:])
	second, ok5 := ofDay(b[12:])
	if b[6] != '/' || !ok1 || !ok2 || !ok3 || !ok4 || !ok5 {
		return 0, false
	}
	offset, rest := 0, b[20:]
	if len(rest) > 0 {
		var ok bool
		if offset, ok = zone(rest[1:]); !ok {
			return 0, false
		}
	}
	days := daysBefore(century*100+year, month, day)
	return (int64(days)*86400 + int64(second-offset)) * 1e9, true
}

// isoTime reads 2006-01-02T15:04:05.000+01:00 and its relatives.
func isoTime(b []byte) (int64, bool) {
	century, ok1 := two(b)
	year, ok2 := two(b[2:])
	month, ok3 := two(b[5:])
	day, ok4 := two(b[8:])
	second, ok5 := ofDay(b[11:])
	if !ok1 || !ok2 || !ok3 || !ok4 || !ok5 || month < 1 || month > 12 {
		return 0, false
	}
	rest, fraction := b[19:], uint64(0)
	if len(rest) > 1 && (rest[0] == '.' || rest[0] == ',') {
		digits, _, n := decimal(rest[1:])
		if n == 0 || n > 9 {
			return 0, false
		}
		fraction, rest = digits*pow10(9-n), rest[1+n:]
	}
	for len(rest) > 0 && rest[0] == ' ' {
		rest = rest[1:]
	}
	offset, ok := 0, true
	if len(rest) > 0 {
		offset, ok = zone(rest)
	}
	days := daysBefore(century*100+year, month, day)
	return (int64(days)*86400+int64(second-offset))*1e9 + int64(fraction), ok
}

// ofDay reads 15:04:05.
func ofDay(b []byte) (second int, ok bool) {
	h, ok1 := two(b)
	m, ok2 := two(b[3:])
	s, ok3 := two(b[6:])
	ok = ok1 && ok2 && ok3 && b[2] == ':' && b[5] == ':' && h < 24 && m < 60 && s < 61
	return h*3600 + m*60 + s, ok
}

// zone reads Z, UTC, +0200 or +02:00, as seconds east.
func zone(b []byte) (offset int, ok bool) {
	if string(b) == "Z" || string(b) == "UTC" || string(b) == "GMT" {
		return 0, true
	}
	if len(b) < 3 || b[0] != '+' && b[0] != '-' {
		return 0, false
	}
	h, ok1 := two(b[1:])
	rest := b[3:]
	if len(rest) > 0 && rest[0] == ':' {
		rest = rest[1:]
	}
	m, ok2 := 0, len(rest) == 0
	if len(rest) >= 2 {
		m, ok2 = two(rest)
	}
	offset = h*3600 + m*60
	if b[0] == '-' {
		offset = -offset
	}
	return offset, ok1 && ok2 && h < 24
}

// two reads two digits.
func two(b []byte) (int, bool) {
	if len(b) < 2 || b[0]-'0' > 9 || b[1]-'0' > 9 {
		return 0, false
	}
	return int(b[0]-'0')*10 + int(b[1]-'0'), true
}

func monthOf(b []byte) (int, bool) {
	const names = "JanFebMarAprMayJunJulAugSepOctNovDec"
	for m := range 12 {
		if string(b) == names[3*m:3*m+3] {
			return m + 1, true
		}
	}
	return 0, false
}

// daysBefore returns the days from 1970-01-01 to a date. Years begin in March
// here, so that the leap day is the last.
func daysBefore(year, month, day int) int {
	if month <= 2 {
		year--
		month += 12
	}
	return year*365 + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 + day - 1 - 719468
}
