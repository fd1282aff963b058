package procfs

import "math"

// cutLine returns the first line of text without its end, and what follows it.
func cutLine(text []byte) (line, rest []byte) {
	for i, b := range text {
		if b == '\n' {
			return text[:i], text[i+1:]
		}
	}
	return text, nil
}

// cutField returns the first field of line, between blanks, and what follows
// it; nothing if there is none.
func cutField(line []byte) (field, rest []byte) {
	begin := 0
	for begin < len(line) && blank(line[begin]) {
		begin++
	}
	end := begin
	for end < len(line) && !blank(line[end]) {
		end++
	}
	return line[begin:end], line[end:]
}

// trim returns text without the blanks around it.
func trim(text []byte) []byte {
	for len(text) > 0 && blank(text[0]) {
		text = text[1:]
	}
	for len(text) > 0 && blank(text[len(text)-1]) {
		text = text[:len(text)-1]
	}
	return text
}

// cutName cuts a line such as "VmRSS:   12 kB" behind the colon.
func cutName(line []byte) (name, rest []byte, ok bool) {
	for i, b := range line {
		if b == ':' {
			return trim(line[:i]), line[i+1:], true
		}
	}
	return nil, nil, false
}

func blank(b byte) bool { return b == ' ' || b == '\t' }

// number reads all of text as a number in base 8, 10 or 16.
func number(text []byte, base uint64) (n uint64, ok bool) {
	for _, b := range text {
		digit := digitOf(b)
		if digit >= base || n > (math.MaxUint64-digit)/base {
			return 0, false
		}
		n = n*base + digit
	}
	return n, len(text) > 0
}

// digitOf returns what b is worth as a digit, or 16.
func digitOf(b byte) uint64 {
	switch {
	case '0' <= b && b <= '9':
		return uint64(b - '0')
	case 'a' <= b && b <= 'f':
		return uint64(b-'a') + 10
	case 'A' <= b && b <= 'F':
		return uint64(b-'A') + 10
	}
	return 16
}

// amount reads "12", or "12 kB" as bytes.
func amount(text []byte) (n uint64, ok bool) {
	field, rest := cutField(text)
	n, ok = number(field, 10)
	unit := trim(rest)
	switch {
	case !ok || len(unit) == 0:
		return n, ok
	case string(unit) != "kB" || n > math.MaxUint64/1024:
		return 0, false
	}
	return n * 1024, true
}

// decimal reads all of text as a number such as "0.25". It has the same value
// as strconv.ParseFloat gives: both digits and power of ten are exact, so the
// quotient is rounded once.
func decimal(text []byte) (f float64, ok bool) {
	digits, scale := uint64(0), 1.0
	seen, point := 0, false
	for _, b := range text {
		switch {
		case b == '.' && !point:
			point = true
			continue
		case b < '0' || b > '9' || seen == 15:
			return 0, false
		}
		digits = digits*10 + uint64(b-'0')
		seen++
		if point {
			scale *= 10
		}
	}
	return float64(digits) / scale, seen > 0
}

// counters sets as many of to as line has fields, and the others to 0. It
// returns how many it set. Further fields are passed over, whatever they are:
// they are newer than this package.
func counters(line []byte, to ...*uint64) (n int, ok bool) {
	for n < len(to) {
		field, rest := cutField(line)
		if len(field) == 0 {
			break
		}
		if *to[n], ok = number(field, 10); !ok {
			return n, false
		}
		n++
		line = rest
	}
	for _, missing := range to[n:] {
		*missing = 0
	}
	return n, true
}

// list returns the numbers of line, in the room that to has.
func list[T uint32 | uint64](to []T, line []byte) ([]T, bool) {
	to = to[:0]
	for {
		field, rest := cutField(line)
		if len(field) == 0 {
			return to, true
		}
		n, ok := number(field, 10)
		if !ok || uint64(T(n)) != n {
			return to, false
		}
		to = append(to, T(n))
		line = rest
	}
}
