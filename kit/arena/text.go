package arena

import "unsafe"

// String returns a copy of b in a. With a nil arena it is string(b).
func String[B ~string | ~[]byte](a *Arena, b B) string {
	if a == nil || len(b) == 0 {
		return string(b)
	}
	c := For[byte](a).MakeSlice(len(b), len(b))
	copy(c, b)
	return unsafe.String(unsafe.SliceData(c), len(c))
}

// Concat returns the parts one after the other, as a string in a.
func Concat(a *Arena, parts ...string) string {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	if n == 0 {
		return ""
	}
	c := MakeSlice[byte](a, 0, n)
	for _, p := range parts {
		c = append(c, p...)
	}
	return unsafe.String(unsafe.SliceData(c), n)
}
