package lazybuf

// An empty buffer counts as none.
func Empty(s string, n int) string {
	buf := make([]byte, 0, 128)
	for range n {
		if len(buf) == 0 {
			if n := len(s); n <= cap(buf) {
				buf = buf[:n]
			} else {
				buf = make([]byte, n)
			}
		}
		copy(buf, s)
	}
	if len(buf) == 0 {
		return "none"
	}
	return string(buf)
}

// What was written before is there again.
func Anew(s string) string {
	room := make([]byte, 128)
	buf := room[:0]
	for i := 0; i < len(s); i++ {
		if len(buf) == 0 {
			if n := len(s); n <= cap(room) {
				buf = room[:n]
			} else {
				buf = make([]byte, n)
			}
		}
		buf[i] = s[i]
		if s[i] == ' ' {
			buf = room[:0]
		}
	}
	return string(buf)
}

// The room is as good as the buffer.
func Beyond(s string, n int) string {
	buf := make([]byte, 0, 128)
	for i := range s {
		if s[i] != 'x' {
			continue
		}
		if len(buf) == 0 {
			if n := len(s); n <= cap(buf) {
				buf = buf[:n]
			} else {
				buf = make([]byte, n)
			}
		}
		buf[i] = 'y'
	}
	return string(buf[:n])
}

// All rows share one room.
func Rows(words []string) (rows [][]byte) {
	room := make([]byte, 128)
	for _, w := range words {
		var row []byte
		for i := range w {
			if row == nil {
				if n := len(w); n <= cap(room) {
					row = room[:n]
				} else {
					row = make([]byte, n)
				}
			}
			row[i] = w[i] ^ 0x20
		}
		rows = append(rows, row)
	}
	return rows
}

// Both buffers begin in the same room.
func Two(s string) (string, string) {
	room := make([]byte, len(s)+1)
	up, down := room[:0], room[:0]
	for i := 0; i < len(s); i++ {
		up, down = up[:len(s)], down[:len(s)]
		set(&up, len(s), i, s[i])
		set(&down, len(s), len(s)-1-i, s[i])
	}
	return string(up), string(down)
}

// The longer buffer holds what the shorter one held.
func Longer(s string) int {
	buf := make([]int, 0, 256)
	for i := 0; i < len(s); i++ {
		if len(buf) == 0 || s[i] == '+' {
			if n := len(s) + i; n <= cap(buf) {
				buf = buf[:n]
			} else {
				buf = make([]int, n)
			}
		}
		buf[i]++
	}
	sum := 0
	for i, n := range buf {
		sum += i * n
	}
	return sum*1000 + len(buf)
}
