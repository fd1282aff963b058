// Package routesource reads from the source of a program which routes it
// registers: with net/http, chi, echo, gin or gorilla/mux, told by types.
// A pattern that the source does not spell out as a constant is left out.
package routesource

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/wring-go/wring/internal/pathshape"
)

// Route is a route with where it is registered.
type Route struct {
	Pattern pathshape.Pattern
	File    string
	Line    int
	// Handler is the function that serves it, as pprof prints it: the last one that
	// is registered, or that is handed to what wraps it. "" when the source does not
	// name one.
	Handler string
}

// Find returns the routes that the packages register, in the order of the source.
// An error means that the packages could not be loaded, or register none.
func Find(dir string, patterns ...string) ([]Route, error) {
	pkgs, err := packages.Load(&packages.Config{Dir: dir, Mode: packages.LoadSyntax}, patterns...)
	if err != nil {
		return nil, err
	}
	p := &program{values: map[types.Object][]source{}, mounts: map[types.Object][]mount{}}
	for _, pkg := range pkgs {
		if len(pkg.Errors) > 0 {
			return nil, fmt.Errorf("%s: %w", pkg.PkgPath, pkg.Errors[0])
		}
		p.fset = pkg.Fset
	}
	for _, pkg := range pkgs {
		for _, f := range pkg.Syntax {
			p.learn(pkg.TypesInfo, f)
		}
	}
	for _, pkg := range pkgs {
		for _, f := range pkg.Syntax {
			p.registrations(pkg.TypesInfo, f)
		}
	}
	if len(p.routes) == 0 {
		return nil, errors.New("no route is registered there with net/http, chi, echo, gin or " +
			"gorilla/mux by a constant pattern")
	}
	slices.SortStableFunc(p.routes, func(a, b Route) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return p.routes, nil
}

// program is what is known of the routers in the source.
type program struct {
	fset   *token.FileSet
	values map[types.Object][]source // what a variable or parameter may be
	mounts map[types.Object][]mount  // where what a function or variable gives is mounted
	routes []Route
}

// source is an expression with the types of its package.
type source struct {
	info *types.Info
	expr ast.Expr
	// below is added: the prefix of chi's Route, whose function gets a router.
	below string
	// in is the function that the expression stands in.
	in types.Object
}

// mount is a router below a prefix of another.
type mount struct {
	source
	prefix string
}

// call is a call of a method or function of a framework.
type call struct {
	*ast.CallExpr
	info      *types.Info
	framework string // net/http, chi, echo, gin or mux
	name      string
	receiver  ast.Expr // nil for a function
}

// frameworkOf returns the framework of a package, by its import path.
func frameworkOf(path string) string {
	switch {
	case path == "net/http":
		return "net/http"
	case strings.HasPrefix(path, "github.com/go-chi/chi"):
		return "chi"
	case strings.HasPrefix(path, "github.com/labstack/echo"):
		return "echo"
	case strings.HasPrefix(path, "github.com/gin-gonic/gin"):
		return "gin"
	case path == "github.com/gorilla/mux":
		return "mux"
	}
	return ""
}

// callOf returns a call of a framework.
func callOf(info *types.Info, n ast.Node) (call, bool) {
	c, ok := n.(*ast.CallExpr)
	if !ok {
		return call{}, false
	}
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok {
		return call{}, false
	}
	f, ok := info.Uses[sel.Sel].(*types.Func)
	if !ok || f.Pkg() == nil {
		return call{}, false
	}
	framework := frameworkOf(f.Pkg().Path())
	if framework == "" {
		return call{}, false
	}
	out := call{CallExpr: c, info: info, framework: framework, name: f.Name()}
	if f.Signature().Recv() != nil {
		out.receiver = sel.X
	}
	return out, true
}

// text returns the constant value of an argument.
func (c call) text(i int) (string, bool) {
	if i >= len(c.Args) {
		return "", false
	}
	v := c.info.Types[c.Args[i]].Value
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}

// learn notes what variables and parameters are.
func (p *program) learn(info *types.Info, f *ast.File) {
	for _, decl := range f.Decls {
		var in types.Object
		if fn, ok := decl.(*ast.FuncDecl); ok {
			in = info.Defs[fn.Name]
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if len(n.Lhs) == len(n.Rhs) {
					for i := range n.Lhs {
						p.assign(info, n.Lhs[i], n.Rhs[i], in)
					}
				}
			case *ast.ValueSpec:
				for i := range min(len(n.Names), len(n.Values)) {
					p.assign(info, n.Names[i], n.Values[i], in)
				}
			case *ast.CallExpr:
				p.arguments(info, n, in)
				if c, ok := callOf(info, n); ok {
					p.nested(c, in)
				}
			}
			return true
		})
	}
}

func (p *program) assign(info *types.Info, to, value ast.Expr, in types.Object) {
	if obj := objectOf(info, to); obj != nil {
		p.values[obj] = append(p.values[obj], source{info: info, expr: value, in: in})
	}
}

// objectOf returns the variable, field or function that an expression names.
func objectOf(info *types.Info, e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if obj := info.Defs[e]; obj != nil {
			return obj
		}
		return info.Uses[e]
	case *ast.SelectorExpr:
		return info.Uses[e.Sel]
	}
	return nil
}

// arguments notes what the parameters of a function of the program are.
func (p *program) arguments(info *types.Info, c *ast.CallExpr, in types.Object) {
	f, ok := objectOf(info, c.Fun).(*types.Func)
	if !ok || frameworkOf(pathOf(f)) != "" {
		return
	}
	params := f.Signature().Params()
	for i := range min(params.Len(), len(c.Args)) {
		p.values[params.At(i)] = append(p.values[params.At(i)],
			source{info: info, expr: c.Args[i], in: in})
	}
}

func pathOf(obj types.Object) string {
	if obj.Pkg() == nil {
		return ""
	}
	return obj.Pkg().Path()
}

// nested notes what chi's Route and Group give to a function, and what Mount puts
// below a prefix.
func (p *program) nested(c call, in types.Object) {
	prefix, _ := c.text(0)
	switch {
	case c.framework != "chi" || len(c.Args) == 0:
	case c.name == "Route" && len(c.Args) == 2, c.name == "Group":
		last := c.Args[len(c.Args)-1]
		if c.name == "Group" {
			prefix = ""
		}
		if param := firstParam(c.info, last); param != nil {
			p.values[param] = append(p.values[param],
				source{info: c.info, expr: c.receiver, below: prefix, in: in})
		}
	case c.name == "Mount" && len(c.Args) == 2:
		e := ast.Unparen(c.Args[1])
		if inner, ok := e.(*ast.CallExpr); ok {
			e = inner.Fun
		}
		if obj := objectOf(c.info, e); obj != nil {
			p.mounts[obj] = append(p.mounts[obj],
				mount{source{info: c.info, expr: c.receiver, in: in}, prefix})
		}
	}
}

// firstParam returns the first parameter of a function literal or a named one.
func firstParam(info *types.Info, e ast.Expr) types.Object {
	if lit, ok := ast.Unparen(e).(*ast.FuncLit); ok {
		if list := lit.Type.Params.List; len(list) > 0 && len(list[0].Names) > 0 {
			return info.Defs[list[0].Names[0]]
		}
		return nil
	}
	if f, ok := objectOf(info, e).(*types.Func); ok && f.Signature().Params().Len() > 0 {
		return f.Signature().Params().At(0)
	}
	return nil
}
