package copypool

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// There is room for more bytes than before.
func Small(text string) string {
	w := &notes{room: 1 << 20}
	n, err := io.Copy(w, &pieces{list: []string{text}})
	return fmt.Sprintf("%q %d %v", w.list, n, err)
}

var shared [64]byte

// All levels have one buffer.
func (d *deep) Read(b []byte) (int, error) {
	if d.first {
		return 0, io.EOF
	}
	d.first = true
	n := copy(b, fmt.Sprint(d.level, "("))
	if d.level > 0 {
		w := &notes{room: 1 << 20}
		io.CopyBuffer(w, &deep{level: d.level - 1}, shared[:])
		n += copy(b[n:], strings.Join(w.list, ""))
	}
	return n + copy(b[n:], ")"), nil
}

func Deep(level int) string {
	w := &notes{room: 1 << 20}
	io.CopyBuffer(w, &deep{level: level & 15}, shared[:])
	return strings.Join(w.list, "")
}

// A reader that writes by itself is read.
func Itself(list []string, writes bool) string {
	r := &pieces{list: append([]string(nil), list...)}
	if writes {
		r = &(&itself{}).pieces
	}
	w := &notes{room: 1 << 20}
	n, err := io.CopyBuffer(w, r, shared[:])
	return fmt.Sprintf("%q %d %v", w.list, n, err)
}

// It reads all before it writes.
func Broken(text string, most int) string {
	w := &notes{room: 1 << 20}
	all, err := io.ReadAll(io.LimitReader(&pieces{list: []string{text, text},
		err: errors.New("broken")}, int64(most)))
	n, _ := w.Write(all)
	return fmt.Sprintf("%q %d %v", w.list, n, err)
}
