package live

import (
	"path"
	"strings"
)

// packageOf returns the import path in the name of a function.
func packageOf(fn string) string {
	slash := strings.LastIndexByte(fn, '/') + 1
	dot := strings.IndexByte(fn[slash:], '.')
	if dot < 0 {
		return fn
	}
	return strings.ReplaceAll(fn[:slash+dot], "%2e", ".")
}

// isStandard reports whether a frame is of the standard library: its file is at
// the end of a path that is that of its package, below src or alone, and the
// package has no domain.
func isStandard(f Frame) bool {
	pkg := packageOf(f.Func)
	if pkg == "main" {
		return false
	}
	first, _, _ := strings.Cut(pkg, "/")
	if strings.Contains(first, ".") {
		return false
	}
	dir := path.Dir(strings.ReplaceAll(f.File, "\\", "/"))
	return f.File == "" || dir == pkg || strings.HasSuffix(dir, "/src/"+pkg) ||
		strings.HasSuffix(dir, "/src/vendor/"+pkg)
}

// IsProgram reports whether a frame is of the program itself: neither of the
// standard library nor of a module that it requires.
func IsProgram(f Frame) bool {
	return f.File != "" && !isStandard(f) && !strings.Contains(f.File, "@") &&
		!strings.Contains(f.File, "/vendor/") && !strings.HasPrefix(f.File, "_cgo_")
}

// isClosure reports whether a function is a literal inside of another.
func isClosure(fn string) bool {
	last := fn[strings.LastIndexByte(fn, '.')+1:]
	last = strings.TrimPrefix(last, "func")
	return last != "" && last[0] >= '0' && last[0] <= '9'
}

// shortFunc returns the name of a function without the folders of its package.
func shortFunc(fn string) string { return fn[strings.LastIndexByte(fn, '/')+1:] }

// baseName returns the last part of a function's name: timeline of
// example.com/web.(*Site).timeline.
func baseName(fn string) string {
	fn = strings.TrimSuffix(fn, "-fm")
	return fn[strings.LastIndexByte(fn, '.')+1:]
}
