package gosource

import (
	"os"
	slashpath "path"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
)

// module is a module on this machine.
type module struct {
	path   string
	dir    string
	cached bool              // it is in the module cache
	reqs   map[string]string // module -> version
	local  map[string]string // module -> folder, by a replace directive or go.work
}

// moduleOf returns the module that holds dir, or nil.
func (w *World) moduleOf(dir string) *module {
	if m, ok := w.byDir[dir]; ok {
		return m
	}
	var m *module
	if name := filepath.Join(dir, "go.mod"); isFile(name) {
		m = w.readModule(name)
	} else if up := filepath.Dir(dir); up != dir {
		m = w.moduleOf(up)
	}
	w.byDir[dir] = m
	return m
}

func (w *World) readModule(name string) *module {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	f, err := modfile.ParseLax(name, data, nil)
	if err != nil || f.Module == nil {
		return nil
	}
	dir := filepath.Dir(name)
	m := &module{path: f.Module.Mod.Path, dir: dir, reqs: map[string]string{},
		local: map[string]string{}, cached: strings.Contains(dir, "@")}
	for _, r := range f.Require {
		m.reqs[r.Mod.Path] = r.Mod.Version
	}
	if full, err := modfile.Parse(name, data, nil); err == nil {
		for _, r := range full.Replace {
			if r.New.Version != "" {
				m.reqs[r.Old.Path] = r.New.Version
				m.local[r.Old.Path] = w.cacheDir(r.New.Path, r.New.Version)
				continue
			}
			m.local[r.Old.Path] = filepath.Join(dir, r.New.Path)
		}
	}
	w.readWork(m)
	return m
}

// readWork adds the modules of the go.work that m is part of.
func (w *World) readWork(m *module) {
	for dir := m.dir; ; dir = filepath.Dir(dir) {
		name := filepath.Join(dir, "go.work")
		data, err := os.ReadFile(name)
		if err != nil {
			if dir == filepath.Dir(dir) {
				return
			}
			continue
		}
		work, err := modfile.ParseWork(name, data, nil)
		if err != nil {
			return
		}
		for _, use := range work.Use {
			used := filepath.Join(dir, use.Path)
			data, err := os.ReadFile(filepath.Join(used, "go.mod"))
			if err == nil && modfile.ModulePath(data) != "" {
				m.local[modfile.ModulePath(data)] = used
			}
		}
		return
	}
}

func (w *World) cacheDir(path, version string) string {
	return filepath.Join(w.opt.ModCache, escapeUpper(path)+"@"+escapeUpper(version))
}

// dirOf returns the folder of an imported package, or "".
func (w *World) dirOf(path, from string) string {
	if dir := filepath.Join(w.goroot, "src", path); isDir(dir) && w.goroot != "" {
		return dir
	}
	if w.inGoroot(from) {
		return existing(filepath.Join(w.goroot, "src", "vendor", path))
	}
	modules := w.roots
	if m := w.moduleOf(from); m != nil {
		modules = append([]*module{m}, modules...)
	}
	for _, m := range modules {
		if rest, ok := below(path, m.path); ok {
			if dir := existing(filepath.Join(m.dir, rest)); dir != "" {
				return dir
			}
		}
		if dir := existing(filepath.Join(m.dir, "vendor", path)); dir != "" {
			return dir
		}
	}
	for _, m := range w.roots {
		if dir := w.required(m, path); dir != "" {
			return dir
		}
	}
	if m := w.moduleOf(from); m != nil {
		return w.required(m, path)
	}
	return ""
}

// required finds a package in the modules that m requires; the longest path wins.
func (w *World) required(m *module, path string) string {
	for prefix := path; prefix != "." && prefix != "/"; prefix = slashpath.Dir(prefix) {
		rest, _ := below(path, prefix)
		if dir, ok := m.local[prefix]; ok {
			if dir = existing(filepath.Join(dir, rest)); dir != "" {
				return dir
			}
		}
		if version, ok := m.reqs[prefix]; ok {
			if dir := existing(filepath.Join(w.cacheDir(prefix, version), rest)); dir != "" {
				return dir
			}
		}
	}
	return ""
}

func existing(dir string) string {
	if isDir(dir) {
		return dir
	}
	return ""
}
