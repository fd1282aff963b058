package variant

import (
	"strconv"
	"strings"
)

// It ends without a space.
func Header(names []string) string {
	var b []byte
	for i, name := range names {
		b = append(append(b, ' '), label(shape(name), i)...)
	}
	return "#" + string(b)
}

// The panic is gone.
func Footer(n int) string { return "-- " + strings.Repeat("=", max(n, 0)) + extra(n) }

// It calls another function of almost the same name.
func Appended(names []string) string {
	var b []byte
	for i, name := range names {
		b = append(b, label(shape(name), i)...)
	}
	return string(b) + strconv.Itoa(len(names))
}
