// Package symbol takes the names of functions apart, as the linker and pprof write
// them, and writes them from declarations: "example.com/m/p.(*T).Join.func1" is
// code of the method (*T).Join of package example.com/m/p. Files are named as
// reports do it: relative to the folder of their module, with slashes.
package symbol

import (
	"strconv"
	"strings"
)

// Symbol is the name of a function taken apart.
type Symbol struct {
	Package string // import path; "" when the name holds none
	Name    string // without type arguments and the suffixes of literals and wrappers
}

// Parse takes apart a function's name. Type arguments go first, because they may
// hold dots and slashes of their own.
func Parse(full string) Symbol {
	pkg, name, ok := cut(withoutTypeArgs(full))
	if !ok {
		return Symbol{Name: withoutTypeArgs(full)}
	}
	return Symbol{Package: unescape(pkg), Name: declared(name)}
}

// Short returns a function's name with the last element only of its package's
// path: "p.(*T).Join.func1" for "example.com/m/p.(*T).Join.func1".
func Short(full string) string {
	path := full
	if i := strings.IndexAny(full, "[("); i >= 0 {
		path = full[:i] // type arguments and receivers have slashes of their own
	}
	return full[strings.LastIndexByte(path, '/')+1:]
}

// Local returns a function's name as its package knows it, literals and type
// arguments included: "(*T).Join.func1"; "" for a name without a package.
func Local(full string) string {
	_, name, _ := strings.Cut(Short(full), ".")
	return name
}

// Source returns the name of a method or function as declarations spell it, in
// its package: "T.M" for "example.com/m/p.(*T[...]).M".
func Source(full string) string {
	return strings.NewReplacer("(*", "", ")", "", "[...]", "").Replace(Local(full))
}

// cut splits a name after the path of its package.
func cut(full string) (pkg, name string, ok bool) {
	slash := strings.LastIndexByte(full, '/') + 1
	dot := strings.IndexByte(full[slash:], '.')
	if dot < 0 {
		return "", full, false
	}
	return full[:slash+dot], full[slash+dot+1:], true
}

// withoutTypeArgs removes everything in square brackets, brackets included.
func withoutTypeArgs(s string) string {
	if !strings.Contains(s, "[") {
		return s
	}
	var b strings.Builder
	depth := 0
	for _, r := range s {
		switch {
		case r == '[':
			depth++
		case r == ']' && depth > 0:
			depth--
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// unescape undoes what the linker does to the bytes of an import path that
// would be ambiguous in a symbol, such as the dot in "gopkg.in/yaml%2ev3".
func unescape(path string) string {
	if !strings.Contains(path, "%") {
		return path
	}
	var b strings.Builder
	for i := 0; i < len(path); i++ {
		if path[i] == '%' && i+2 < len(path) {
			if c, err := strconv.ParseUint(path[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(c))
				i += 2
				continue
			}
		}
		b.WriteByte(path[i])
	}
	return b.String()
}

// declared returns the name of the declaration that holds the code: a function
// or a method, not the literal or the wrapper within it.
func declared(name string) string {
	if i := strings.IndexByte(name, '-'); i > 0 {
		name = name[:i] // T.M-fm, F-range1
	}
	first, rest, ok := strings.Cut(name, ".")
	if !ok {
		return name
	}
	second, _, _ := strings.Cut(rest, ".")
	if second == "" || generated(second) {
		return first
	}
	return first + "." + second
}

// Innermost returns the innermost function that has a name in the source. The
// body of a loop over a function is named after all that it was inlined into:
// "example.com/m/p.F.Collect[...]-range1" is code of Collect.
func Innermost(full string) string {
	full = withoutTypeArgs(full)
	full, _, _ = strings.Cut(full[strings.LastIndexByte(full, '/')+1:], "-")
	parts := strings.Split(full, ".")
	for len(parts) > 1 && generated(parts[len(parts)-1]) {
		parts = parts[:len(parts)-1]
	}
	return parts[len(parts)-1]
}

// generated reports whether part is a name that the compiler made up.
func generated(part string) bool {
	for _, prefix := range []string{"func", "gowrap", "deferwrap", ""} {
		digits, ok := strings.CutPrefix(part, prefix)
		if ok && digits != "" && strings.Trim(digits, "0123456789") == "" {
			return true
		}
	}
	return false
}
