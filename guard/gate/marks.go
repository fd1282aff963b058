package gate

import (
	"bytes"
	"context"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/explain"
	"github.com/wring-go/wring/guard"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/observe/load"
)

// marks are the directives in the sources of the packages.
type marks struct {
	list     []guard.Mark
	problems []alloc.Problem
	used     map[token.Position]bool // the allowances that something needed
	relative func(string) string
}

// readMarks reads the directives of the files that belong to this build.
func (g *gate) readMarks() (*marks, error) {
	m := &marks{used: map[token.Position]bool{}, relative: g.relative}
	belongs := g.buildContext()
	for _, p := range g.session.Listing.Packages {
		entries, err := os.ReadDir(p.Dir)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if !strings.HasSuffix(e.Name(), ".go") {
				continue
			}
			if ok, err := belongs.MatchFile(p.Dir, e.Name()); err != nil || !ok {
				continue // another system's; what cannot be read fails in the build
			}
			if err := m.read(p, filepath.Join(p.Dir, e.Name())); err != nil {
				return nil, err
			}
		}
	}
	m.checkCauses()
	return m, nil
}

// buildContext tells which files belong to the build.
func (g *gate) buildContext() *build.Context {
	c, tools := build.Default, g.session.Tools
	c.GOOS, c.GOARCH, c.CgoEnabled = tools.GOOS, tools.GOARCH, tools.CGOEnabled == "1"
	c.BuildTags = strings.FieldsFunc(g.opt.Tags, func(r rune) bool { return r == ',' || r == ' ' })
	if minor, ok := gocmd.Minor(tools.GOVERSION); ok {
		c.ReleaseTags = c.ReleaseTags[:0:0]
		for i := 1; i <= minor; i++ {
			c.ReleaseTags = append(c.ReleaseTags, "go1."+strconv.Itoa(i))
		}
	}
	return &c
}

// read adds the directives of one file. Most files have none, and are not parsed.
func (m *marks) read(p load.Package, name string) error {
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
	marks, problems := guard.Marks(fset, file, path, symbol)
	for _, problem := range problems {
		problem.File = m.relative(problem.File)
		m.problems = append(m.problems, problem)
	}
	m.list = append(m.list, marks...)
	return nil
}

// checkCauses refuses allowances of causes that do not exist.
func (m *marks) checkCauses() {
	for _, mark := range m.of(guard.Allow) {
		if _, ok := explain.Lookup(mark.Cause); !ok {
			m.problems = append(m.problems, m.problem(mark, guard.BadDirective,
				"no cause is named "+mark.Cause+": wring help causes lists them"))
			m.used[mark.Pos] = true // once is enough
		}
	}
}

func (m *marks) problem(mark guard.Mark, rule, text string) alloc.Problem {
	return alloc.Problem{Rule: rule, Fails: true, File: m.relative(mark.Pos.Filename),
		Line: mark.Pos.Line, Column: mark.Pos.Column, Text: text + "."}
}

// of returns the directives of a kind.
func (m *marks) of(kind guard.Kind) []guard.Mark {
	var list []guard.Mark
	for _, mark := range m.list {
		if mark.Kind == kind {
			list = append(list, mark)
		}
	}
	return list
}

// promises returns the number of directives that are checked.
func (m *marks) promises() int {
	return len(m.of(guard.Allocs)) + len(m.of(guard.Bytes)) + len(m.of(guard.NoAlloc))
}

// allows reports whether an allowance of the cause is about the line, and takes
// it down as used.
func (m *marks) allows(file string, line int, cause string) bool {
	found := false
	for _, mark := range m.of(guard.Allow) {
		if mark.Cause == cause && mark.From <= line && line <= mark.To &&
			m.relative(mark.Pos.Filename) == m.relative(file) {
			m.used[mark.Pos] = true
			found = true
		}
	}
	return found
}

// silences reports whether the objects of a site are not to be counted.
func (m *marks) silences(f alloc.Finding) bool { return m.allows(f.File, f.Line, f.Cause) }

// excepts reports whether a benchmark, or the one above it, is not guarded.
func (m *marks) excepts(pkg, name string) bool {
	top, _, _ := strings.Cut(name, "/")
	for _, mark := range m.of(guard.Unguarded) {
		if mark.Package == pkg && mark.Decl.Name.Name == top {
			return true
		}
	}
	return false
}

// checkMarks checks the directives: amounts against what was measured, noalloc
// against what the compiler says.
func (g *gate) checkMarks(ctx context.Context, rec *alloc.Record) error {
	g.rep.Problems = append(g.rep.Problems, g.marks.problems...)
	g.rep.Budgets += g.marks.promises()
	reach, err := g.checkNoAlloc(ctx)
	if err != nil {
		return err
	}
	amounts, err := g.checkAmounts(ctx, rec, reach)
	if err != nil {
		return err
	}
	g.rep.Problems = append(g.rep.Problems, amounts...)
	for _, mark := range g.marks.of(guard.Allow) {
		if !g.marks.used[mark.Pos] {
			g.rep.Problems = append(g.rep.Problems, g.marks.problem(mark, guard.UnusedAllow,
				"nothing of the cause "+mark.Cause+
					" was found here, so nothing needs to be allowed"))
		}
	}
	return nil
}
