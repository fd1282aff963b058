package live

import "strings"

// packageOf returns the import path in the name of a function.
func packageOf(fn string) string {
	slash := strings.LastIndexByte(fn, '/') + 1
	dot := strings.IndexByte(fn[slash:], '.')
	if dot < 0 {
		return fn
	}
	return strings.ReplaceAll(fn[:slash+dot], "%2e", ".")
}

// standard are the first elements of the import paths of the standard library.
const standard = " archive bufio builtin bytes cmp compress container context crypto database " +
	"debug embed encoding errors expvar flag fmt go hash html image index internal io iter log " +
	"maps math mime net os path plugin reflect regexp runtime slices sort strconv strings " +
	"structs sync syscall testing text time unicode unique unsafe vendor weak simd uuid "

func isFirst(element string) bool {
	return element != "" && strings.Contains(standard, " "+element+" ")
}

// isStandard reports whether a frame is of the standard library: its package and
// its file, below src or in a trimmed path, both begin as those do. A function
// without a package is assembly that functions of the runtime jump to.
func isStandard(f Frame) bool {
	if f.Func != "" && !strings.Contains(f.Func, ".") {
		return true
	}
	first, _, _ := strings.Cut(packageOf(f.Func), "/")
	if !isFirst(first) {
		return false
	}
	file := strings.ReplaceAll(f.File, "\\", "/")
	if i := strings.LastIndex(file, "/src/"); i >= 0 {
		file = file[i+len("/src/"):]
	}
	top, _, _ := strings.Cut(file, "/")
	return file == "" || isFirst(top) || strings.HasPrefix(f.File, "_")
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
