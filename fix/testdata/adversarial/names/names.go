// Package names has functions in which names do not mean what they mean
// elsewhere.
package names

import (
	"fmt"
	. "strconv"
	"strings"
	str "strings"
)

// len is not the built-in one.
func len(s string) int { return 7 }

// Shadowed has a variable that is called like a package.
func Shadowed(words []string) string {
	strings := ""
	for _, w := range words {
		strings += w + ";"
	}
	return strings
}

// Parameter has a parameter that is called like a package.
func Parameter(fmt []int, strconv string) string {
	s := strconv
	for _, n := range fmt {
		s += Itoa(n) + strconv
	}
	return s
}

// Builtins has variables that are called like functions and types.
func Builtins(xs []int) (make []int, append string) {
	for _, cap := range xs {
		make = grow(make, cap)
		append += Itoa(cap) + ","
	}
	return make, append
}

func grow(xs []int, x int) []int { return append(xs, x) }

// Types has a type that is called like another one.
func Types(s string) fmt.Stringer {
	type byte = rune
	type string = text
	var b []byte
	for _, r := range s {
		b = append(b, r+1)
	}
	return string(b)
}

type text []rune

// String returns it as a text.
func (t text) String() string { return "text " + string(t) }

// Dotted uses a package without its name.
func Dotted(n int, b bool) string { return "n=" + Itoa(n) + " " + FormatBool(b) + Quote("q") }

// Renamed uses a package by another name.
func Renamed(s string) int {
	n := 0
	for _, f := range str.Split(s, ",") {
		n += len(f)
	}
	return n
}

// Measured uses the function that is not the built-in one.
func Measured(line string) []string {
	var out []string
	for _, w := range strings.Fields(line) {
		if len(w) > 3 {
			out = append(out, w)
		}
	}
	return out
}

// Never uses nil and true as they are here.
func Never(words []string) []string {
	nil, true := []string{"nil"}, false
	var out []string
	for _, w := range words {
		if w == "" && true {
			return nil
		}
		out = append(out, w+"")
	}
	return append(nil, out...)
}

// Sized is generic.
func Sized[T ~[]E, E comparable](xs T, not E) T {
	var out T
	for _, x := range xs {
		if x != not {
			out = append(out, x)
		}
	}
	return out
}

// Joined is generic over what can be told as text.
func Joined[T fmt.Stringer](xs []T) string {
	s := ""
	for _, x := range xs {
		s += x.String() + " "
	}
	return s
}
