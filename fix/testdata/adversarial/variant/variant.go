// Package variant has functions that exist in another form when it is built in
// another way.
package variant

import (
	"strconv"
	"strings"
)

// Header calls what has another signature elsewhere.
func Header(names []string) string {
	s := "# "
	for i, name := range names {
		s += string(label(shape(name), i)) + " "
	}
	return s
}

// Footer calls what only one of the ways has.
func Footer(n int) string { return "-- " + strings.Repeat("=", n) + extra(n) }

// appendLabel is what a twin of label would be called.
func appendLabel(dst []byte, name string, n int) []byte {
	return append(append(dst, name...), "!"...)
}

// Appended uses it.
func Appended(names []string) string {
	var b []byte
	for i, name := range names {
		b = appendLabel(b, name, i)
	}
	return string(b) + strconv.Itoa(len(names))
}
