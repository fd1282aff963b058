package gosource

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// New returns the source of the binary whose dump names opt.Files. Nothing is
// read before it is asked for.
func New(opt Options) *World {
	w := &World{opt: opt, byDir: map[string]*module{}, pkgs: map[string]*Package{},
		paths: map[string]string{}, bodies: map[string]bool{}, tests: map[string]bool{},
		named: map[string][]string{}}
	w.start()
	for _, file := range opt.Files {
		if root, ok := gorootOf(file); ok && w.goroot == "" && isDir(root+"/src/runtime") {
			w.goroot = root
		}
	}
	if w.goroot == "" {
		w.goroot = opt.Goroot
	}
	for _, dir := range opt.Source {
		if m := w.moduleOf(dir); m != nil {
			w.roots = append(w.roots, m)
		}
	}
	for _, file := range opt.Files {
		path := w.Locate(file)
		if path == "" {
			continue
		}
		dir := filepath.Dir(path)
		if w.opt.Std != nil && w.inGoroot(dir) && !slices.Contains(w.opt.Std, w.stdPath(dir)) {
			continue
		}
		w.bodies[dir] = true
		w.named[dir] = append(w.named[dir], filepath.Base(path))
		if strings.HasSuffix(path, "_test.go") {
			w.tests[dir] = true
		}
		if m := w.moduleOf(dir); m != nil && !w.inGoroot(dir) && !m.cached {
			w.addRoot(m)
		}
	}
	return w
}

// Packages returns the packages read so far whose functions were checked, by path.
func (w *World) Packages() []*Package {
	var list []*Package
	for _, p := range w.pkgs {
		if p != nil && p.Info != nil {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b *Package) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Dir, b.Dir))
	})
	return list
}

func (w *World) addRoot(m *module) {
	for _, r := range w.roots {
		if r == m {
			return
		}
	}
	w.roots = append(w.roots, m)
}

// gorootOf returns the GOROOT of a file of the runtime.
func gorootOf(file string) (string, bool) {
	for _, mark := range []string{"/src/runtime/", "/src/sync/", "/src/internal/sync/"} {
		if root, _, ok := strings.Cut(filepath.ToSlash(file), mark); ok && root != "" {
			return root, true
		}
	}
	return "", false
}

func (w *World) inGoroot(dir string) bool {
	return w.goroot != "" && strings.HasPrefix(dir, w.goroot+string(filepath.Separator))
}

// stdPath returns the import path of a folder of the standard library.
func (w *World) stdPath(dir string) string {
	return strings.TrimPrefix(filepath.ToSlash(dir), filepath.ToSlash(w.goroot)+"/src/")
}

// Locate returns where on this machine the file is that a dump names, or "".
func (w *World) Locate(file string) string {
	if path, ok := w.paths[file]; ok {
		return path
	}
	path := w.search(file)
	w.paths[file] = path
	return path
}

func (w *World) search(file string) string {
	if filepath.IsAbs(file) && isFile(file) {
		return file
	}
	slashed := strings.TrimPrefix(filepath.ToSlash(file), "_/")
	if root, ok := gorootOf(slashed); ok && root != w.goroot {
		if path := w.goroot + strings.TrimPrefix(slashed, root); isFile(path) {
			return path
		}
	}
	for _, m := range w.roots {
		if rest, ok := below(slashed, m.path); ok && isFile(filepath.Join(m.dir, rest)) {
			return filepath.Join(m.dir, rest)
		}
	}
	if path := w.inCache(slashed); path != "" {
		return path
	}
	if path := filepath.Join(w.goroot, "src", slashed); !filepath.IsAbs(file) && isFile(path) {
		return path
	}
	return w.inSource(slashed)
}

// inCache finds a file of a module by the path@version in its path.
func (w *World) inCache(file string) string {
	at := strings.IndexByte(file, '@')
	if at < 0 || w.opt.ModCache == "" {
		return ""
	}
	if _, rest, ok := strings.Cut(file, "/pkg/mod/"); ok {
		file = rest
	}
	for _, path := range []string{file, escapeUpper(file)} {
		if path = filepath.Join(w.opt.ModCache, path); isFile(path) {
			return path
		}
	}
	return ""
}

// inSource finds a file by the longest end of its path, of two elements or more,
// that is below a folder of the options.
func (w *World) inSource(file string) string {
	for rest := file; ; {
		for _, dir := range w.opt.Source {
			if path := filepath.Join(dir, rest); isFile(path) {
				return path
			}
		}
		_, after, ok := strings.Cut(rest, "/")
		if !ok {
			return ""
		}
		rest = after
	}
}

func below(path, dir string) (rest string, ok bool) {
	if path == dir {
		return "", true
	}
	return strings.CutPrefix(path, dir+"/")
}

// escapeUpper writes upper-case letters as the module cache does.
func escapeUpper(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r >= 'A' && r <= 'Z' {
			b.WriteByte('!')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
