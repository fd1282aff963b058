// Package recognise finds out about functions what a rewrite in append style
// asks: which variables add up a text, which expressions are put together, which
// replace bytes, which calls format, and whether it makes a difference in which
// order all these are evaluated. It knows typed syntax, and nothing of rewrites:
// the same questions always have the same answers.
package recognise

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// Package is a package with what is asked about its functions again and again.
type Package struct {
	Pass     *analysis.Pass
	top      inspector.Cursor
	Info     *types.Info
	funcs    map[*ast.FuncDecl]*Function
	mutation *effects.Walker       // see newMutation
	unseen   *effects.Walker       // see newUnseen
	literals map[*ast.FuncLit]bool // see literalWritesNothing
	Names    map[string]bool       // all that the files declare or use
}

// New returns the package of a pass, of which top is the whole.
func New(pass *analysis.Pass, top inspector.Cursor) *Package {
	ix := &Package{Pass: pass, top: top, Info: pass.TypesInfo,
		funcs: make(map[*ast.FuncDecl]*Function), Names: make(map[string]bool),
		literals: make(map[*ast.FuncLit]bool)}
	ix.mutation = newMutation(ix)
	ix.unseen = newUnseen(ix)
	for cur := range ix.top.Preorder((*ast.Ident)(nil)) {
		ix.Names[cur.Node().(*ast.Ident).Name] = true
	}
	return ix
}

// Function returns what is known of a function of the package.
func (ix *Package) Function(decl *ast.FuncDecl) *Function {
	if ix.funcs[decl] == nil {
		ix.funcs[decl] = newFunction(ix, decl, decl, nil)
	}
	return ix.funcs[decl]
}

// Functions returns the functions of a file that may be rewritten, and the literals of functions
// in each declaration.
func (ix *Package) Functions(file *ast.File) (list []*Function) {
	for _, whole := range file.Decls {
		if fn, ok := whole.(*ast.FuncDecl); ok {
			if !ix.Editable(file, fn) {
				continue
			}
			list = append(list, ix.Function(fn))
		}
		for n := range ast.Preorder(whole) {
			if lit, ok := n.(*ast.FuncLit); ok && ix.editable(file, lit, lit.Body) {
				decl := &ast.FuncDecl{Name: &ast.Ident{NamePos: lit.Pos(), Name: "_"},
					Type: lit.Type, Body: lit.Body}
				list = append(list, newFunction(ix, whole, decl, lit))
			}
		}
	}
	return list
}

// Editable reports whether a function of the file may be rewritten.
func (ix *Package) Editable(file *ast.File, fn *ast.FuncDecl) bool {
	return fn.Body != nil && !hasDirective(fn) && ix.editable(file, fn, fn.Body)
}

// Text returns the value of a string constant.
func (ix *Package) Text(e ast.Expr) (string, bool) {
	return technique.ConstantText(ix.Info, e)
}

// Integer returns the value of an integer constant.
func (ix *Package) Integer(e ast.Expr) (int64, bool) {
	return technique.ConstantInt(ix.Info, e)
}

func (ix *Package) isNegative(e ast.Expr) bool {
	n, ok := ix.Integer(e)
	return ok && n < 0
}

func (ix *Package) isZero(e ast.Expr) bool {
	n, ok := ix.Integer(e)
	return ok && n == 0
}

// Uses returns where the package uses an object.
func (ix *Package) Uses(obj types.Object) []inspector.Cursor {
	return technique.UsesOf(ix.Pass, obj)
}

// editable reports whether a function with that body may be rewritten.
func (ix *Package) editable(file *ast.File, fn ast.Node, body *ast.BlockStmt) bool {
	return !ast.IsGenerated(file) && technique.FileOf(ix.Pass, fn.Pos()) != nil &&
		!strings.HasSuffix(ix.Pass.Fset.File(file.FileStart).Name(), "_test.go") &&
		!technique.HasGoto(ix.Pass, body) && ix.usual(fn, body)
}

// usual reports whether the predeclared names that rewrites write mean in all
// of a function what they should.
func (ix *Package) usual(fn ast.Node, body *ast.BlockStmt) bool {
	names := []string{"append", "make", "len", "max", "byte", "string", "rune",
		"int64", "uint64", "float64", "bool"}
	if !technique.Hides(ix.Pass, names...) {
		return true
	}
	return technique.Predeclared(ix.Pass, body.Lbrace+1, names...) &&
		!Contains(fn, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			return ok && slices.Contains(names, id.Name) && ix.Info.Defs[id] != nil
		})
}

// hasDirective reports whether a comment is for the compiler or a tool: then code
// outside of the package's files may call the function.
func hasDirective(fn *ast.FuncDecl) bool {
	if fn.Doc == nil {
		return false
	}
	return slices.ContainsFunc(fn.Doc.List, func(c *ast.Comment) bool {
		return strings.HasPrefix(c.Text, "//go:") || strings.HasPrefix(c.Text, "//export ")
	})
}

// Contains reports whether a node below n, or n, is wanted.
func Contains(n ast.Node, wanted func(ast.Node) bool) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		found = found || n != nil && wanted(n)
		return !found
	})
	return found
}
