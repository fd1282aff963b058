package loopreuse

import (
	"bytes"
	"io"
)

// Codes writes each byte with a mark before it, and some bytes alone; what it writes last it keeps
// as well.
func Codes(text string, most int) (string, []string) {
	var out bytes.Buffer
	var w io.Writer = &out
	if most < 3 {
		w = io.MultiWriter(w, &out)
	}
	var kept [][]byte
	for i := range len(text) {
		c := text[i]
		if c == ' ' {
			w.Write([]byte{'\\', '_'})
			continue
		}
		w.Write([]byte{'\\', c})
		b := []byte{c}
		if w.Write(b); i >= most {
			kept = append(kept, b)
		}
		if b[0]++; i%2 == 0 {
			w.Write(b)
		}
	}
	var list []string
	for _, b := range kept {
		list = append(list, string(b))
	}
	return out.String(), list
}
