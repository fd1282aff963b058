package appendstyle

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"unicode/utf8"

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

// emptyWriter matches the ways to make an empty one: T{}, &T{} and new(T).
func (d *draft) emptyWriter(k kind, value ast.Expr) bool {
	switch e := value.(type) {
	case nil:
		return true
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.UnaryExpr:
		return e.Op == token.AND && d.emptyWriter(k, e.X)
	case *ast.CallExpr:
		return technique.IsBuiltin(d.ix.info, e, "new")
	}
	return false
}

// writes notes a use of a builder or buffer: a method called, or the writer of
// fmt.Fprintf and its like.
func (d *draft) writes(a *acc, use inspector.Cursor) bool {
	cur := use.Parent()
	if op, ok := cur.Node().(*ast.UnaryExpr); ok && op.Op == token.AND {
		cur = cur.Parent()
		return d.fprints(a, cur, op)
	}
	sel, ok := cur.Node().(*ast.SelectorExpr)
	if !ok {
		return d.fprints(a, cur, use.Node())
	}
	c, ok := cur.Parent().Node().(*ast.CallExpr)
	if !ok || c.Fun != sel {
		return false
	}
	switch sel.Sel.Name {
	case "String":
		a.reads = append(a.reads, c)
		return true
	case "Len":
		return d.asksLength(a, cur.Parent(), c)
	}
	stmt, ok := d.callStmt(cur.Parent())
	if !ok {
		return false
	}
	switch sel.Sel.Name {
	case "Reset":
		a.resets = append(a.resets, stmt)
		return true
	case "Grow":
		a.drops = append(a.drops, stmt)
		return technique.NotNegative(d.ix.pass, c.Args[0]) // it panics otherwise
	}
	return d.writesPiece(a, stmt, sel.Sel.Name, c.Args)
}

// writesPiece notes a call of a method that writes.
func (d *draft) writesPiece(a *acc, stmt ast.Stmt, method string, args []ast.Expr) bool {
	if len(args) != 1 || d.uses(args, a.v) && method != "WriteString" {
		return false
	}
	w := add{stmt: stmt}
	switch method {
	case "WriteString":
		if d.uses(args, a.v) || isTuple(d.ix.info.TypeOf(args[0])) {
			return false
		}
		w.texts = args
		a.adds = append(a.adds, w)
		return d.ordered(args)
	case "Write":
		w.steps = func(d *draft) []step { return []step{spread(d.render(args[0]))} }
	case "WriteByte":
		w.steps = func(d *draft) []step { return []step{d.oneByte(args[0])} }
	case "WriteRune":
		w.steps = func(d *draft) []step { return []step{d.oneRune(args[0])} }
	default:
		return false
	}
	a.adds = append(a.adds, w)
	return true
}

// oneByte appends a byte, which may be a literal.
func (d *draft) oneByte(e ast.Expr) step {
	d.grow(1)
	lit, ok := e.(*ast.BasicLit)
	if n, exact := d.integer(e); ok && lit.Kind == token.CHAR && exact && n < utf8.RuneSelf {
		return literal(string(rune(n)), "")
	}
	return call("append", d.render(e))
}

// oneRune appends a rune as UTF-8.
func (d *draft) oneRune(e ast.Expr) step {
	d.grow(4)
	lit, ok := e.(*ast.BasicLit)
	if n, exact := d.integer(e); ok && lit.Kind == token.CHAR && exact {
		return literal(string(rune(n)), "")
	}
	return call(d.qualifier("unicode/utf8")+".AppendRune", d.render(e))
}

// integer returns the value of an integer constant.
func (d *draft) integer(e ast.Expr) (int64, bool) {
	return constantInt(d.ix.info.Types[e].Value)
}

// fprints notes a call of fmt.Fprintf, Fprint, Fprintln or io.WriteString that
// is a statement and has the accumulator for its writer.
func (d *draft) fprints(a *acc, cur inspector.Cursor, writer ast.Node) bool {
	c, ok := cur.Node().(*ast.CallExpr)
	if !ok || len(c.Args) == 0 || c.Args[0] != writer || d.uses(c.Args[1:], a.v) {
		return false
	}
	stmt, ok := d.callStmt(cur)
	if !ok || len(c.Args) > 1 && isTuple(d.ix.info.TypeOf(c.Args[1])) {
		return false
	}
	if technique.IsFunc(d.ix.info, c, "io", "WriteString") {
		a.adds = append(a.adds, add{stmt: stmt, texts: c.Args[1:]})
		return d.ordered(c.Args[1:])
	}
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok || !isFprint(d.ix.info, c) || !d.since(19) {
		return false
	}
	a.adds = append(a.adds, add{stmt: stmt, steps: func(d *draft) []step {
		steps, _ := d.sprint(sel, c.Args[1:], c.Ellipsis.IsValid())
		return merge(steps)
	}})
	if _, split := d.items(strings.TrimPrefix(sel.Sel.Name, "F"), c.Args[1:]); !split {
		return true // the arguments stay together
	}
	return d.ordered(c.Args[1:])
}

// callStmt returns the statement that a call is, its results dropped.
func (d *draft) callStmt(cur inspector.Cursor) (ast.Stmt, bool) {
	switch s := cur.Parent().Node().(type) {
	case *ast.ExprStmt:
		return s, inList(cur.Parent())
	case *ast.AssignStmt:
		for _, left := range s.Lhs {
			if id, ok := left.(*ast.Ident); !ok || id.Name != "_" {
				return nil, false
			}
		}
		return s, inList(cur.Parent())
	}
	return nil, false
}

func isFprint(info *types.Info, call *ast.CallExpr) bool {
	return technique.IsFunc(info, call, "fmt", "Fprintf") ||
		technique.IsFunc(info, call, "fmt", "Fprint") ||
		technique.IsFunc(info, call, "fmt", "Fprintln")
}
