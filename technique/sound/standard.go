package sound

import (
	"errors"
	"go/ast"
	"path/filepath"
	"runtime"
	"strings"
)

// ErrStandard rejects a new import in a package of the standard library. Which
// of them may import which is laid down in go/build, and tested there.
var ErrStandard = errors.New("packages of the standard library get no new imports")

// root returns the folder of the toolchain, "" when it is not known: the environment
// tells it to what the go command runs.
func root() string {
	//lint:ignore SA1019 there may be no go command to ask
	return runtime.GOROOT()
}

// isStandard reports whether a package is one of the standard library, by where
// its files are.
func (c *checker) isStandard() bool {
	root := root()
	if root == "" || len(c.Files) == 0 {
		return false
	}
	name := c.Fset.File(c.Files[0].FileStart).Name()
	return strings.HasPrefix(name, filepath.Join(root, "src")+string(filepath.Separator))
}

// checkImports blames the proposals that add an import to a package of the
// standard library. What only its tests import is no import of the package.
func (c *checker) checkImports(m *made, v *verdict) {
	if !c.isStandard() {
		return
	}
	isTest := func(f *ast.File) bool {
		return strings.HasSuffix(c.Fset.File(f.FileStart).Name(), "_test.go")
	}
	had, hadTest := make(map[string]bool), make(map[string]bool)
	for _, f := range c.Files {
		for _, spec := range f.Imports {
			hadTest[spec.Path.Value] = true
			had[spec.Path.Value] = had[spec.Path.Value] || !isTest(f)
		}
	}
	for _, e := range m.edited {
		known := had
		if isTest(e.was) {
			known = hadTest
		}
		for _, spec := range e.file.Imports {
			if !known[spec.Path.Value] {
				v.note(ErrStandard, m.ownersAt(spec.Path.Pos()))
			}
		}
	}
}
