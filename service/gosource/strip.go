package gosource

import "bytes"

// withoutBodies blanks the bodies of the functions of a file as gofmt writes it: from
// a line that begins with "func " and one that ends in "{", to one that is "}". Lines
// stay where they are. What does not look like that is left.
func withoutBodies(src []byte) []byte {
	out := make([]byte, 0, len(src)/2)
	inFunc, inBody := false, false
	for line := range bytes.Lines(src) {
		text := bytes.TrimRight(line, "\r\n")
		if inBody {
			if len(text) == 1 && text[0] == '}' {
				inFunc, inBody = false, false
				out = append(out, text...)
			}
			out = append(out, line[len(text):]...)
			continue
		}
		out = append(out, line...)
		inFunc = inFunc || bytes.HasPrefix(text, []byte("func "))
		switch {
		case !inFunc || len(text) == 0:
		case text[len(text)-1] == '{':
			inBody = true
		case text[len(text)-1] == '}', text[len(text)-1] == ')':
			inFunc = text[0] == ')' && inFunc // a function on one line, or without a body
		}
	}
	return out
}
