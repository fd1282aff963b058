package gate

import (
	"bytes"
	"context"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/explain"
	"github.com/wring-go/wring/guard"
	"github.com/wring-go/wring/observe/load"
)

// directives are the directives in the sources of the packages.
type directives struct {
	list     []guard.Directive
	problems []alloc.Problem
	used     map[token.Position]bool // allowances that matched something
	relative func(string) string
}

// readDirectives reads the directives of the files that belong to this build.
func (g *gate) readDirectives() (*directives, error) {
	m := &directives{used: map[token.Position]bool{}, relative: g.relative}
	for _, p := range g.session.Listing.Packages {
		files := slices.Sorted(slices.Values(slices.Concat(p.Files, p.TestFiles, p.XTestFiles)))
		for _, file := range files {
			if err := m.read(p, file); err != nil {
				return nil, err
			}
		}
	}
	m.checkCauses()
	return m, nil
}

// read adds the directives of one file. Most files have none, and are not parsed.
func (m *directives) read(p load.Package, name string) error {
	text, err := os.ReadFile(name)
	if err != nil || !bytes.Contains(bytes.ToLower(text), []byte("wring:")) {
		return err
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.ParseComments)
	if err != nil {
		return err
	}
	path, symbol := p.Path, p.Path
	if strings.HasSuffix(file.Name.Name, "_test") && file.Name.Name != p.Name {
		symbol += "_test"
	} else if p.Name == "main" {
		symbol = "main"
	}
	list, problems := guard.Directives(fset, file, path, symbol)
	for _, problem := range problems {
		problem.File = m.relative(problem.File)
		m.problems = append(m.problems, problem)
	}
	m.list = append(m.list, list...)
	return nil
}

// checkCauses refuses allowances of causes that do not exist.
func (m *directives) checkCauses() {
	for _, d := range m.of(guard.Allow) {
		if _, ok := explain.Lookup(d.Cause); !ok {
			m.problems = append(m.problems, m.problem(d, guard.BadDirective,
				"no cause is named "+d.Cause+": wring help causes lists them"))
			m.used[d.Pos] = true // one problem per directive is enough
		}
	}
}

func (m *directives) problem(d guard.Directive, rule, text string) alloc.Problem {
	return alloc.Problem{Rule: rule, Fails: true, File: m.relative(d.Pos.Filename),
		Line: d.Pos.Line, Column: d.Pos.Column, Text: text + "."}
}

// of returns the directives of a kind.
func (m *directives) of(kind guard.Kind) []guard.Directive {
	var list []guard.Directive
	for _, d := range m.list {
		if d.Kind == kind {
			list = append(list, d)
		}
	}
	return list
}

// promises returns the number of directives that are checked.
func (m *directives) promises() int {
	return len(m.of(guard.Allocs)) + len(m.of(guard.Bytes)) + len(m.of(guard.NoAlloc))
}

// allows reports whether an allowance of the cause covers the line, and records
// it as used.
func (m *directives) allows(file string, line int, cause string) bool {
	found := false
	for _, d := range m.of(guard.Allow) {
		if d.Cause == cause && d.From <= line && line <= d.To &&
			m.relative(d.Pos.Filename) == m.relative(file) {
			m.used[d.Pos] = true
			found = true
		}
	}
	return found
}

// silences reports whether the objects of a site are not to be counted.
func (m *directives) silences(f alloc.Finding) bool { return m.allows(f.File, f.Line, f.Cause) }

// excepts reports whether a benchmark, or the one above it, is not guarded.
func (m *directives) excepts(pkg, name string) bool {
	top, _, _ := strings.Cut(name, "/")
	for _, d := range m.of(guard.Unguarded) {
		if d.Package == pkg && d.Decl.Name.Name == top {
			return true
		}
	}
	return false
}

// checkDirectives compares amounts with the measurements, and noalloc with what
// the compiler says.
func (g *gate) checkDirectives(ctx context.Context, rec *alloc.Record) error {
	g.rep.Problems = append(g.rep.Problems, g.directives.problems...)
	g.rep.Budgets += g.directives.promises()
	reach, err := g.checkNoAlloc(ctx)
	if err != nil {
		return err
	}
	amounts, err := g.checkAmounts(ctx, rec, reach)
	if err != nil {
		return err
	}
	g.rep.Problems = append(g.rep.Problems, amounts...)
	for _, d := range g.directives.of(guard.Allow) {
		if !g.directives.used[d.Pos] {
			g.rep.Problems = append(g.rep.Problems, g.directives.problem(d, guard.UnusedAllow,
				"nothing here has the cause "+d.Cause+", so this allowance is not needed"))
		}
	}
	return nil
}
