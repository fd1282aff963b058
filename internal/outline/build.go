package outline

import (
	"cmp"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"go/version"
	"os"
	"runtime"
	"slices"
	"strings"
)

// Build is what the files of packages are chosen for, by their names and constraints
// as the go command does it: a system, and tags besides. The compiler is gc, and the
// release that of the running program.
type Build struct {
	GOOS, GOARCH string
	Cgo          bool
	Tags         []string
}

// Host returns the build that the environment asks the go command for, without cgo.
func Host() Build {
	return Build{GOOS: cmp.Or(os.Getenv("GOOS"), runtime.GOOS),
		GOARCH: cmp.Or(os.Getenv("GOARCH"), runtime.GOARCH)}
}

// isSystem reports whether a word at the end of a file's name stands for a system.
func isSystem(word string) bool {
	switch word {
	case "js", "nacl", "plan9", "wasip1", "windows", "zos":
		return true
	}
	return isUnix(word)
}

func isUnix(system string) bool {
	switch system {
	case "aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "linux",
		"netbsd", "openbsd", "solaris":
		return true
	}
	return false
}

// isProcessor reports whether a word at the end of a file's name stands for a
// processor.
func isProcessor(word string) bool {
	switch word {
	case "386", "amd64", "amd64p32", "arm", "armbe", "arm64", "arm64be", "loong64", "mips",
		"mipsle", "mips64", "mips64le", "mips64p32", "mips64p32le", "ppc", "ppc64", "ppc64le",
		"riscv", "riscv64", "s390", "s390x", "sparc", "sparc64", "wasm":
		return true
	}
	return false
}

// SystemTag reports whether a tag is set by what is built for, and by what, not by the
// user.
func SystemTag(tag string) bool {
	switch tag {
	case "unix", "cgo", "gc", "gccgo":
		return true
	}
	return isSystem(tag) || isProcessor(tag) || version.IsValid(tag)
}

// Match reports whether a file with that base name and text belongs to the build. One
// whose beginning does not parse does not.
func (b Build) Match(name string, text []byte) bool {
	if strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") || !b.matchName(name) {
		return false
	}
	const mode = parser.PackageClauseOnly | parser.ParseComments
	file, err := parser.ParseFile(token.NewFileSet(), name, text, mode)
	if err != nil {
		return false
	}
	old := true // what lines in the form of before Go 1.17 say together
	for _, group := range file.Comments {
		if group.End() > file.Package {
			break
		}
		for _, c := range group.List {
			expr, err := constraint.Parse(c.Text)
			switch {
			case err != nil:
			case constraint.IsGoBuild(c.Text):
				return expr.Eval(b.has)
			default:
				old = old && expr.Eval(b.has)
			}
		}
	}
	return old
}

// matchName reports whether the end of a file's name lets it into the build:
// _GOOS, _GOARCH or _GOOS_GOARCH, before _test.
func (b Build) matchName(name string) bool {
	name, _, _ = strings.Cut(name, ".")
	_, end, found := strings.Cut(name, "_")
	if !found {
		return true
	}
	parts := strings.Split(strings.TrimSuffix("_"+end, "_test"), "_")
	last := parts[len(parts)-1]
	if isProcessor(last) && len(parts) > 1 {
		if before := parts[len(parts)-2]; isSystem(before) {
			return b.has(last) && b.has(before)
		}
	}
	return !isSystem(last) && !isProcessor(last) || b.has(last)
}

// has reports whether the build sets a tag.
func (b Build) has(tag string) bool {
	switch tag {
	case b.GOOS, b.GOARCH, "gc":
		return true
	case "cgo":
		return b.Cgo
	case "unix":
		return isUnix(b.GOOS)
	case "linux":
		return b.GOOS == "android"
	case "solaris":
		return b.GOOS == "illumos"
	case "darwin":
		return b.GOOS == "ios"
	}
	if running := runtime.Version(); version.IsValid(tag) && tag == version.Lang(tag) {
		return !version.IsValid(running) || version.Compare(tag, running) <= 0
	}
	return slices.Contains(b.Tags, tag)
}
