package explain

import "strings"

// showOwn returns file as a table shows it: relative to the module when it is
// beneath it, else without the folder of the standard library or of the module
// cache, else as it is.
func (x *index) showOwn(file string) string {
	if rel, ok := beneath(file, x.rec.ModuleDir); ok {
		return rel
	}
	if rel, ok := beneath(file, x.rec.GOROOT+"/src"); ok && x.rec.GOROOT != "" {
		return rel
	}
	if _, rel, ok := strings.Cut(file, "/pkg/mod/"); ok {
		return rel
	}
	return file
}

// showLeaf returns file so that it can be opened from the module's folder.
func (x *index) showLeaf(file string) string {
	if rel, ok := beneath(file, x.rec.ModuleDir); ok {
		return rel
	}
	return file
}

// beneath returns file relative to dir.
func beneath(file, dir string) (string, bool) {
	if dir == "" {
		return "", false
	}
	return strings.CutPrefix(file, strings.TrimSuffix(dir, "/")+"/")
}
