// Package builder has slices of bytes that become strings, and something else besides.
package builder

import "strconv"

// Behind is cut behind its end, where there is room.
func Behind(s string, end int) string {
	b := make([]byte, 0, len(s)+8)
	b = append(b, s...)
	return string(b[:end])
}

// Again begins anew with each word.
func Again(words []string) (out []string) {
	b := make([]byte, 0, 4*len(words))
	for i, w := range words {
		b = b[:0]
		b = append(b, w...)
		b = strconv.AppendInt(b, int64(i), 10)
		out = append(out, string(b))
	}
	return out
}

// Both write to the same place.
func Both(s string) string {
	b := make([]byte, 0, len(s)+1)
	b = append(b, s...)
	x := append(b, 'x')
	y := append(b, 'y')
	return string(b) + string(x) + string(y)
}

// Doubled appends what it has.
func Doubled(s string, n int) string {
	b := make([]byte, 0, 2*len(s))
	b = append(b, s...)
	for range n {
		b = append(b, b...)
	}
	return string(b)
}

// Changed changes what was converted before.
func Changed(s string) (string, string) {
	b := make([]byte, 0, len(s)+1)
	b = append(b, '.')
	b = append(b, s...)
	first := string(b)
	b[0] = '!'
	return first, string(b)
}

// Partly is asked by what runs when it panics.
func Partly(s string, at []int) (out string) {
	b := make([]byte, 0, len(s))
	defer func() {
		if recover() != nil {
			out = string(b)
		}
	}()
	for _, i := range at {
		b = append(b, '<', s[i], '>')
	}
	return string(b)
}

// Measured may have a negative capacity.
func Measured(s string, n int) string {
	b := make([]byte, 0, n)
	b = append(b, s...)
	b = append(b, s...)
	return string(b)
}

// Wide takes the low bytes of runes.
func Wide(s string) string {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		b = append(b, byte(r))
	}
	return string(b)
}

// Missing tells what is empty from what there is none of.
func Missing(words []string) string {
	b := make([]byte, 0, len(words))
	for _, w := range words {
		if w == "" {
			b = nil
		}
		b = append(b, w...)
	}
	if b == nil {
		return "none"
	}
	return string(b)
}

// Shortened loses its last byte, which an empty one does not have.
func Shortened(words []string, drop int) string {
	strings := make([]byte, 0, 8*len(words))
	for _, w := range words {
		strings = append(strings, w...)
		strings = append(strings, ',')
	}
	return string(strings[:len(strings)-drop])
}

// Overlaid puts one piece where another one begins, and one where it ends.
func Overlaid(a, b string) string {
	buf := make([]byte, len(a)+len(b))
	copy(buf, a)
	copy(buf[len(b):], b)
	return string(buf)
}

// Padded has a byte more than its pieces.
func Padded(key, value string) string {
	buf := make([]byte, len(key)+len(value)+2)
	n := copy(buf, key)
	buf[n] = '='
	copy(buf[n+1:], value)
	return string(buf)
}

// Renamed reads a word before it is another one.
func Renamed(words []string) string {
	buf := []byte(words[0])
	words[0] = "renamed"
	buf = append(buf, words[1]...)
	return string(buf)
}

// Labeled is the sum of its pieces, where the last one hides the first.
func Labeled(n, label string) string {
	buf := make([]byte, len(n)+len(label)+1)
	at := copy(buf, n)
	{
		n := len(label)
		buf[at] = byte('0' + n%10)
	}
	copy(buf[at+1:], label)
	return string(buf)
}

// Restarted forgets what it began with.
func Restarted(a, b string) string {
	buf := []byte(a)
	buf = append([]byte(b), a...)
	return string(buf)
}
