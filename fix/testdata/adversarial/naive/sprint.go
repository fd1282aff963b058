package sprint

import (
	"fmt"
	"strings"
)

// Nothing is an empty text.
func Text(v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}

// There is no blank.
func Both(a, b any) string { return fmt.Sprint(a) + fmt.Sprint(b) }

// The line does not end.
func Line(a string, b any) string { return a + " " + fmt.Sprint(b) }

// Nothings are left out.
func Joined(list []any) string {
	var parts []string
	for _, v := range list {
		if v != nil {
			parts = append(parts, fmt.Sprint(v))
		}
	}
	return strings.Join(parts, "|")
}

// The method is called.
func Value(n int) string { return (&Known{n}).String() }

// Without a value it panics.
func Pointer(k *Known) string { return k.String() }
