// Package copypool copies streams that notice how they are copied.
package copypool

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// pieces is a reader of one piece at a time.
type pieces struct {
	list []string
	err  error
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.list) == 0 {
		if p.err != nil {
			return 0, p.err
		}
		return 0, io.EOF
	}
	n := copy(b, p.list[0])
	if p.list[0] = p.list[0][n:]; p.list[0] == "" {
		p.list = p.list[1:]
	}
	return n, nil
}

// notes is a writer that notes what it gets, and takes so many bytes.
type notes struct {
	list []string
	room int
}

func (n *notes) Write(b []byte) (int, error) {
	if len(b) > n.room {
		b = b[:n.room]
	}
	n.room -= len(b)
	n.list = append(n.list, string(b))
	return len(b), nil
}

// Pieces tells how they arrive.
func Pieces(list []string, room int) string {
	w := &notes{room: room & 1023}
	n, err := io.Copy(w, &pieces{list: append([]string(nil), list...)})
	return fmt.Sprintf("%q %d %v", w.list, n, err)
}

// Small has room for few bytes at a time.
func Small(text string) string {
	w := &notes{room: 1 << 20}
	n, err := io.CopyBuffer(w, &pieces{list: []string{text}}, make([]byte, 4))
	return fmt.Sprintf("%q %d %v", w.list, n, err)
}

// Broken ends with an error, behind what was read until then.
func Broken(text string, most int) string {
	w := &notes{room: 1 << 20}
	r := &pieces{list: []string{text, text}, err: errors.New("broken")}
	n, err := io.Copy(w, io.LimitReader(r, int64(most)))
	return fmt.Sprintf("%q %d %v", w.list, n, err)
}

// deep is a reader that copies another one for each read.
type deep struct {
	level int
	first bool
}

func (d *deep) Read(b []byte) (int, error) {
	if d.first {
		return 0, io.EOF
	}
	d.first = true
	n := copy(b, fmt.Sprint(d.level, "("))
	if d.level > 0 {
		w := &notes{room: 1 << 20}
		io.Copy(w, &deep{level: d.level - 1})
		n += copy(b[n:], strings.Join(w.list, ""))
	}
	return n + copy(b[n:], ")"), nil
}

// Deep copies while it copies.
func Deep(level int) string {
	w := &notes{room: 1 << 20}
	io.Copy(w, &deep{level: level & 15})
	return strings.Join(w.list, "")
}

// itself is a reader that writes.
type itself struct{ pieces }

func (i *itself) WriteTo(w io.Writer) (int64, error) {
	n, err := io.WriteString(w, "itself")
	return int64(n), err
}

// Itself copies a reader that may write by itself.
func Itself(list []string, writes bool) string {
	var r io.Reader = &pieces{list: append([]string(nil), list...)}
	if writes {
		r = &itself{}
	}
	w := &notes{room: 1 << 20}
	n, err := io.Copy(w, r)
	return fmt.Sprintf("%q %d %v", w.list, n, err)
}

// wrong is a writer that says it has written more than there was.
type wrong struct{ by int }

func (w wrong) Write(b []byte) (int, error) { return len(b) + w.by, nil }

// Wrong copies to a writer that is wrong.
func Wrong(text string, by int) string {
	n, err := io.Copy(wrong{by}, &pieces{list: []string{text}})
	return fmt.Sprint(n, err)
}
