package appendstyle

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// index is what all proposals for a package look up.
type index struct {
	pass  *analysis.Pass
	top   inspector.Cursor
	info  *types.Info
	funcs map[*ast.FuncDecl]*function
	quiet *effects.Walker // see newQuiet
	names map[string]bool // all that the files declare or use
	// mentioned are the words of the folder's other files; nil until one is
	// looked for. unread says that one of the files cannot be read.
	mentioned map[string]bool
	unread    bool
}

func newIndex(pass *analysis.Pass) *index {
	ix := &index{pass: pass, info: pass.TypesInfo,
		funcs: make(map[*ast.FuncDecl]*function), names: make(map[string]bool)}
	ix.quiet = newQuiet(ix)
	ix.top = pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
	for cur := range ix.top.Preorder((*ast.Ident)(nil)) {
		ix.names[cur.Node().(*ast.Ident).Name] = true
	}
	return ix
}

// function returns what is known of a function of the package.
func (ix *index) function(decl *ast.FuncDecl) *function {
	if ix.funcs[decl] == nil {
		ix.funcs[decl] = newFunction(ix, decl)
	}
	return ix.funcs[decl]
}

// text returns the value of a string constant.
func (ix *index) text(e ast.Expr) (string, bool) {
	v := ix.info.Types[e].Value
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}

// integer returns the value of an integer constant.
func (ix *index) integer(e ast.Expr) (int64, bool) {
	v := ix.info.Types[e].Value
	if v == nil || v.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(v)
}

func (ix *index) isNegative(e ast.Expr) bool {
	n, ok := ix.integer(e)
	return ok && n < 0
}

func (ix *index) isZero(e ast.Expr) bool {
	n, ok := ix.integer(e)
	return ok && n == 0
}

// uses returns where the package uses an object.
func (ix *index) uses(obj types.Object) []inspector.Cursor { return technique.UsesOf(ix.pass, obj) }

// editable reports whether a function of the file may be rewritten.
func (ix *index) editable(file *ast.File, fn *ast.FuncDecl) bool {
	return fn.Body != nil && !ast.IsGenerated(file) && !hasDirective(fn) &&
		technique.FileOf(ix.pass, fn.Pos()) != nil && !hasGoto(fn.Body) && ix.usual(fn) &&
		!strings.HasSuffix(ix.pass.Fset.File(file.FileStart).Name(), "_test.go")
}

// usual reports whether the predeclared names that rewrites write mean in all
// of a function what they should.
func (ix *index) usual(fn *ast.FuncDecl) bool {
	names := []string{"append", "make", "len", "max", "byte", "string", "rune",
		"int64", "uint64", "float64", "bool"}
	return technique.Predeclared(ix.pass, fn.Body.Lbrace+1, names...) &&
		!contains(fn, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			return ok && slices.Contains(names, id.Name) && ix.info.Defs[id] != nil
		})
}

// hasDirective reports whether a comment tells the compiler or a tool about
// the function: it may be called from where no one can see.
func hasDirective(fn *ast.FuncDecl) bool {
	if fn.Doc == nil {
		return false
	}
	return slices.ContainsFunc(fn.Doc.List, func(c *ast.Comment) bool {
		return strings.HasPrefix(c.Text, "//go:") || strings.HasPrefix(c.Text, "//export ")
	})
}

// hasGoto reports whether control may jump: what comes later in the text is
// then not what happens later.
func hasGoto(body *ast.BlockStmt) bool {
	return contains(body, func(n ast.Node) bool {
		b, ok := n.(*ast.BranchStmt)
		return ok && b.Tok == token.GOTO
	})
}

// contains reports whether a node below n, or n, is wanted.
func contains(n ast.Node, wanted func(ast.Node) bool) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		found = found || n != nil && wanted(n)
		return !found
	})
	return found
}

// elsewhere reports whether files of the package's folder that were not looked
// at, because of build constraints or because they are not Go, mention a name.
func (ix *index) elsewhere(name string) bool {
	if ix.mentioned == nil {
		ix.mentioned = make(map[string]bool)
		for _, file := range ix.unseen() {
			data, err := ix.pass.ReadFile(file)
			if err != nil {
				data, err = os.ReadFile(file)
			}
			ix.unread = ix.unread || err != nil
			for word := range strings.FieldsFuncSeq(string(data), notInName) {
				ix.mentioned[word] = true
			}
		}
	}
	return ix.unread || ix.mentioned[name]
}

func notInName(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// unseen returns the source files of the folder that are not in the pass.
func (ix *index) unseen() []string {
	seen := make(map[string]bool)
	dir := ""
	for _, file := range ix.pass.Files {
		name := ix.pass.Fset.File(file.FileStart).Name()
		seen[filepath.Base(name)] = true
		if strings.HasSuffix(name, ".go") && technique.FileOf(ix.pass, file.FileStart) != nil {
			dir = filepath.Dir(name)
		}
	}
	var out []string
	for _, pattern := range []string{"*.go", "*.s", "*.c", "*.h"} {
		names, _ := filepath.Glob(filepath.Join(dir, pattern)) // the pattern is good
		for _, name := range names {
			if !seen[filepath.Base(name)] {
				out = append(out, name)
			}
		}
	}
	return out
}
