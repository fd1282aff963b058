package explain

import (
	"slices"
	"strconv"
	"strings"
)

// symbol is the name of a function taken apart: what the linker calls
// "example.com/m/p.(*T).Join.func1" is method "(*T).Join" of package
// "example.com/m/p".
type symbol struct {
	pkg  string // import path; "" when the name holds none
	name string // without type arguments and the suffixes of literals and wrappers
}

// parseSymbol takes apart a function's name as pprof prints it. Type arguments
// go first, because they may hold dots and slashes of their own.
func parseSymbol(full string) symbol {
	full = withoutTypeArgs(full)
	slash := strings.LastIndexByte(full, '/') + 1
	dot := strings.IndexByte(full[slash:], '.')
	if dot < 0 {
		return symbol{name: full}
	}
	return symbol{
		pkg:  unescape(full[:slash+dot]),
		name: declared(full[slash+dot+1:]),
	}
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

// innermost returns the last name in full that somebody wrote. The body of a
// loop over a function is named after all that it was inlined into:
// "example.com/m/p.F.Collect[...]-range1" is code of Collect.
func innermost(full string) string {
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

// is reports whether s is one of the functions names of package pkg.
func (s symbol) is(pkg string, names ...string) bool {
	return s.pkg == pkg && slices.Contains(names, s.name)
}

// in reports whether s belongs to one of pkgs.
func (s symbol) in(pkgs ...string) bool { return slices.Contains(pkgs, s.pkg) }

// below reports whether the package of s is root or beneath it.
func (s symbol) below(root string) bool {
	return s.pkg == root || strings.HasPrefix(s.pkg, root+"/")
}

// of reports whether s is a method of type typ, by value or by pointer.
func (s symbol) of(pkg, typ string) bool {
	if s.pkg != pkg {
		return false
	}
	recv, _, ok := strings.Cut(s.name, ".")
	return ok && (recv == typ || recv == "(*"+typ+")")
}

// starts reports whether the function or method of s is named with one of
// prefixes, its receiver left out.
func (s symbol) starts(prefixes ...string) bool {
	name := s.name[strings.LastIndexByte(s.name, '.')+1:]
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}

// short returns s as a reader would write it: "strings.Join".
func (s symbol) short() string {
	return s.pkg[strings.LastIndexByte(s.pkg, '/')+1:] + "." + s.name
}
