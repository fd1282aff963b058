package techtest

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/technique"
)

var (
	everything = flag.String("everything",
		"archive/... database/sql encoding/... go/doc html/template mime/... net/http "+
			"net/mail net/url text/... time",
		"the packages that all techniques are asked about")
	everythingDir = flag.String("everything-dir", "", "the folder in which to look for them")
)

// Everything asks techniques about much code that nobody wrote for them, by
// default a large part of the standard library, and wants what they propose to
// compile: each proposal alone, unless all of a package do together. Nothing is
// run.
func Everything(t *testing.T, list []technique.Technique) {
	// What edits may import comes along, so that it is of one piece with the rest.
	patterns := append(strings.Fields(*everything), "bytes", "cmp", "errors", "maps", "math",
		"slices", "strconv", "strings", "sync", "time", "unicode/utf8", "unsafe")
	pkgs, _, err := load.Typed(t.Context(), load.Config{Dir: *everythingDir, Patterns: patterns})
	if err != nil {
		t.Fatal(err)
	}
	found, warnings := technique.Propose(pkgs, list)
	for _, w := range warnings {
		t.Error(w.Text)
	}
	byPackage := make(map[string][]alloc.Candidate)
	counts := make(map[string]int)
	for _, c := range found {
		byPackage[c.Package] = append(byPackage[c.Package], c)
		counts[c.Technique]++
	}
	importer := importerOf(pkgs)
	checked := 0
	for _, p := range pkgs {
		if list := byPackage[p.PkgPath]; len(recheck(p, importer, nil)) == 0 {
			checked += len(list)
			checkAll(t, p, importer, list)
		} else if len(list) > 0 {
			t.Logf("%s cannot be checked from what was loaded", p.PkgPath)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%-12s %d proposals", name, counts[name])
	}
	if checked < len(found)/2 || checked == 0 {
		t.Errorf("only %d of %d proposals could be checked", checked, len(found))
	}
}

// importedTypes finds packages by their import path.
type importedTypes map[string]*types.Package

func (m importedTypes) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := m[path]; p != nil {
		return p, nil
	}
	return nil, os.ErrNotExist
}

// importerOf returns what all packages import, as the packages saw it.
func importerOf(pkgs []*packages.Package) importedTypes {
	found := make(importedTypes)
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		if p.Types != nil && p.ForTest == "" {
			found[p.PkgPath] = p.Types
		}
	})
	for _, p := range pkgs {
		for path, imported := range p.Imports {
			if found[path] == nil {
				found[path] = imported.Types
			}
		}
	}
	return found
}

// checkAll type-checks a package with all of its proposals made that do not
// conflict; when that fails, with each alone.
func checkAll(t *testing.T, p *packages.Package, importer importedTypes, list []alloc.Candidate) {
	if len(list) == 0 {
		return
	}
	var edits []alloc.Edit
	for _, c := range list {
		if !rewrite.Conflict(edits, c.Edits) {
			edits = append(edits, c.Edits...)
		}
	}
	if len(recheck(p, importer, edits)) == 0 {
		return
	}
	for _, c := range list {
		if problems := recheck(p, importer, c.Edits); len(problems) > 0 {
			t.Errorf("%s:%d: %s (%s) does not compile: %s\n%s", c.File, c.Line, c.Message,
				c.Technique, problems[0], patch(c))
		}
	}
}

// recheck type-checks a package with edits made, and returns what is wrong.
func recheck(p *packages.Package, importer importedTypes, edits []alloc.Edit) []string {
	var problems []string
	note := func(err error) { problems = append(problems, err.Error()) }
	byFile := rewrite.ByFile(edits)
	var files []*ast.File
	for _, syntax := range p.Syntax {
		name := p.Fset.File(syntax.FileStart).Name()
		if byFile[name] == nil {
			files = append(files, syntax)
			continue
		}
		src, err := os.ReadFile(name)
		if err == nil {
			src, err = rewrite.File(name, src, byFile[name])
		}
		if err != nil {
			return []string{err.Error()}
		}
		file, err := parser.ParseFile(p.Fset, name, src, parser.SkipObjectResolution)
		if err != nil {
			return []string{err.Error()}
		}
		files = append(files, file)
	}
	cfg := types.Config{Importer: mapped{p, importer}, Sizes: p.TypesSizes, Error: note}
	cfg.Check(p.PkgPath, p.Fset, files, nil)
	return problems
}

// mapped finds what a package imports first, under the names that it uses.
type mapped struct {
	p    *packages.Package
	rest importedTypes
}

func (m mapped) Import(path string) (*types.Package, error) {
	if q := m.p.Imports[path]; q != nil && q.Types != nil {
		return q.Types, nil
	}
	return m.rest.Import(path)
}

// patch shows what a candidate changes.
func patch(c alloc.Candidate) string {
	var b strings.Builder
	for file, edits := range rewrite.ByFile(c.Edits) {
		old, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		if src, err := rewrite.Apply(old, edits); err == nil {
			b.WriteString(rewrite.Diff(filepath.Base(file), old, src))
		}
	}
	return b.String()
}
