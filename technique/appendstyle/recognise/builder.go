package recognise

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// writerKind returns the kind of a strings.Builder or a bytes.Buffer.
func writerKind(t types.Type) (kind, bool) {
	switch {
	case technique.IsNamed(t, "strings", "Builder"):
		return builder, true
	case technique.IsNamed(t, "bytes", "Buffer"):
		return buffer, true
	}
	return 0, false
}

// KeepsName reports whether a slice in the place of the accumulator is called as
// it is: names of buffers suit a slice, those of text do not.
func (a *Accumulator) KeepsName() bool {
	return a.Kind == Raw || a.Kind == builder || a.Kind == buffer
}

// emptyWriter matches the ways to make an empty one: T{}, &T{} and new(T).
func (ix *Package) emptyWriter(value ast.Expr) bool {
	switch e := value.(type) {
	case nil:
		return true
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.UnaryExpr:
		return e.Op == token.AND && ix.emptyWriter(e.X)
	case *ast.CallExpr:
		return technique.IsBuiltin(ix.Info, e, "new") && ix.Info.Types[e.Args[0]].IsType()
	}
	return false
}

// writes notes a use of a builder or buffer: a method called, or the writer of
// fmt.Fprintf and its like.
func (a *Accumulator) writes(use inspector.Cursor) bool {
	cur := use.Parent()
	if op, ok := cur.Node().(*ast.UnaryExpr); ok && op.Op == token.AND {
		cur = cur.Parent()
		return a.fprints(cur, op)
	}
	sel, ok := cur.Node().(*ast.SelectorExpr)
	if !ok {
		return a.fprints(cur, use.Node())
	}
	c, ok := cur.Parent().Node().(*ast.CallExpr)
	if !ok || c.Fun != sel {
		return false
	}
	switch sel.Sel.Name {
	case "String":
		a.Reads = append(a.Reads, c)
		return true
	case "Len":
		return a.asksLength(cur.Parent(), c)
	}
	stmt, ok := callStmt(cur.Parent())
	if !ok {
		return false
	}
	switch sel.Sel.Name {
	case "Reset":
		a.Resets = append(a.Resets, stmt)
		return true
	case "Grow":
		a.Grows = append(a.Grows, stmt)
		return technique.NotNegative(a.In.Pkg.Pass, c.Args[0]) // it panics otherwise
	case "WriteString":
		return len(c.Args) == 1 && !isTuple(a.In.Pkg.Info.TypeOf(c.Args[0])) &&
			a.addsTexts(stmt, c.Args...)
	case "Write", "WriteByte", "WriteRune":
		return len(c.Args) == 1 && !a.In.uses(c.Args, a.Var) && a.addsCall(stmt, c)
	}
	return false
}

// fprints notes a call of fmt.Fprintf, Fprint, Fprintln or io.WriteString that
// is a statement and has the accumulator for its writer.
func (a *Accumulator) fprints(cur inspector.Cursor, writer ast.Node) bool {
	c, ok := cur.Node().(*ast.CallExpr)
	if !ok || len(c.Args) == 0 || c.Args[0] != writer || a.In.uses(c.Args[1:], a.Var) {
		return false
	}
	stmt, ok := callStmt(cur)
	if !ok || len(c.Args) > 1 && isTuple(a.In.Pkg.Info.TypeOf(c.Args[1])) {
		return false
	}
	if technique.IsFunc(a.In.Pkg.Info, c, "io", "WriteString") {
		return a.addsTexts(stmt, c.Args[1:]...)
	}
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok || !a.In.Pkg.IsPrint(c, "F") || !a.In.Since("go1.19") {
		return false
	}
	a.addsCall(stmt, c)
	if _, split := a.In.Pkg.Items(strings.TrimPrefix(sel.Sel.Name, "F"), c.Args[1:]); !split {
		return true // the arguments stay together
	}
	return a.In.Ordered(c.Args[1:]...)
}

// callStmt returns the statement that a call is, its results dropped.
func callStmt(cur inspector.Cursor) (ast.Stmt, bool) {
	switch s := cur.Parent().Node().(type) {
	case *ast.ExprStmt:
		return s, technique.InList(cur.Parent())
	case *ast.AssignStmt:
		for _, left := range s.Lhs {
			if id, ok := left.(*ast.Ident); !ok || id.Name != "_" {
				return nil, false
			}
		}
		return s, technique.InList(cur.Parent())
	}
	return nil, false
}

// Character returns the text of a character that is written as such.
func (ix *Package) Character(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	n, exact := ix.Integer(e)
	return string(rune(n)), ok && lit.Kind == token.CHAR && exact
}
