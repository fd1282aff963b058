package explain

import (
	"slices"
	"strings"

	symbols "github.com/wring-go/wring/internal/symbol"
)

// symbol is the name of a function taken apart, for the questions of the rules.
type symbol struct {
	pkg  string // import path; "" when the name holds none
	name string // without type arguments and the suffixes of literals and wrappers
}

func parseSymbol(full string) symbol {
	s := symbols.Parse(full)
	return symbol{pkg: s.Package, name: s.Name}
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
