package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/gocmd"
)

// listedFields are the fields of listed, as go list's -json flag wants them.
const listedFields = "Dir,ImportPath,Name,Standard,Module,Error,DepsErrors," +
	"GoFiles,CgoFiles,TestGoFiles,XTestGoFiles"

// listed is a package as go list describes it.
type listed struct {
	Dir        string
	ImportPath string
	Name       string
	Standard   bool
	Module     *struct {
		Path, Dir, GoVersion string
	}
	Error        *listError
	DepsErrors   []listError
	GoFiles      []string
	CgoFiles     []string
	TestGoFiles  []string
	XTestGoFiles []string

	// Of packages that are type-checked: see graph.go.
	ForTest         string
	DepOnly         bool
	CompiledGoFiles []string
	Imports         []string // IDs, but for C
	ImportMap       map[string]string
}

// listError is one of go list's complaints.
type listError struct {
	ImportStack []string
	Pos         string // as file:line:column, relative to the working folder
	Err         string
}

// missing reports whether the entry stands for a pattern that names no package.
func (p *listed) missing() bool {
	return p.Name == "" && p.Error != nil && p.files() == 0
}

// files returns the number of Go files that belong to the build.
func (p *listed) files() int {
	return len(p.GoFiles) + len(p.CgoFiles) + len(p.TestGoFiles) + len(p.XTestGoFiles)
}

// goList asks the go command. What it says on the side becomes warnings.
func goList(ctx context.Context, cfg Config) ([]*listed, []alloc.Warning, error) {
	var said bytes.Buffer
	args := append([]string{"list", "-e", "-json=" + listedFields}, cfg.buildFlags()...)
	args = append(append(args, "--"), cfg.patterns()...)
	out, err := gocmd.Run(ctx, gocmd.Call{Dir: cfg.Dir, Env: cfg.Env, Args: args, Stderr: &said})
	if err != nil {
		return nil, nil, err
	}
	pkgs, err := decodeList(bytes.NewReader(out))
	return pkgs, unmatched(said.String()), err
}

// decodeList reads the concatenated objects that go list writes.
func decodeList(r io.Reader) ([]*listed, error) {
	var pkgs []*listed
	for dec := json.NewDecoder(r); ; {
		p := new(listed)
		err := dec.Decode(p)
		if errors.Is(err, io.EOF) {
			return pkgs, nil
		}
		if err != nil {
			return nil, gocmd.Garbled("go list", err)
		}
		pkgs = append(pkgs, p)
	}
}

// unmatched picks the go command's warnings out of what it said. The rest is
// about downloads.
func unmatched(said string) []alloc.Warning {
	var out []alloc.Warning
	for line := range strings.Lines(said) {
		if text, ok := strings.CutPrefix(strings.TrimSpace(line), "go: warning: "); ok {
			out = append(out, alloc.Warning{Code: alloc.WarnNoPackage, Text: text})
		}
	}
	return out
}

// errors returns what keeps the package from being built: first its own error,
// then those of its imports, which come from the go command in any order.
func (p *listed) errors() []string {
	var out []string
	for _, e := range p.DepsErrors {
		out = append(out, e.String())
	}
	slices.Sort(out)
	if p.Error != nil {
		out = slices.Insert(out, 0, p.Error.String())
	}
	return out
}

func (e listError) String() string {
	if e.Pos == "" {
		return e.Err
	}
	return e.Pos + ": " + e.Err
}

// load describes the package and reads its tests.
func (p *listed) load() Package {
	pkg := Package{
		Package:  alloc.Package{Path: p.ImportPath, Name: p.Name, Dir: filepath.ToSlash(p.Dir)},
		Module:   p.module(),
		Standard: p.Standard,
		Errors:   p.errors(),
	}
	pkg.Files = within(p.Dir, slices.Concat(p.GoFiles, p.CgoFiles))
	pkg.TestFiles = within(p.Dir, p.TestGoFiles)
	pkg.XTestFiles = within(p.Dir, p.XTestGoFiles)
	for _, file := range pkg.TestFiles {
		pkg.readTests(file, false)
	}
	for _, file := range pkg.XTestFiles {
		pkg.readTests(file, true)
	}
	return pkg
}

func (p *listed) module() string {
	switch {
	case p.Standard:
		return "std"
	case p.Module != nil:
		return p.Module.Path
	}
	return ""
}

// moduleDir returns the module's folder: for the standard library GOROOT/src.
func (p *listed) moduleDir() string {
	switch {
	case p.Standard:
		return strings.TrimSuffix(filepath.ToSlash(p.Dir), "/"+p.ImportPath)
	case p.Module != nil:
		return filepath.ToSlash(p.Module.Dir)
	}
	return ""
}

// within returns the names as absolute, slash-separated paths.
func within(dir string, names []string) []string {
	var out []string
	for _, name := range names {
		out = append(out, filepath.ToSlash(filepath.Join(dir, name)))
	}
	return out
}

// chooseModule fills in the listing's module.
func (l *Listing) chooseModule(cfg Config, all []*listed) {
	here, err := filepath.Abs(cfg.Dir)
	if err != nil {
		here = cfg.Dir
	}
	here = filepath.ToSlash(here) + "/"
	best := -1
	for i, p := range all {
		if p.missing() {
			continue
		}
		dir := p.moduleDir()
		around := dir != "" && strings.HasPrefix(here, dir+"/")
		if best < 0 || around && len(dir) > len(l.ModuleDir) {
			best, l.Module, l.ModuleDir = i, p.module(), dir
			if l.GoVersion = ""; p.Module != nil {
				l.GoVersion = p.Module.GoVersion
			}
		}
	}
}
