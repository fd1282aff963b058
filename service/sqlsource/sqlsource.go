// Package sqlsource finds the statements in a Go program, by types: the text that
// reaches database/sql, sqlx, pgx or gorm, or an interface with their methods.
//
// Local variables, lists and builders are followed statement by statement (flow),
// fields and variables of packages by what is stored in them, parameters by the
// calls that fill them in (expansion), all within bounds. What is put together at
// run time is known by its constant parts.
package sqlsource

import (
	"context"
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Statement is a text that reaches a database, or one that may.
type Statement struct {
	File  string // relative to the folder that was asked about, where it is below it
	Line  int
	End   int      // the last line of the call
	Parts []string // constant; between two of them is what only the run knows
}

// Find returns the statements of the packages that the patterns name, and what
// kept some packages from being read.
func Find(ctx context.Context, dir string, patterns []string) ([]Statement, []string, error) {
	cfg := &packages.Config{Context: ctx, Dir: dir, Mode: packages.NeedName |
		packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedSyntax |
		packages.NeedTypes | packages.NeedTypesInfo | packages.NeedTypesSizes |
		packages.NeedImports}
	list, err := packages.Load(cfg, patterns...)
	if err != nil {
		return nil, nil, fmt.Errorf("the packages %s cannot be read: %w",
			strings.Join(patterns, " "), err)
	}
	p := newProgram(dir)
	var problems []string
	files := 0
	for _, pkg := range list {
		files += len(pkg.Syntax)
		for _, e := range pkg.Errors {
			problems = append(problems, e.Error())
		}
		for _, file := range pkg.Syntax {
			p.collect(pkg, file)
		}
	}
	if files == 0 {
		problems = append(problems, "there are no Go files")
		return nil, nil, fmt.Errorf("the packages %s cannot be read: %s",
			strings.Join(patterns, " "), problems[0])
	}
	return p.statements(), problems, nil
}

// databases are the packages whose functions take statements.
var databases = regexp.MustCompile(`^(database/sql|github\.com/jmoiron/sqlx|` +
	`github\.com/jackc/pgx(/v\d+)?(/.*)?|gorm\.io/gorm|github\.com/jinzhu/gorm)$`)

// methods are the names that interfaces in front of a database have.
var methods = []string{"Query", "QueryContext", "QueryRow", "QueryRowContext", "Exec",
	"ExecContext", "Prepare", "PrepareContext", "Queryx", "QueryxContext", "QueryRowx",
	"QueryRowxContext", "Get", "GetContext", "Select", "SelectContext", "NamedExec",
	"NamedExecContext", "NamedQuery", "NamedQueryContext", "MustExec", "MustExecContext",
	"Preparex", "PreparexContext", "PrepareNamed", "PrepareNamedContext", "Raw", "Queue"}

// textArgument returns the index of the argument that is a statement, or -1. It is
// the one whose name says so, or the first string of a function of a database.
func textArgument(f *types.Func) int {
	if f.Pkg() == nil || !slices.Contains(methods, f.Name()) {
		return -1
	}
	sig := f.Signature()
	foreign := !databases.MatchString(f.Pkg().Path())
	if foreign && (sig.Recv() == nil || !types.IsInterface(sig.Recv().Type())) {
		return -1
	}
	first := -1
	for i := range sig.Params().Len() {
		v := sig.Params().At(i)
		if !isString(v.Type()) {
			continue
		}
		if slices.Contains([]string{"query", "sql", "stmt", "statement", "q", "s"}, v.Name()) {
			return i
		}
		if first < 0 && (!foreign || v.Name() == "" || v.Name() == "_") {
			first = i
		}
	}
	return first
}

// statements returns what reaches a database, in the order of the source.
func (p *program) statements() []Statement {
	var list []Statement
	seen := map[string]bool{}
	for _, c := range p.all {
		f := callee(c.pkg.TypesInfo, c.expr)
		if f == nil {
			continue
		}
		i := textArgument(f)
		if i < 0 || i >= len(c.expr.Args) {
			continue
		}
		for _, t := range p.texts(c, c.expr.Args[i]) {
			t = t.each(named(f.Name()))
			if !t.known() {
				continue
			}
			at := t.at
			if at == nil {
				at = &c
			}
			s := p.statement(*at, t.parts)
			if id := fmt.Sprintf("%s:%d %q", s.File, s.Line, s.Parts); !seen[id] {
				seen[id] = true
				list = append(list, s)
			}
		}
	}
	return list
}

func (p *program) statement(c call, parts []string) Statement {
	pos := c.pkg.Fset.Position(c.expr.Pos())
	end := c.pkg.Fset.Position(c.expr.End())
	return Statement{File: p.relative(pos), Line: pos.Line, End: end.Line, Parts: parts}
}

func (p *program) relative(pos token.Position) string {
	dir, err := filepath.Abs(p.dir)
	if err != nil {
		return pos.Filename
	}
	if link, err := filepath.EvalSymlinks(dir); err == nil {
		dir = link
	}
	name, err := filepath.Rel(dir, pos.Filename)
	if err != nil || strings.HasPrefix(name, "..") {
		return pos.Filename
	}
	return filepath.ToSlash(name)
}
