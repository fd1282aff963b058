// Package methodexpr names methods by expressions, which need no closure, where a variable
// chooses the method of one receiver that is called.
package methodexpr

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("methodexpr",
		"choose a method without a closure\n\n"+
			"A method value, s.handle, is a closure that holds s. Where a loop assigns one to a "+
			"variable that lives longer than an iteration, the closure is on the heap. A method "+
			"expression, (*T).handle, is a function that the program has already; it gets s "+
			"where it is called.\n\n"+
			"The variable holds methods of one receiver only, a pointer that does not change, "+
			"and is only called and compared with nil. So does a field of a struct that is "+
			"given methods of that struct, the states of a machine, or a list of them: the struct "+
			"must never be copied. Where the type of the functions has a name, and other code has "+
			"it, too, the field gets a type of its own.",
		technique.Each(propose, (*ast.DeclStmt)(nil), (*ast.AssignStmt)(nil)),
		technique.Each(proposeField, (*ast.Field)(nil))),
	Title:  "Choose methods by expressions, not values",
	Causes: []string{"method-value", "unknown"},
	Risk:   technique.Safe,
}

// propose matches the declaration of such a variable.
//
//	have: var f func(int); for … { f = s.first; f(n) }
//	want: var f func(*T, int); for … { f = (*T).first; f(s, n) }
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	v, _, value := technique.Declared(pass.TypesInfo, cur.Node())
	if v == nil {
		return none, false
	}
	c, ok := newChoice(pass, cur, v)
	if !ok {
		return none, false
	}
	if value != nil && !c.assigned(value) {
		return none, false
	}
	if decl, is := cur.Node().(*ast.DeclStmt); is && !c.declared(decl) {
		return none, false
	}
	uses, ok := technique.LocalUses(pass, v)
	for _, use := range uses {
		if !c.use(use) {
			return none, false
		}
	}
	if !ok || c.at == nil || !c.typed() {
		return none, false
	}
	return technique.Proposal{At: c.at, Also: c.also, Edits: c.edits,
		Message: "choose the method by an expression, which needs no closure"}, true
}

// choice is a variable that holds methods of one receiver.
type choice struct {
	pass *analysis.Pass
	file *ast.File
	stmt inspector.Cursor // its declaration
	fn   inspector.Cursor // the function around that
	v    *types.Var

	recv   *types.Var    // the receiver, nil before it is known
	params *ast.FuncType // the type that is written there, if one is
	values []*ast.SelectorExpr
	calls  []*ast.CallExpr
	at     ast.Node // the first value that a loop assigns
	also   []ast.Node
	edits  []analysis.TextEdit
}

func newChoice(pass *analysis.Pass, cur inspector.Cursor, v *types.Var) (*choice, bool) {
	if _, is := v.Type().Underlying().(*types.Signature); !is || !technique.InList(cur) {
		return nil, false
	}
	fn, ok := technique.EnclosingFunc(cur)
	file := technique.FileOf(pass, v.Pos())
	return &choice{pass: pass, file: file, stmt: cur, fn: fn, v: v}, ok && file != nil &&
		!technique.HasGoto(pass, fn.Node())
}

// declared looks at a declaration that says the variable's type.
func (c *choice) declared(decl *ast.DeclStmt) bool {
	spec := decl.Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
	if spec.Type == nil {
		return true
	}
	var ok bool
	c.params, ok = spec.Type.(*ast.FuncType)
	return ok
}

// assigned allows a method of the receiver, and nil.
func (c *choice) assigned(value ast.Expr) bool {
	info := c.pass.TypesInfo
	if info.Types[value].IsNil() {
		return true
	}
	sel, ok := ast.Unparen(value).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	method := info.Selections[sel]
	id, ok := sel.X.(*ast.Ident)
	if !ok || method == nil || method.Kind() != types.MethodVal || len(method.Index()) != 1 {
		return false
	}
	recv, ok := info.Uses[id].(*types.Var)
	if !ok || c.recv != nil && c.recv != recv || !c.pointer(recv, method) {
		return false
	}
	c.recv = recv
	c.values = append(c.values, sel)
	return true
}

// pointer reports whether a receiver is a pointer that the function does not change, and the
// method one of pointers: neither looks at what the pointer points to before it is called.
func (c *choice) pointer(recv *types.Var, method *types.Selection) bool {
	p, ok := types.Unalias(recv.Type()).(*types.Pointer)
	if !ok || recv.Parent() == c.pass.Pkg.Scope() {
		return false
	}
	named, ok := types.Unalias(p.Elem()).(*types.Named)
	if !ok || named.TypeParams() != nil || types.IsInterface(named) {
		return false
	}
	_, pointer := method.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer)
	return pointer && technique.KeepsValue(c.pass, recv, c.fn.Node())
}

// use allows assignments of methods, calls, and comparisons with nil.
func (c *choice) use(use inspector.Cursor) bool {
	if !technique.InFunc(use, c.fn) {
		return false
	}
	switch n := use.Parent().Node().(type) {
	case *ast.AssignStmt:
		if use.ParentEdgeKind() != edge.AssignStmt_Lhs || n.Tok != token.ASSIGN ||
			len(n.Lhs) != len(n.Rhs) {
			return false
		}
		value := n.Rhs[use.ParentEdgeIndex()]
		if !c.pass.TypesInfo.Types[value].IsNil() &&
			technique.Repeated(use, c.stmt.Node().Pos()) { // it has to outlive an iteration
			if c.at == nil {
				c.at = value
			} else {
				c.also = append(c.also, value)
			}
		}
		return c.assigned(value)
	case *ast.BinaryExpr:
		return n.Op == token.EQL || n.Op == token.NEQ
	case *ast.CallExpr:
		if use.ParentEdgeKind() != edge.CallExpr_Fun {
			return false
		}
		if technique.RunsLater(use.Parent()) {
			return false
		}
		c.calls = append(c.calls, n)
		return true
	}
	return false
}

// typed makes the edits. The receiver and its type have names wherever they are needed.
func (c *choice) typed() bool {
	for _, sel := range c.values {
		name, edits, ok := technique.TypeText(c.pass, c.file, sel.Pos(), c.recv.Type())
		if !ok || len(edits) > 0 {
			return false
		}
		c.edits = append(c.edits, technique.Replace(sel.X, "("+name+")"))
	}
	if c.params != nil {
		name, edits, ok := technique.TypeText(c.pass, c.file, c.params.Pos(), c.recv.Type())
		if !ok || len(edits) > 0 {
			return false
		}
		c.edits = append(c.edits, technique.Insert(c.params.Params.Opening+1, c.parameter(name)))
	}
	for _, call := range c.calls {
		if !technique.Visible(c.pass, c.recv, call.Pos()) {
			return false
		}
		text := c.recv.Name()
		if len(call.Args) > 0 {
			text += ", "
		}
		c.edits = append(c.edits, technique.Insert(call.Lparen+1, text))
	}
	return true
}

// parameter returns the first parameter of the variable's type.
func (c *choice) parameter(name string) string {
	list := c.params.Params.List
	if len(list) == 0 {
		return name
	}
	if len(list[0].Names) > 0 {
		name = "_ " + name
	}
	return name + ", "
}
