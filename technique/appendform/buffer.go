package appendform

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// buffer is a bytes.Buffer or strings.Builder to which a function writes.
type buffer struct {
	pass *analysis.Pass
	e    ast.Expr // names it, or a pointer to it
	text string
	// own says that the function makes it: it is not nil, and no other code
	// can be about to take back what was read from it.
	own bool
}

// bufferAt matches a buffer that is the same at each place of the function in which a
// statement is, and of which the function reads nothing that it could take back.
func bufferAt(pass *analysis.Pass, stmt inspector.Cursor, e ast.Expr) (b buffer, ok bool) {
	e = ast.Unparen(e)
	if and, ok := e.(*ast.UnaryExpr); ok && and.Op == token.AND {
		e = and.X
	}
	typ := pass.TypesInfo.TypeOf(e)
	if !technique.IsNamed(typ, "bytes", "Buffer") && !technique.IsNamed(typ, "strings", "Builder") {
		return b, false
	}
	b = buffer{pass: pass, e: e, text: technique.Text(pass, e)}
	var root *ast.Ident
	switch e := e.(type) {
	case *ast.Ident:
		root = e
	case *ast.SelectorExpr:
		if root, ok = e.X.(*ast.Ident); !ok || !b.field(e) {
			return b, false
		}
	default:
		return b, false
	}
	v, ok := technique.Variable(pass.TypesInfo, root)
	if !ok {
		return b, false
	}
	if _, ok = technique.LocalUses(pass, v); !ok || !b.value(v) && !technique.Unassigned(pass, v) {
		return b, false
	}
	b.own = root == e && b.made(stmt, v)
	for decl := range stmt.Enclosing((*ast.FuncDecl)(nil)) {
		return b, b.onlyGrows(decl)
	}
	return b, false
}

// value reports whether v is the buffer itself, not a pointer.
func (b *buffer) value(v *types.Var) bool {
	_, ok := types.Unalias(v.Type()).(*types.Named)
	return ok && b.pass.TypesInfo.TypeOf(b.e) == v.Type()
}

// made reports whether the function around a statement declares v and makes what it
// stands for.
func (b *buffer) made(stmt inspector.Cursor, v *types.Var) bool {
	fn, ok := technique.EnclosingFunc(stmt)
	if !ok {
		return false
	}
	if b.value(v) {
		body, ok := fn.FindByPos(v.Pos(), v.Pos())
		return ok && body.ParentEdgeKind() != edge.Field_Names
	}
	switch value := technique.OnlyValue(b.pass, v).(type) {
	case *ast.UnaryExpr:
		return value.Op == token.AND
	case *ast.CallExpr:
		return technique.IsBuiltin(b.pass.TypesInfo, value, "new") ||
			technique.IsFunc(b.pass.TypesInfo, value, "bytes", "NewBuffer") ||
			technique.IsFunc(b.pass.TypesInfo, value, "bytes", "NewBufferString")
	}
	return false
}

// field reports whether nothing in the package assigns to a field after its struct
// was made, nor to a struct as a whole.
func (b *buffer) field(sel *ast.SelectorExpr) bool {
	info := b.pass.TypesInfo
	f, ok := info.Uses[sel.Sel].(*types.Var)
	if !ok || !f.IsField() || f.Pkg() != b.pass.Pkg || f.Exported() ||
		!technique.Unassigned(b.pass, f) {
		return false
	}
	typ := types.Unalias(info.TypeOf(sel.X))
	if ptr, ok := typ.(*types.Pointer); ok {
		typ = types.Unalias(ptr.Elem())
	}
	named, ok := typ.(*types.Named)
	if !ok || named.TypeArgs().Len() > 0 || len(info.Selections[sel].Index()) != 1 {
		return false
	}
	for _, file := range b.pass.Files {
		for n := range ast.Preorder(file) {
			as, ok := n.(*ast.AssignStmt)
			if !ok || as.Tok != token.ASSIGN {
				continue
			}
			for _, left := range as.Lhs {
				if typ := info.TypeOf(left); typ != nil && types.Identical(typ, named) {
					return false
				}
			}
		}
	}
	return true
}

// onlyGrows reports whether all methods of the buffer that a function calls write, or
// tell what it holds. After one that reads, even an empty Write changes what can be
// taken back.
func (b *buffer) onlyGrows(decl inspector.Cursor) bool {
	for n := range ast.Preorder(decl.Node()) {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok || !technique.SameExpr(b.pass.TypesInfo, sel.X, b.e) {
			continue
		}
		switch name := sel.Sel.Name; name {
		case "String", "Len", "Bytes", "Grow", "Cap":
		case "WriteTo":
			return false
		default:
			if !strings.HasPrefix(name, "Write") {
				return false
			}
		}
	}
	return true
}

// in reports whether an expression mentions the buffer.
func (b *buffer) in(e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		if x, ok := n.(ast.Expr); ok && technique.SameExpr(b.pass.TypesInfo, x, b.e) {
			return true
		}
	}
	return false
}

// touched reports whether the buffer is the function's own, or the statement before
// first or behind last writes to it: a pointer that is nil is found there.
func (b *buffer) touched(first, last inspector.Cursor) bool {
	if b.own {
		return true
	}
	if before, ok := first.PrevSibling(); ok && b.writes(before.Node()) {
		return true
	}
	after, ok := last.NextSibling()
	return ok && first != last && b.writes(after.Node())
}

// writes reports whether a statement is a call of a method that writes to the buffer a
// constant, which can neither fail nor do anything before.
func (b *buffer) writes(n ast.Node) bool {
	stmt, ok := n.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := stmt.X.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || b.pass.TypesInfo.Types[call.Args[0]].Value == nil {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && strings.HasPrefix(sel.Sel.Name, "Write") &&
		technique.SameExpr(b.pass.TypesInfo, sel.X, b.e)
}
