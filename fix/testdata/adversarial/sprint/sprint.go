// Package sprint has values of any type that become text.
package sprint

import (
	"fmt"
	"strconv"
	"strings"
)

// Text is what fmt makes of it.
func Text(v any) string { return fmt.Sprint(v) }

// Both have a blank between them where neither is a text.
func Both(a, b any) string { return fmt.Sprint(a, b) }

// Line ends.
func Line(a string, b any) string { return fmt.Sprintln(a, b) }

// Joined prints each by itself.
func Joined(list []any) string {
	var parts []string
	for _, v := range list {
		parts = append(parts, fmt.Sprint(v))
	}
	return strings.Join(parts, "|")
}

// Known has a type that prints itself, on the pointer.
type Known struct{ n int }

// String is on the pointer alone.
func (k *Known) String() string { return "known " + strconv.Itoa(k.n) }

// Value prints the struct, and Pointer what it says.
func Value(n int) string { return fmt.Sprint(Known{n}) }

// Pointer may be nil.
func Pointer(k *Known) string { return fmt.Sprint(k) }
