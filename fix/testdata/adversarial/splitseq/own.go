package splitseq

import "bytes"

// Erased gives its lines to a function that erases what it can reach; the text is its own, the
// marks are not.
func Erased(text string) (out []string) {
	marks := []byte(";,")
	body := []byte(text)
	erase := func(b []byte) {
		out = append(out, string(b))
		for i := range b {
			b[i] = ';'
		}
		_ = append(b, ";;"...)
		marks[0], marks[1] = marks[1], marks[0]
	}
	for _, line := range bytes.Split(body, []byte("\n")) {
		erase(line)
	}
	for _, part := range bytes.Split([]byte(text), marks[:1]) {
		erase(part)
	}
	all := append([]byte(text), " \n"...)
	for _, word := range bytes.Fields(all) {
		erase(all[:min(len(all), 3+len(out))])
		erase(word)
	}
	return append(out, string(body))
}
