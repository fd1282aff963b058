package pool

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// newBuffer matches a new buffer without bytes.
//
//	&bytes.Buffer{}, new(bytes.Buffer), bytes.NewBuffer(nil),
//	bytes.NewBuffer(make([]byte, 0, n)), bytes.NewBufferString("")
func (s *pooled) newBuffer() bool {
	info := s.pass.TypesInfo
	switch e := s.value.(type) {
	case *ast.UnaryExpr:
		lit, ok := ast.Unparen(e.X).(*ast.CompositeLit)
		return e.Op == token.AND && ok && len(lit.Elts) == 0
	case *ast.CallExpr:
		switch {
		case technique.IsBuiltin(info, e, "new"):
			return info.Types[e.Args[0]].IsType()
		case technique.IsFunc(info, e, "bytes", "NewBufferString"):
			text, constant := technique.ConstantText(info, e.Args[0])
			s.notNil = true
			return constant && text == ""
		case technique.IsFunc(info, e, "bytes", "NewBuffer"):
			s.notNil = !info.Types[e.Args[0]].IsNil()
			return !s.notNil || s.noBytes(e.Args[0])
		}
	}
	return false
}

// noBytes reports whether an expression makes an empty slice, and nothing else happens.
func (s *pooled) noBytes(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.CallExpr:
		if !technique.IsBuiltin(s.pass.TypesInfo, e, "make") {
			return false
		}
		return technique.IsInt(s.pass.TypesInfo, e.Args[1], 0) && (len(e.Args) == 2 ||
			technique.NotNegative(s.pass, e.Args[2]) && s.sizedBy(e.Args[2]))
	}
	return false
}

// sizedBy notes the declaration of a variable that only says how large a buffer is, which has no
// use then. It is not ok where something is done to find its value, which may be a panic, or it is
// not declared alone.
//
//	n := len(a) + 2; buf := bytes.NewBuffer(make([]byte, 0, n))
func (s *pooled) sizedBy(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return s.droppable(s.stmt, e)
	}
	v, ok := s.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok {
		return true
	}
	if uses := technique.UsesOf(s.pass, v); len(uses) > 1 {
		return slices.ContainsFunc(uses, func(use inspector.Cursor) bool {
			given, _ := technique.Replaced(use) // which is no use
			return !given && use.Node() != id
		})
	}
	if _, local := technique.LocalUses(s.pass, v); !local {
		return true
	}
	def, ok := technique.Definition(s.pass, v)
	if !ok {
		return false
	}
	stmt, ok := def.Parent().Node().(*ast.AssignStmt)
	if !ok {
		return def.ParentEdgeKind() == edge.Field_Names // a parameter needs no use
	}
	declared, _, value := technique.Declared(s.pass.TypesInfo, stmt)
	s.sized = stmt
	return declared == v && technique.InList(def.Parent()) && s.droppable(stmt, value)
}

// method judges the call of a method of a bytes.Buffer.
func (k *retention) method(cur inspector.Cursor, call *ast.CallExpr, name string) bool {
	switch name {
	case "Write", "WriteString", "WriteByte", "WriteRune", "String", "Len":
		return true
	case "Grow", "Reset", "Truncate", "ReadByte", "ReadRune", "UnreadByte", "UnreadRune",
		"ReadString", "Read":
		k.grown = true
		return true
	case "WriteTo", "ReadFrom":
		k.trusted, k.grown = true, true
		return true
	case "Bytes":
		return k.bytes(cur)
	}
	return false // Cap tells, Next and AvailableBuffer give parts away
}

// bytes judges what is done with the bytes of a buffer: they may be copied,
// counted and written, in part or by way of a local variable, and handed to
// functions that keep nothing.
func (k *retention) bytes(cur inspector.Cursor) bool {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.IndexExpr:
		return n.X == cur.Node() && !technique.PointedTo(k.pass.TypesInfo, parent)
	case *ast.SliceExpr:
		_, returned := parent.Parent().Node().(*ast.ReturnStmt)
		return n.X == cur.Node() && !returned && k.bytes(parent) // no copy is empty and not nil
	case *ast.ReturnStmt:
		k.returned = append(k.returned, cur)
		return true
	case *ast.AssignStmt:
		return k.bytesVariable(n)
	case *ast.RangeStmt:
		return n.X == cur.Node()
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args && k.bytesArgument(cur, n)
	}
	return false
}

// bytesVariable judges the bytes of a buffer in a variable that an assignment
// declares, and that gets no other value.
func (k *retention) bytesVariable(n *ast.AssignStmt) bool {
	if n.Tok != token.DEFINE || len(n.Lhs) != 1 || len(n.Rhs) != 1 {
		return false
	}
	id, ok := n.Lhs[0].(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := k.pass.TypesInfo.Defs[id].(*types.Var)
	if !ok {
		return false
	}
	k.seen[v] = true
	uses, ok := technique.LocalUses(k.pass, v)
	for _, use := range uses {
		if _, returned := use.Parent().Node().(*ast.ReturnStmt); returned ||
			later(k.pass, use, k.in) ||
			!k.bytes(use) {
			return false
		}
	}
	return ok
}

// written reports whether a call writes bytes, as io.Writer does.
func (k *retention) written(call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Write" || len(call.Args) != 1 {
		return false
	}
	fn, ok := k.pass.TypesInfo.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Signature().Recv() == nil || fn.Signature().Results().Len() != 2 {
		return false
	}
	k.trusted = true
	return true
}

// onlyWritten reports whether a function leaves a buffer without memory when it writes
// nothing to it: others ask it to grow.
func onlyWritten(fn *types.Func) bool {
	switch fn.Pkg().Path() {
	case "fmt", "encoding/json", "encoding/xml", "encoding/binary", "encoding/csv",
		"encoding/gob", "text/template", "html/template":
		return true
	case "io":
		return fn.Name() == "WriteString"
	}
	return false
}

// copiesBytes reports whether the bytes of the buffer that are returned can be copied
// there: the function itself returns them, and they are nil where the copy is.
func (s *pooled) copiesBytes(k *retention) bool {
	for _, cur := range k.returned {
		if fn, _ := technique.EnclosingFunc(cur); fn.Node() != s.in {
			return false
		}
		if !technique.Predeclared(s.pass, cur.Node().Pos(), "append", "byte", "nil") {
			return false
		}
	}
	s.returned = k.returned
	return len(k.returned) == 0 || !k.grown || s.notNil
}

// copied returns the edits that return copies of the buffer's bytes, which are empty
// and not nil where the buffer began so.
//
//	have: return buf.Bytes()
//	want: return append([]byte(nil), buf.Bytes()...)
func (s *pooled) copied() []analysis.TextEdit {
	empty := "[]byte(nil)"
	if s.notNil {
		empty = "[]byte{}"
	}
	var edits []analysis.TextEdit
	for _, cur := range s.returned {
		edits = append(edits, technique.Insert(cur.Node().Pos(), "append("+empty+", "),
			technique.Insert(cur.Node().End(), "...)"))
	}
	return edits
}
