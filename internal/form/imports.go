package form

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Rules say who may import whom.
type Rules struct {
	rows  []row
	tests row // what test files may import besides
}

// row is one line of the table.
type row struct {
	folder  string   // "." for the root; "report/*" for each folder below report by itself
	imports []string // folders of rows above
	modules []string // modules of others, as path prefixes; "*" for any
	never   []string // packages of the standard library that stay out
}

// testRow is the folder of the line that speaks of test files.
const testRow = "_test"

// ParseRules reads a table of rules, one row per line:
//
//	FOLDER : FOLDERS + MODULES - PACKAGES
//
// FOLDER and what lies below it may import the standard library without
// PACKAGES, itself, FOLDERS, and MODULES. A row may name only rows above it, so
// no table holds a cycle. FOLDER may end in "/*": then each folder below is a
// unit, and none may import another. Among FOLDERS "x/*" stands for all rows
// above that begin with "x/". The folder "_test" speaks of test files in all
// folders, which may import what it lists besides. An indented line goes on
// with the row before it. Text after "#" is left out.
func ParseRules(text string) (Rules, error) {
	var r Rules
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); {
		number := i + 1
		row := withoutComment(lines[i])
		for i++; i < len(lines) && strings.IndexAny(lines[i], " \t") == 0; i++ {
			row += withoutComment(lines[i])
		}
		if strings.TrimSpace(row) == "" {
			continue
		}
		if err := r.add(row); err != nil {
			return Rules{}, fmt.Errorf("form: import table, line %d: %w", number, err)
		}
	}
	return r, nil
}

func withoutComment(line string) string {
	line, _, _ = strings.Cut(line, "#")
	return line
}

func (r *Rules) add(line string) error {
	folder, rest, _ := strings.Cut(line, ":")
	rest, never, _ := strings.Cut(rest, " - ")
	folders, modules, _ := strings.Cut(rest, "+")
	next := row{
		folder:  strings.TrimSpace(folder),
		modules: strings.Fields(modules),
		never:   strings.Fields(never),
	}
	if slices.ContainsFunc(r.rows, func(old row) bool { return old.folder == next.folder }) {
		return fmt.Errorf("a second row for %s", next.folder)
	}
	for _, name := range strings.Fields(folders) {
		above := r.matching(name)
		if len(above) == 0 {
			return fmt.Errorf("%s names %s, which is not above it", next.folder, name)
		}
		next.imports = append(next.imports, above...)
	}
	if next.folder == testRow {
		r.tests = next
		return nil
	}
	r.rows = append(r.rows, next)
	return nil
}

// matching returns the folders of the rows that name stands for.
func (r *Rules) matching(name string) []string {
	prefix, wild := strings.CutSuffix(name, "*")
	var folders []string
	for _, row := range r.rows {
		if row.folder == name || wild && strings.HasPrefix(row.folder, prefix) {
			folders = append(folders, row.folder)
		}
	}
	return folders
}

// Check returns the imports in t, the tree of the given module and of those
// below it, that r does not allow.
func (r Rules) Check(t *Tree, module string) []Problem {
	var problems []Problem
	for _, f := range t.Files {
		if f.Syntax == nil || f.Guest {
			continue
		}
		from, _, ok := r.find(f.Dir())
		if !ok {
			problems = append(problems, Problem{Path: f.Path, Text: fmt.Sprintf(
				"%s is not in the import table; add a row that says what it may import", f.Dir())})
			continue
		}
		for _, spec := range f.Syntax.Imports {
			// The parser has seen to it that the path can be unquoted.
			imported, _ := strconv.Unquote(spec.Path.Value)
			if !r.allows(from, f, module, imported) {
				problems = append(problems, t.problem(spec.Pos(),
					"%s may not import %s", from.folder, imported))
			}
		}
	}
	return problems
}

// allows reports whether f, which is governed by from, may import a package.
func (r Rules) allows(from row, f *File, module, imported string) bool {
	imports, modules := from.imports, from.modules
	if f.Test() {
		imports = slices.Concat(imports, r.tests.imports)
		modules = slices.Concat(modules, r.tests.modules)
	}
	dir, ours := folderOf(module, imported)
	switch {
	case ours:
		to, unit, ok := r.find(dir)
		_, own, _ := r.find(f.Dir())
		return ok && (unit == own || slices.Contains(imports, to.folder))
	case standard(imported):
		return !below(imported, from.never)
	}
	return below(imported, modules)
}

// find returns the row that governs dir, the most specific one, and the unit
// that dir belongs to: packages of one unit may import each other.
func (r Rules) find(dir string) (best row, unit string, ok bool) {
	for _, row := range r.rows {
		u, match := row.covers(dir)
		if match && (!ok || row.rank() > best.rank()) {
			best, unit, ok = row, u, true
		}
	}
	return best, unit, ok
}

// rank orders rows from general to specific: "report", "report/*",
// "report/text".
func (r row) rank() int {
	depth := 2 * strings.Count(r.folder, "/")
	if strings.HasSuffix(r.folder, "*") {
		depth--
	}
	return depth
}

// covers reports whether the row speaks of dir, and as part of which unit.
func (r row) covers(dir string) (unit string, ok bool) {
	parent, wild := strings.CutSuffix(r.folder, "/*")
	if !wild {
		inside := r.folder != "." && strings.HasPrefix(dir, r.folder+"/")
		return r.folder, inside || dir == r.folder
	}
	rest, ok := strings.CutPrefix(dir, parent+"/")
	if !ok {
		return "", false
	}
	first, _, _ := strings.Cut(rest, "/")
	return path.Join(parent, first), true
}

// folderOf returns the folder of an imported package of ours.
func folderOf(module, imported string) (string, bool) {
	if imported == module {
		return ".", true
	}
	return strings.CutPrefix(imported, module+"/")
}

// standard reports whether an import path belongs to the standard library: its
// first element is no domain name.
func standard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return !strings.Contains(first, ".")
}

// below reports whether an import path is one of prefixes or lies below one.
func below(imported string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool {
		return p == "*" || imported == p || strings.HasPrefix(imported, p+"/")
	})
}
