package dropconv

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// buffered reports whether the call at cur copies what a bytes.Buffer holds, or the token of a
// bufio.Scanner. A pointer to a buffer may be nil, and then the string is another.
func buffered(pass *analysis.Pass, cur inspector.Cursor) bool {
	call := cur.Node().(*ast.CallExpr)
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	t := types.Unalias(pass.TypesInfo.TypeOf(sel.X))
	if technique.IsMethod(pass.TypesInfo, call, "bufio", "Scanner", "Text") {
		return technique.IsNamed(t, "bufio", "Scanner")
	}
	if !technique.IsMethod(pass.TypesInfo, call, "bytes", "Buffer", "String") ||
		!technique.IsNamed(t, "bytes", "Buffer") {
		return false
	}
	if _, ok := t.(*types.Named); ok {
		return true
	}
	p, ok := pointerAt(pass, cur)
	return ok && (p.made() || p.followed() || p.failsAnyway())
}

// lentBuffer reports whether the call at cur copies what a bytes.Buffer holds that others may have:
// what it writes to may write to that buffer, which moves its bytes before it looks at those that
// it gets.
func lentBuffer(pass *analysis.Pass, cur inspector.Cursor) bool {
	call, ok := cur.Node().(*ast.CallExpr)
	if !ok || !technique.IsMethod(pass.TypesInfo, call, "bytes", "Buffer", "String") {
		return false
	}
	if p, ok := pointerAt(pass, cur); ok && !p.made() {
		return true
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	v, ok := technique.Variable(pass.TypesInfo, sel.X)
	return ok && getsAway(pass, v)
}

// getsAway reports whether something else than a method or a function of the standard library that
// keeps nothing gets a buffer, or its address.
func getsAway(pass *analysis.Pass, v *types.Var) bool {
	return slices.ContainsFunc(technique.UsesOf(pass, v), func(use inspector.Cursor) bool {
		if use.ParentEdgeKind() == edge.SelectorExpr_X {
			return use.Parent().ParentEdgeKind() != edge.CallExpr_Fun
		}
		if use.ParentEdgeKind() == edge.UnaryExpr_X {
			use = use.Parent()
		}
		if use.ParentEdgeKind() != edge.CallExpr_Args {
			return true
		}
		fn, ok := technique.Func(pass.TypesInfo, use.Parent().Node().(*ast.CallExpr))
		return !ok || !effects.Known(fn) || !effects.RetainsNothing(fn, use.ParentEdgeIndex())
	})
}

// keepsToItself reports whether a bytes.Buffer is a variable of the function, of whose bytes only
// copies are handed out, or what it returns.
func keepsToItself(pass *analysis.Pass, x ast.Expr) bool {
	v, ok := technique.Variable(pass.TypesInfo, x)
	if !ok || technique.IsPointer(v.Type()) || !technique.IsNamed(v.Type(), "bytes", "Buffer") {
		return false
	}
	def, ok := technique.Definition(pass, v)
	if !ok || def.ParentEdgeKind() != edge.ValueSpec_Names || technique.Initial(pass, v) != nil {
		return false // a parameter may share its bytes
	}
	fn, _ := technique.EnclosingFunc(def)
	uses, local := technique.LocalUses(pass, v)
	return local && !getsAway(pass, v) &&
		!slices.ContainsFunc(uses, func(use inspector.Cursor) bool {
			sel, ok := use.Parent().Node().(*ast.SelectorExpr)
			if !ok || use.ParentEdgeKind() != edge.SelectorExpr_X {
				return false
			}
			switch sel.Sel.Name {
			case "Bytes", "Next", "AvailableBuffer":
				return use.Parent().Parent().ParentEdgeKind() != edge.ReturnStmt_Results ||
					!technique.InFunc(use, fn)
			}
			return false
		})
}

// pointer is a variable that always has the same pointer to a bytes.Buffer, on which String is
// called.
type pointer struct {
	pass *analysis.Pass
	call inspector.Cursor
	v    *types.Var
}

// pointerAt matches v.String(), where v is a variable of the function and always the same pointer.
func pointerAt(pass *analysis.Pass, cur inspector.Cursor) (*pointer, bool) {
	sel, ok := cur.Node().(*ast.CallExpr).Fun.(*ast.SelectorExpr)
	if !ok {
		return nil, false
	}
	v, ok := technique.Variable(pass.TypesInfo, sel.X)
	if !ok || !technique.IsPointer(v.Type()) || !technique.Unassigned(pass, v) {
		return nil, false
	}
	_, local := technique.LocalUses(pass, v)
	return &pointer{pass, cur, v}, local
}

// made reports whether the variable gets a new buffer where it is declared.
//
//	new(bytes.Buffer), &bytes.Buffer{}, bytes.NewBuffer(nil), bytes.NewBufferString(s)
func (p *pointer) made() bool {
	info := p.pass.TypesInfo
	switch e := ast.Unparen(technique.Initial(p.pass, p.v)).(type) {
	case *ast.UnaryExpr:
		return e.Op == token.AND
	case *ast.CallExpr:
		return technique.IsBuiltin(info, e, "new") ||
			technique.IsFunc(info, e, "bytes", "NewBuffer") ||
			technique.IsFunc(info, e, "bytes", "NewBufferString")
	}
	return false
}

// followed reports whether a statement has run that writes to the buffer, and would have panicked
// if there were none. Who follows the text asks whether the function jumps past it.
func (p *pointer) followed() bool {
	fn, ok := technique.EnclosingFunc(p.call)
	for stmt := p.call; ok && stmt != fn; stmt = stmt.Parent() {
		if !technique.InList(stmt) {
			continue
		}
		for prev, ok := stmt.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
			if s, isStmt := prev.Node().(ast.Stmt); isStmt && p.write(s) != nil {
				return true
			}
		}
	}
	return false
}

// failsAnyway reports whether the function panics where the pointer is nil, before it does
// anything else: the text "<nil>" leads to a branch that begins with a write to the buffer.
//
//	if b.String() != "" { b.WriteByte(',') }
func (p *pointer) failsAnyway() bool {
	cond := p.call.Parent()
	n, ok := cond.Node().(*ast.BinaryExpr)
	if !ok || n.Op != token.NEQ {
		return false
	}
	if text, ok := technique.ConstantText(p.pass.TypesInfo, n.Y); !ok || text != "" {
		return false
	}
	branch, ok := cond.Parent().Node().(*ast.IfStmt)
	if !ok || len(branch.Body.List) == 0 {
		return false
	}
	call := p.write(branch.Body.List[0])
	return call != nil && len(call.Args) == 1 && p.pass.TypesInfo.Types[call.Args[0]].Value != nil
}

// write returns the call by which a statement writes to the buffer, if that is all it does.
func (p *pointer) write(stmt ast.Stmt) *ast.CallExpr {
	expr, ok := stmt.(*ast.ExprStmt)
	if !ok {
		return nil
	}
	call, ok := expr.X.(*ast.CallExpr)
	if !ok {
		return nil
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !technique.Names(p.pass.TypesInfo, sel.X, p.v) {
		return nil
	}
	switch sel.Sel.Name {
	case "Write", "WriteByte", "WriteRune", "WriteString":
		return call
	}
	return nil
}
