// Package sqlsource finds the statements in a Go program, by types: the text that
// reaches database/sql, sqlx, pgx or gorm, or an interface with their methods.
//
// Text may be a constant, a concatenation, a format, a variable, or a parameter
// that callers in the same packages fill in. What is put together at run time is
// known by its constant parts. What is not done: text in fields, maps and
// builders is not followed.
package sqlsource

import (
	"context"
	"fmt"
	"go/ast"
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
	p := &program{calls: map[*types.Func][]call{}, dir: dir}
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

// call is a call with what is around it.
type call struct {
	pkg  *packages.Package
	expr *ast.CallExpr
	in   *ast.FuncDecl // nil at the top level
}

// program is all calls of the packages.
type program struct {
	dir   string
	all   []call
	calls map[*types.Func][]call // by what is called
}

func (p *program) collect(pkg *packages.Package, file *ast.File) {
	for _, decl := range file.Decls {
		in, _ := decl.(*ast.FuncDecl)
		ast.Inspect(decl, func(n ast.Node) bool {
			expr, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			c := call{pkg: pkg, expr: expr, in: in}
			p.all = append(p.all, c)
			if f := callee(pkg.TypesInfo, expr); f != nil {
				p.calls[f] = append(p.calls[f], c)
			}
			return true
		})
	}
}

// callee returns the function that is called, of generic ones the origin.
func callee(info *types.Info, expr *ast.CallExpr) *types.Func {
	fun := ast.Unparen(expr.Fun)
	switch index := fun.(type) {
	case *ast.IndexExpr:
		fun = index.X
	case *ast.IndexListExpr:
		fun = index.X
	}
	var id *ast.Ident
	switch fun := fun.(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	default:
		return nil
	}
	f, _ := info.Uses[id].(*types.Func)
	if f == nil {
		return nil
	}
	return f.Origin()
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

// textArgument returns the index of the argument that is a statement, or -1.
func textArgument(f *types.Func) int {
	if f.Pkg() == nil || !slices.Contains(methods, f.Name()) {
		return -1
	}
	sig := f.Signature()
	foreign := !databases.MatchString(f.Pkg().Path())
	if foreign && (sig.Recv() == nil || !types.IsInterface(sig.Recv().Type())) {
		return -1
	}
	for i := range sig.Params().Len() {
		v := sig.Params().At(i)
		basic, ok := v.Type().Underlying().(*types.Basic)
		if !ok || basic.Kind() != types.String {
			continue
		}
		if foreign && !strings.Contains("query sql stmt statement q s", v.Name()) {
			continue
		}
		return i
	}
	return -1
}

// statements returns what reaches a database, in the order of the source.
func (p *program) statements() []Statement {
	var list []Statement
	for _, c := range p.all {
		f := callee(c.pkg.TypesInfo, c.expr)
		if f == nil {
			continue
		}
		i := textArgument(f)
		if i < 0 || i >= len(c.expr.Args) {
			continue
		}
		e := evaluator{program: p, depth: 4}
		for _, text := range e.eval(c, c.expr.Args[i]) {
			if parts, ok := text.known(); ok {
				at := text.at
				if at == nil {
					at = &c
				}
				list = append(list, p.statement(*at, parts))
			}
		}
	}
	return list
}

func (p *program) statement(c call, parts []string) Statement {
	pos := c.pkg.Fset.Position(c.expr.Pos())
	return Statement{File: p.relative(pos), Line: pos.Line, Parts: parts}
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
