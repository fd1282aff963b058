package outline

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// mostParams is how many parameters the inliner's budget leaves room for beside a call.
const mostParams = 12

// deepest is how many functions between the constructor and who keeps its result are
// looked at.
const deepest = 3

// constructor is a function whose first result points to a new value.
type constructor struct {
	pass *analysis.Pass
	cur  inspector.Cursor // the declaration
	decl *ast.FuncDecl
	file *ast.File

	typ  ast.Expr   // of what the first result points to, as the source writes it
	elem types.Type // the same
	// hidden says that the first result is an interface, which always holds a pointer to such a
	// value, or nil where nils says so.
	hidden, nils bool

	v     *types.Var // the variable that holds the value; nil where only literals are returned
	name  string     // what the value is called in both functions
	made  []ast.Node // the expressions that make it
	fills []string   // the functions that fill it instead of what those call

	copies bool // variables whose addresses are returned are copied then

	edits []analysis.TextEdit
}

// signature looks at parameters and results.
func (c *constructor) signature(obj *types.Func) bool {
	sig := obj.Signature()
	if sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0 || sig.Results().Len() == 0 {
		return false
	}
	if star, ok := c.decl.Type.Results.List[0].Type.(*ast.StarExpr); ok {
		c.typ, c.elem = star.X, c.pass.TypesInfo.TypeOf(star.X)
	} else if !c.behindInterface(sig) {
		return false
	}
	vars := slices.Collect(sig.Params().Variables())
	if sig.Recv() != nil {
		vars = append(vars, sig.Recv())
	}
	for _, v := range vars {
		if v.Name() == "" || v.Name() == "_" || v.Name() == typeRoot(c.typ) || v.Name() == "new" {
			return false
		}
	}
	for r := range sig.Results().Variables() {
		if r.Name() == typeRoot(c.typ) || r.Name() == "new" {
			return false
		}
	}
	return len(vars) <= mostParams
}

// typeRoot returns the first name in the text of a type.
func typeRoot(typ ast.Expr) string {
	switch x := typ.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return typeRoot(x.X)
	}
	return ""
}

// movable reports whether the body does the same when another function calls it: it does
// not ask who calls it, and what the value is called means nothing else in it.
func (c *constructor) movable() bool {
	for n := range ast.Preorder(c.decl.Body) {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if fn, ok := c.pass.TypesInfo.Uses[n.Sel].(*types.Func); ok && fn.Pkg() != nil &&
				fn.Pkg().Path() == "runtime" {
				return false
			}
		case *ast.Ident:
			if c.hides(n) {
				return false
			}
		}
	}
	return technique.Predeclared(c.pass, c.decl.Body.Lbrace, "new")
}

// hides reports whether a name in the body would mean the value, and does not now.
func (c *constructor) hides(id *ast.Ident) bool {
	obj := c.pass.TypesInfo.ObjectOf(id)
	if obj == nil || id.Name != c.name || obj == types.Object(c.v) {
		return false
	}
	f, ok := obj.(*types.Var)
	_, method := obj.(*types.Func)
	return !(ok && f.IsField()) && !(method && obj.(*types.Func).Signature().Recv() != nil)
}

// keptByCaller reports whether some caller in the package surely keeps the value to itself.
func (c *constructor) keptByCaller(obj *types.Func) bool {
	return c.keptByCallers(obj, 0)
}

// keptByCallers looks at the callers of a function, and of others that return what it does
// and are inlined, a few calls deep. Tests show how others call what is exported; those of what is
// not do not count.
func (c *constructor) keptByCallers(obj types.Object, depth int) bool {
	for _, use := range technique.UsesOf(c.pass, obj) {
		file := technique.FileOf(c.pass, use.Node().Pos())
		if !obj.Exported() && technique.InTest(c.pass, file) {
			continue
		}
		call := use.Parent()
		if sel, ok := call.Node().(*ast.SelectorExpr); ok && sel.Sel == use.Node() {
			call = call.Parent()
		}
		n, ok := call.Node().(*ast.CallExpr)
		if ok && ast.Unparen(n.Fun).End() == use.Node().End() && c.keeps(call, depth) {
			return true
		}
	}
	return false
}

// keeps reports whether a caller uses what a call returns only for its fields and methods.
func (c *constructor) keeps(call inspector.Cursor, depth int) bool {
	switch n := call.Parent().Node().(type) {
	case *ast.ExprStmt:
		return true
	case *ast.ReturnStmt:
		fn, ok := technique.EnclosingFunc(call)
		decl, is := fn.Node().(*ast.FuncDecl)
		return ok && is && depth < deepest && technique.Inlined(c.pass, decl) &&
			c.keptByCallers(c.pass.TypesInfo.Defs[decl.Name], depth+1)
	case *ast.SelectorExpr:
		return c.ownUse(call)
	case *ast.AssignStmt:
		if len(n.Rhs) != 1 || n.Rhs[0] != call.Node() || n.Tok != token.DEFINE &&
			!technique.IsBlank(n.Lhs[0]) {
			return false
		}
		id := n.Lhs[0].(*ast.Ident)
		v, ok := c.pass.TypesInfo.Defs[id].(*types.Var)
		if technique.IsBlank(id) {
			return true
		}
		return ok && c.keptIn(v)
	}
	return false
}

// keptIn reports whether a variable is used only in ways that keep what it points to.
func (c *constructor) keptIn(v *types.Var) bool {
	uses, ok := technique.LocalUses(c.pass, v)
	for _, use := range uses {
		if !c.ownUse(use) {
			return false
		}
	}
	return ok
}

// ownUse reports whether a use of a pointer, or of a variable that it points to, is for a
// field or a call of a method; or gives it to a function of the package, which may keep it.
func (c *constructor) ownUse(use inspector.Cursor) bool {
	if c.hidden && types.IsInterface(c.pass.TypesInfo.TypeOf(use.Node().(ast.Expr))) {
		return c.calledAs(use)
	}
	switch n := use.Parent().Node().(type) {
	case *ast.SelectorExpr:
		sel := c.pass.TypesInfo.Selections[n]
		if sel == nil || sel.Kind() == types.FieldVal {
			return sel != nil
		}
		call, ok := use.Parent().Parent().Node().(*ast.CallExpr)
		return ok && call.Fun == ast.Expr(n)
	case *ast.CallExpr:
		fn, ok := technique.Func(c.pass.TypesInfo, n)
		return ok && n.Fun != use.Node() && fn.Pkg() == c.pass.Pkg
	case *ast.StarExpr:
		return true
	case *ast.BinaryExpr:
		return n.Op == token.EQL || n.Op == token.NEQ
	}
	return false
}

// function adds the edit that begins a second function where the body begins, and returns
// its name.
func (c *constructor) function() string {
	name, typ := c.fillName(), technique.Text(c.pass, c.typ)
	call, recv := name, ""
	if c.decl.Recv != nil {
		recv = technique.Text(c.pass, c.decl.Recv) + " "
		call = c.decl.Recv.List[0].Names[0].Name + "." + name
	}
	params := strings.TrimPrefix(technique.Text(c.pass, c.decl.Type.Params), "(")
	if len(c.decl.Type.Params.List) > 0 {
		params = ", " + params
	}
	directive := ""
	if technique.InlineCost(c.pass, c.decl) < 3*technique.InlineBudget {
		directive = "//\n//go:noinline\n" // inlined itself, it would be in the way
	}
	results := technique.Text(c.pass, c.decl.Type.Results)
	if c.hidden {
		results = c.shown()
	}
	text := "\n" + c.results(call+"(new("+typ+")"+c.arguments()+")") + "\n}\n\n" +
		"// " + name + " does the work of " + c.decl.Name.Name + ". What is left of " +
		c.decl.Name.Name + " is inlined, so that its\n// result can stay on the caller's stack.\n" +
		directive +
		"func " + recv + name + "(" + c.name + " *" + typ + params + " " + results +
		" {"
	c.edits = append(c.edits, technique.Insert(c.decl.Body.Lbrace+1, text))
	return name
}

// arguments returns what is passed on, with a comma before each.
func (c *constructor) arguments() string {
	var b strings.Builder
	for _, list := range c.decl.Type.Params.List {
		for _, id := range list.Names {
			b.WriteString(", " + id.Name)
		}
		if _, ok := list.Type.(*ast.Ellipsis); ok {
			b.WriteString("...")
		}
	}
	return b.String()
}

// fillName returns a name for the second function: initLexer for NewLexer, parseKeyInto
// for ParseKey.
func (c *constructor) fillName() string {
	name, typ := c.decl.Name.Name, technique.UpperFirst(typeName(c.typ))
	lower := technique.LowerFirst(name)
	if rest, ok := strings.CutPrefix(lower, "new"); ok {
		if rest == "" {
			rest = typ
		}
		return technique.FreshName(c.pass, c.file, "init"+technique.UpperFirst(rest))
	}
	return technique.FreshName(c.pass, c.file, lower+"Into")
}

// typeName returns the name of a type, without that of its package.
func typeName(typ ast.Expr) string {
	switch x := typ.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	}
	return "result"
}
