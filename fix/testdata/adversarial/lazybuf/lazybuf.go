// Package lazybuf has buffers that are made late, by loops and by helpers.
package lazybuf

// Empty makes a buffer of no length, which is one all the same.
func Empty(s string, n int) string {
	var buf []byte
	for range n {
		if buf == nil {
			buf = make([]byte, len(s))
		}
		copy(buf, s)
	}
	if buf == nil {
		return "none"
	}
	return string(buf)
}

// Anew drops its buffer at a blank, and begins with zeros again.
func Anew(s string) string {
	var buf []byte
	for i := 0; i < len(s); i++ {
		if buf == nil {
			buf = make([]byte, len(s))
		}
		buf[i] = s[i]
		if s[i] == ' ' {
			buf = nil
		}
	}
	return string(buf)
}

// Beyond asks for more than there may be.
func Beyond(s string, n int) string {
	var buf []byte
	for i := range s {
		if s[i] != 'x' {
			continue
		}
		if buf == nil {
			buf = make([]byte, len(s))
		}
		buf[i] = 'y'
	}
	return string(buf[:n])
}

// Rows keeps the buffer of each word.
func Rows(words []string) (rows [][]byte) {
	for _, w := range words {
		var row []byte
		for i := range w {
			if row == nil {
				row = make([]byte, len(w))
			}
			row[i] = w[i] ^ 0x20
		}
		rows = append(rows, row)
	}
	return rows
}

// Clean replaces what is not a letter.
func Clean(s string) string {
	var buf []byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c < 'a' || 'z' < c {
			c = '_'
		}
		put(&buf, s, i, c)
	}
	if buf == nil {
		return s
	}
	return string(buf)
}

// put writes c at i, into a copy of s.
func put(buf *[]byte, s string, i int, c byte) {
	if *buf == nil {
		if s[i] == c {
			return
		}
		*buf = make([]byte, len(s))
		copy(*buf, s)
	}
	(*buf)[i] = c
}

// Two fills one buffer from both ends, and another.
func Two(s string) (string, string) {
	var up, down []byte
	for i := 0; i < len(s); i++ {
		set(&up, len(s), i, s[i])
		set(&down, len(s), len(s)-1-i, s[i])
	}
	return string(up), string(down)
}

func set(buf *[]byte, n, i int, c byte) {
	if *buf == nil {
		*buf = make([]byte, n)
	}
	(*buf)[i] = c
}

// Longer grows its buffer at a mark.
func Longer(s string) int {
	var buf []int
	for i := 0; i < len(s); i++ {
		if buf == nil || s[i] == '+' {
			buf = make([]int, len(s)+i)
		}
		buf[i]++
	}
	sum := 0
	for i, n := range buf {
		sum += i * n
	}
	return sum*1000 + len(buf)
}

// Panics looks into a buffer that may not be there.
func Panics(s string, n int) byte {
	var buf []byte
	for i := range s {
		if s[i] != '!' {
			continue
		}
		if buf == nil {
			buf = make([]byte, len(s))
		}
		buf[i] = s[i]
	}
	return buf[n]
}
