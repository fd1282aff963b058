package measure

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strings"

	"github.com/wring-go/wring/observe/load"
)

// mainOf returns the main package that a folder of the profiled build held, "" for none of
// those that are asked for. A build without paths (-trimpath) says which one that was.
func (r *relocation) mainOf(mains []load.Package, dir string) string {
	best, longest := "", -1
	for _, p := range mains {
		if built, ok := importPath(dir); ok && built != p.Path {
			continue
		}
		n := commonEnd(dir, p.Dir)
		if n > longest && (n > 0 || r.declares(p, dir)) {
			best, longest = p.Path, n
		}
	}
	return best
}

// importPath returns the import path that the folder of a file has become in a build without
// paths, where that of another module has its version in it.
func importPath(dir string) (string, bool) {
	if path.IsAbs(dir) || filepath.IsAbs(dir) || !strings.Contains(dir, "/") {
		return "", false
	}
	built, rest, _ := strings.Cut(dir, "@")
	if _, below, ok := strings.Cut(rest, "/"); ok {
		built += "/" + below
	}
	return built, true
}

// declares reports whether a main package, whose folder has another name than one of the
// profiled build, has most of the functions that were seen there: each program has a main,
// and most have a main.go.
func (r *relocation) declares(p load.Package, dir string) bool {
	lines, files := mainFuncs(p.Dir)
	seen, found, same := map[string]bool{}, 0, false
	for i, f := range r.set.Record.Frames {
		name, ours := strings.CutPrefix(f.Func, "main.")
		if !ours || strings.ContainsAny(name, ".[") || seen[name] || path.Dir(f.File) != dir {
			continue // of methods, closures and instances enough is known by the others
		}
		if seen[name] = true; name == "main" {
			start := r.set.Starts[i]
			same = files[path.Base(f.File)] && (start == 0 || start == lines[name])
			continue
		}
		if lines[name] > 0 {
			found++
		}
	}
	delete(seen, "main")
	return len(seen) > 0 && 2*found >= len(seen) || len(seen) == 0 && same
}

// mainFuncs returns the lines at which the functions of the Go files in a folder begin, and
// the names of the files.
func mainFuncs(dir string) (lines map[string]int, files map[string]bool) {
	lines, files = map[string]int{}, map[string]bool{}
	names, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	fset := token.NewFileSet()
	for _, name := range names {
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		files[filepath.Base(name)] = true
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil {
				lines[fn.Name.Name] = fset.Position(fn.Pos()).Line
			}
		}
	}
	return lines, files
}

// commonEnd returns how many of their last elements two paths have in common.
func commonEnd(a, b string) int {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < min(len(x), len(y)) && x[len(x)-1-n] == y[len(y)-1-n] {
		n++
	}
	return n
}
