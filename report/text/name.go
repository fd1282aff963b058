package text

import (
	"go/token"
	"path"
	"strconv"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/internal/table"
)

// standard reports whether a function is in the standard library, or in the
// package that the go command generates for a test's main. A module may have a
// path without a dot; then the report says so.
func standard(name, module string) bool {
	pkg := symbol.Parse(name).Package
	first, _, _ := strings.Cut(pkg, "/")
	first, _, _ = strings.Cut(first, "_test")
	own := module != "" && (pkg == module || strings.HasPrefix(pkg, module+"/"))
	return !own && first != "main" && !strings.Contains(first, ".")
}

// place returns FILE:LINE of a site.
func place(f *alloc.Finding) string { return at(f.File, f.Line) }

func at(file string, line int) string {
	if file == "" {
		return "unknown place"
	}
	return file + ":" + strconv.Itoa(line)
}

// section returns the name of a section: for a function of a package, that with
// the last element only of the package's path; for a command, the command.
func section(b alloc.Benchmark) string {
	function, _, _ := strings.Cut(b.Name, "/")
	if b.Package == "" || !token.IsIdentifier(function) {
		return b.Name
	}
	return path.Base(b.Package) + "." + b.Name
}

// count returns n and the noun that fits it.
func count(n uint64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return table.Integer(n) + " " + noun + "s"
}

// known returns s, or a word for a name that is not known.
func known(s string) string {
	if s == "" {
		return "unknown"
	}
	return s
}

// tree holds the folder that the files of a site are relative to.
type tree struct{ dir string }

// treeOf finds out from a site's stacks, which hold absolute names, what its
// own relative name was cut from.
func treeOf(f *alloc.Finding) tree {
	for _, stack := range f.Stacks {
		for _, frame := range stack.Frames {
			dir, ok := strings.CutSuffix(frame.File, "/"+f.File)
			if ok && frame.Line == f.Line {
				return tree{dir + "/"}
			}
		}
	}
	return tree{}
}

// short returns a file's name without the folder of the module, of the module
// cache or of the toolchain.
func (t tree) short(file string) string {
	if rel, ok := strings.CutPrefix(file, t.dir); ok && t.dir != "" {
		return rel
	}
	if _, rel, ok := strings.Cut(file, "/pkg/mod/"); ok {
		_, std, ok := strings.Cut(rel, "/src/")
		if ok && strings.HasPrefix(rel, "golang.org/toolchain@") {
			return std
		}
		return rel
	}
	if !path.IsAbs(file) {
		return file
	}
	if _, rel, ok := strings.Cut(file, "/src/"); ok {
		return rel
	}
	dir, base := path.Split(file)
	return path.Join(path.Base(dir), base)
}
