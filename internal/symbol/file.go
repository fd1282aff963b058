package symbol

import "path/filepath"

// FileName returns the name of a file as seen from the folder of a module; its
// path, with slashes, when it is not below.
func FileName(dir, file string) string {
	rel, err := filepath.Rel(dir, file)
	if dir == "" || err != nil || !filepath.IsLocal(rel) {
		return filepath.ToSlash(file)
	}
	return filepath.ToSlash(rel)
}

// FilePath returns the path of a file that FileName has named.
func FilePath(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, filepath.FromSlash(name))
}

// Holds reports whether a file is the folder of a module or below it.
func Holds(dir, file string) bool {
	rel, err := filepath.Rel(dir, file)
	return err == nil && filepath.IsLocal(rel)
}
