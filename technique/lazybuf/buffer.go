package lazybuf

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// buffer is one name of the slice: a local variable, or a helper's pointer to it.
type buffer struct {
	*family
	v    *types.Var
	decl inspector.Cursor // of a local variable
}

// isLocal reports whether the slice is a local variable itself.
func (b *buffer) isLocal() bool { return b.decl.Inspector() != nil }

// isPointer reports whether the slice is what a pointer points to.
func (b *buffer) isPointer() bool {
	_, ok := types.Unalias(b.v.Type()).(*types.Pointer)
	return ok
}

// variable judges a use of a local variable.
func (b *buffer) variable(use inspector.Cursor) bool {
	b.captured = b.captured || !b.sameFunc(use)
	addr, ok := use.Parent().Node().(*ast.UnaryExpr)
	if !ok || addr.Op != token.AND {
		return b.use(use)
	}
	arg := use.Parent()
	call, ok := arg.Parent().Node().(*ast.CallExpr)
	if !ok || arg.ParentEdgeKind() != edge.CallExpr_Args {
		return false
	}
	fn, ok := technique.Func(b.pass.TypesInfo, call)
	return ok && fn.Pkg() == b.pass.Pkg && b.helper(fn, arg.ParentEdgeIndex())
}

// pointer judges a use of a helper's pointer: it is followed.
func (b *buffer) pointer(use inspector.Cursor) bool {
	_, ok := use.Parent().Node().(*ast.StarExpr)
	return ok && b.use(use.Parent())
}

// use judges one use of the slice: it is compared with nil, indexed, made, and read.
func (b *buffer) use(cell inspector.Cursor) bool {
	parent := cell.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return b.use(parent)
	case *ast.BinaryExpr:
		b.edits = append(b.edits, technique.Replace(n,
			fmt.Sprintf("len(%s) %v 0", b.name(), n.Op)))
		return b.isNil(n) // nothing else can be compared with a slice
	case *ast.IndexExpr:
		return n.X == cell.Node() && !technique.PointedTo(b.pass.TypesInfo, parent)
	case *ast.SliceExpr:
		return n.X == cell.Node() && b.read(parent) && b.isMade(parent)
	case *ast.AssignStmt:
		return cell.ParentEdgeKind() == edge.AssignStmt_Lhs && b.made(parent, n)
	}
	return b.read(cell)
}

// name returns how the slice is written.
func (b *buffer) name() string {
	if b.isPointer() {
		return "*" + b.v.Name()
	}
	return b.v.Name()
}

// isNil reports whether a comparison is one of the slice with nil.
func (b *buffer) isNil(n *ast.BinaryExpr) bool {
	nils := b.pass.TypesInfo.Types
	return b.is(n.X) && nils[n.Y].IsNil() || b.is(n.Y) && nils[n.X].IsNil()
}

// is reports whether an expression is the slice.
func (b *buffer) is(e ast.Expr) bool {
	info := b.pass.TypesInfo
	switch e := ast.Unparen(e).(type) {
	case *ast.StarExpr:
		return b.isPointer() && technique.Names(info, ast.Unparen(e.X), b.v)
	case *ast.Ident:
		return !b.isPointer() && technique.Names(info, e, b.v)
	}
	return false
}

// read judges a use of the slice, or of a part of it, that only looks at elements: nil is as
// good as empty there, and nothing of it is kept.
func (b *buffer) read(cur inspector.Cursor) bool {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return b.read(parent)
	case *ast.RangeStmt:
		return n.X == cur.Node()
	case *ast.CallExpr:
		info := b.pass.TypesInfo
		if info.Types[n.Fun].IsType() {
			return technique.IsText(info.TypeOf(n))
		}
		if technique.IsBuiltin(info, n, "append") {
			return cur.ParentEdgeIndex() > 0 && n.Ellipsis.IsValid()
		}
		return technique.IsBuiltin(info, n, "len") || technique.IsBuiltin(info, n, "copy")
	}
	return false
}

// made judges a statement that makes the buffer: with a length that is more than zero, and
// either while the slice is nil, or before anything else can have made it.
//
//	have: v = make([]T, n)
//	want: if n <= cap(v) { v = v[:n:n] } else { v = make([]T, n) }
func (b *buffer) made(cur inspector.Cursor, n *ast.AssignStmt) bool {
	if n.Tok != token.ASSIGN || len(n.Lhs) != 1 || len(n.Rhs) != 1 || !technique.InList(cur) ||
		technique.Commented(b.pass, n) {
		return false
	}
	call, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(b.pass.TypesInfo, call, "make") || len(call.Args) != 2 ||
		!types.Identical(b.pass.TypesInfo.TypeOf(call), b.typ) {
		return false
	}
	length := call.Args[1]
	if !types.Identical(b.pass.TypesInfo.TypeOf(length), types.Typ[types.Int]) ||
		!technique.Pure(b.pass.TypesInfo, length) || !b.fits(length) {
		return false
	}
	if !b.positive(cur, length) {
		if !technique.NotNegative(b.pass, length) || !b.indexedNext(cur) {
			return false
		}
		b.panics = true
	}
	switch {
	case b.whileNil(cur):
		if !b.isLocal() || technique.Repeated(cur, b.decl.Node().Pos()) {
			b.late = append(b.late, call)
		} else {
			b.early = append(b.early, call)
		}
	case b.isLocal() && !technique.Repeated(cur, b.decl.Node().Pos()) && b.first(cur):
		b.early = append(b.early, call)
	default:
		return false
	}
	b.edits = append(b.edits, technique.Replace(n, b.taken(call)))
	return true
}

// fits reports whether a length is not constant, or a constant within the room.
func (b *buffer) fits(length ast.Expr) bool {
	if b.pass.TypesInfo.Types[length].Value == nil {
		return true
	}
	n, ok := technique.ConstantInt(b.pass.TypesInfo, length)
	return ok && n <= b.elements()
}

// elements returns how many elements the room holds.
func (b *buffer) elements() int64 {
	size, _ := technique.SizeOf(b.pass, b.typ.Underlying().(*types.Slice).Elem())
	return room / size
}

// taken returns the statement that takes the buffer from the room, or makes it.
func (b *buffer) taken(call *ast.CallExpr) string {
	v, length := b.name(), technique.Text(b.pass, call.Args[1])
	n, begin := length, ""
	switch ast.Unparen(call.Args[1]).(type) {
	case *ast.Ident, *ast.BasicLit:
	default:
		n = technique.FreshName(b.pass, technique.FileOf(b.pass, call.Pos()), "size")
		begin = n + " := " + length + "; "
	}
	part := v
	if strings.HasPrefix(v, "*") {
		part = "(" + v + ")"
	}
	return fmt.Sprintf("if %s%s <= cap(%s) {\n%s = %s[:%s:%s]\n} else {\n%s = make(%s, %s)\n}",
		begin, n, v, v, part, n, n, v, technique.Text(b.pass, call.Args[0]), n)
}

// begun returns the edit that gives a variable its room.
func (b *buffer) begun() analysis.TextEdit {
	stmt := b.decl.Node().(*ast.DeclStmt)
	spec := stmt.Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
	return technique.Replace(stmt, fmt.Sprintf("%s := make(%s, 0, %d)", b.v.Name(),
		technique.Text(b.pass, spec.Type), b.elements()))
}
