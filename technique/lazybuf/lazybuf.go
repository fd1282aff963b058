// Package lazybuf gives a buffer that is made late room on the stack: one that a
// loop makes when it first needs it, or that a helper makes through a pointer.
package lazybuf

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("lazybuf",
		"make a buffer that is made late in room on the stack\n\n"+
			"Code that mostly returns what it got makes its buffer when it meets the first "+
			"byte that differs: while the slice is nil, there is none. The compiler puts such "+
			"a buffer on the heap, because a loop makes it, or because a helper does through "+
			"a pointer. The rewrite begins the slice empty, with constant room; what was made "+
			"is taken from there as far as it fits, with the same length and capacity, and "+
			"empty means what nil did.\n\n"+
			"It is proposed where each length is known to be more than zero, where the "+
			"buffer is made once, and where no use tells nil from empty. Where a length of "+
			"zero makes the next statement panic, it assumes that nothing looks at the "+
			"buffer after that.",
		run),
	Title:  "Make a late buffer on the stack",
	Causes: []string{"slice-make"},
	Risk:   technique.Checked,
}

// room is how many bytes of the frame a buffer gets. They are cleared in each call, also
// where no buffer is needed: so they are fewer than a slice gets that is always used.
const room = 128

func run(pass *analysis.Pass, root inspector.Cursor) {
	seen := make(map[types.Object]bool)
	for _, cur := range technique.Nodes(pass, (*ast.DeclStmt)(nil)) {
		v, ok := startsNil(pass, cur)
		if !ok || seen[v] {
			continue
		}
		f := &family{pass: pass, seen: seen, typ: v.Type()}
		if f.local(v) {
			f.propose()
		}
	}
}

// startsNil matches the declaration of a slice of small elements without a value.
//
//	var v []T
func startsNil(pass *analysis.Pass, cur inspector.Cursor) (*types.Var, bool) {
	v, _, value := technique.Declared(pass.TypesInfo, cur.Node())
	if v == nil || value != nil || !technique.InList(cur) {
		return nil, false
	}
	t, ok := v.Type().Underlying().(*types.Slice)
	if !ok {
		return nil, false
	}
	size, known := technique.SizeOf(pass, t.Elem())
	return v, known && 0 < size && size <= 16
}

// family is a set of local variables with the helpers that get pointers to them: what
// is written for nil in the helpers must hold for all of the variables.
type family struct {
	pass *analysis.Pass
	seen map[types.Object]bool // variables and helpers, those of other families as well
	typ  types.Type            // of the slices

	late  []ast.Node // calls of make while the slice is nil, in helpers and in loops
	early []ast.Node // other calls of make
	edits []analysis.TextEdit

	panics   bool // where a length is zero, the next statement panics
	captured bool // a function literal, which may run after that, uses a variable
}

// local judges all uses of a local variable, and writes its declaration.
func (f *family) local(v *types.Var) bool {
	if f.seen[v] {
		return true
	}
	f.seen[v] = true
	uses, ok := technique.LocalUses(f.pass, v)
	if !ok || !types.Identical(v.Type(), f.typ) {
		return false
	}
	decl, ok := f.declaration(v, uses)
	if !ok || f.jumps(decl) ||
		!technique.Predeclared(f.pass, decl.Node().Pos(), "make", "len", "cap", "nil") {
		return false
	}
	b := &buffer{family: f, v: v, decl: decl}
	for _, use := range uses {
		if !b.variable(use) {
			return false
		}
	}
	f.edits = append(f.edits, b.begun())
	return true
}

// declaration returns the statement that declares a variable without a value; uses are
// those of the variable.
func (f *family) declaration(v *types.Var, uses []inspector.Cursor) (inspector.Cursor, bool) {
	for _, use := range uses[:min(1, len(uses))] {
		for fn := range use.Enclosing((*ast.FuncDecl)(nil)) {
			for stmt := range fn.Preorder((*ast.DeclStmt)(nil)) {
				if w, ok := startsNil(f.pass, stmt); ok && w == v {
					return stmt, true
				}
			}
		}
	}
	return inspector.Cursor{}, false
}

// jumps reports whether a goto may lead back to before a place.
func (f *family) jumps(cur inspector.Cursor) bool {
	fn, ok := technique.EnclosingFunc(cur)
	return !ok || technique.HasGoto(f.pass, fn.Node())
}

// helper judges a function that gets a pointer to a buffer as its argument i: the
// pointer is only followed there, and all calls give pointers to such variables.
func (f *family) helper(fn *types.Func, i int) bool {
	sig := fn.Signature()
	decl := technique.DeclOf(f.pass, fn)
	calls, ok := technique.CallsOf(f.pass, fn)
	if decl == nil || decl.Body == nil || !ok || sig.Variadic() {
		return false
	}
	param := sig.Params().At(i)
	if f.seen[param] {
		return true
	}
	f.seen[param] = true
	ptr, ok := types.Unalias(param.Type()).(*types.Pointer)
	if !ok || !types.Identical(ptr.Elem(), f.typ) ||
		!technique.Predeclared(f.pass, decl.Body.Pos(), "make", "len", "cap", "nil") {
		return false
	}
	b := &buffer{family: f, v: param}
	for _, use := range technique.UsesOf(f.pass, param) {
		if !b.pointer(use) {
			return false
		}
	}
	for _, call := range calls {
		args := call.Node().(*ast.CallExpr).Args
		if len(args) != sig.Params().Len() {
			return false // the receiver is one, or another call gives them
		}
		v, ok := f.addressed(args[i])
		if !ok || !f.local(v) {
			return false
		}
	}
	return true
}

// addressed returns the local variable whose address an expression is.
func (f *family) addressed(e ast.Expr) (*types.Var, bool) {
	addr, ok := ast.Unparen(e).(*ast.UnaryExpr)
	if !ok {
		return nil, false
	}
	v, ok := technique.Variable(f.pass.TypesInfo, ast.Unparen(addr.X))
	return v, ok && !v.IsField() && v.Parent() != f.pass.Pkg.Scope()
}

func (f *family) propose() {
	if len(f.late) == 0 || f.panics && f.captured {
		return
	}
	technique.Report(f.pass, technique.Proposal{At: f.late[0],
		Also: append(f.late[1:], f.early...), Safe: !f.panics,
		Message: fmt.Sprintf("make the buffer in %d bytes of the stack, where it fits", room),
		Edits:   f.edits})
}
