package form

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"strings"
)

// Tree is the text of a repository.
type Tree struct {
	Files  []*File  // sorted by path
	binary []string // paths of files that are no text
	fset   *token.FileSet
}

// File is one text file of a tree.
type File struct {
	Path   string
	Data   []byte
	Syntax *ast.File // nil unless the go command would take the file for source
	Guest  bool      // never built in its own folder; see guest
}

// Dir returns the folder of f, "." for the root.
func (f *File) Dir() string { return path.Dir(f.Path) }

// Test reports whether f is only compiled for tests.
func (f *File) Test() bool { return strings.HasSuffix(f.Path, "_test.go") }

// Load reads the tree below the root of fsys. Files with a zero byte are not
// text and are left out, as are hidden folders other than .ci. Go files that
// the go command would never build, below testdata and the like, are text but
// have no syntax.
func Load(fsys fs.FS) (*Tree, error) {
	t := &Tree{fset: token.NewFileSet()}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && hidden(d.Name()):
			return fs.SkipDir
		case !d.Type().IsRegular(), d.Name() == ".git": // a file where git keeps a second tree
			return nil
		}
		return t.add(fsys, name)
	})
	return t, err
}

func hidden(dir string) bool {
	return strings.HasPrefix(dir, ".") && dir != "." && dir != ".ci"
}

func (t *Tree) add(fsys fs.FS, name string) error {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return err
	}
	if bytes.IndexByte(data, 0) >= 0 {
		t.binary = append(t.binary, name)
		return nil
	}
	f := &File{Path: name, Data: data}
	if built(name) {
		const mode = parser.ParseComments | parser.SkipObjectResolution
		if f.Syntax, err = parser.ParseFile(t.fset, name, data, mode); err != nil {
			return fmt.Errorf("form: the tree does not parse: %w", err)
		}
		f.Guest = guest(f.Syntax)
	}
	t.Files = append(t.Files, f)
	return nil
}

// built reports whether the go command takes the named file for source code.
func built(name string) bool {
	if path.Ext(name) != ".go" {
		return false
	}
	for elem := range strings.SplitSeq(name, "/") {
		if elem == "testdata" || elem[0] == '_' || elem[0] == '.' {
			return false
		}
	}
	return true
}

// guest reports whether a file lives in a folder without being part of the
// package there: an overlay belongs to a package of the toolchain and follows
// its customs, and a file to ignore is a program by itself.
func guest(file *ast.File) bool {
	for _, group := range file.Comments {
		for _, c := range group.List {
			if c.Pos() > file.Package {
				return false
			}
			switch c.Text {
			case "//go:build ignore", "//go:build wring_overlay":
				return true
			}
		}
	}
	return false
}

// folders returns the Go files of each package, keyed by folder.
func (t *Tree) folders() map[string][]*File {
	dirs := make(map[string][]*File)
	for _, f := range t.Files {
		if f.Syntax != nil && !f.Guest {
			dirs[f.Dir()] = append(dirs[f.Dir()], f)
		}
	}
	return dirs
}

// source returns the Go files that people wrote and that are not tests.
func (t *Tree) source() []*File {
	var files []*File
	for _, f := range t.Files {
		if f.Syntax != nil && !f.Test() && !ast.IsGenerated(f.Syntax) {
			files = append(files, f)
		}
	}
	return files
}

// problem describes what is wrong at a position of a Go file.
func (t *Tree) problem(pos token.Pos, format string, args ...any) Problem {
	p := t.fset.Position(pos)
	return Problem{Path: p.Filename, Line: p.Line, Text: fmt.Sprintf(format, args...)}
}

// lines returns how many lines lie between two positions, both included.
func (t *Tree) lines(from, to token.Pos) int {
	return t.fset.Position(to).Line - t.fset.Position(from).Line + 1
}
