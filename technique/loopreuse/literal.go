package loopreuse

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// mostBytes is how many elements a literal may have.
const mostBytes = 8

// written is a literal of bytes that goes to a writer behind an interface, in a loop.
type written struct {
	*scratch
	lit   *ast.CompositeLit
	elems []string // how its elements are written
}

// literals proposes to write the bytes of literals to an array before the loop: one for all of a
// loop that have the same length. Writers keep nothing of what they get.
//
//	have: for ... { h.Write([]byte{c}) }
//	want: var buf [1]byte; for ... { buf[0] = c; h.Write(buf[:]) }
func literals(pass *analysis.Pass, root inspector.Cursor) {
	type room struct {
		loop ast.Node
		size int
	}
	var order []room
	all := make(map[room][]written)
	for _, cur := range technique.Nodes(pass, (*ast.CallExpr)(nil)) {
		w, ok := writes(pass, cur)
		if !ok {
			continue
		}
		r := room{w.loop.Node(), len(w.elems)}
		if all[r] == nil {
			order = append(order, r)
		}
		all[r] = append(all[r], w)
	}
	given := make(map[local]bool)
	for _, r := range order {
		if p, ok := inArray(pass, all[r], given); ok {
			technique.Report(pass, p)
		}
	}
}

// writes matches a call that writes a literal, in a statement that evaluates nothing before it.
func writes(pass *analysis.Pass, cur inspector.Cursor) (w written, ok bool) {
	call, info := cur.Node().(*ast.CallExpr), pass.TypesInfo
	fn, ok := technique.Func(info, call)
	if !ok || !effects.Transfers(fn) || len(call.Args) != 1 ||
		!technique.Pure(info, ast.Unparen(call.Fun).(*ast.SelectorExpr).X) {
		return w, false
	}
	lit, ok := ast.Unparen(call.Args[0]).(*ast.CompositeLit)
	if !ok || !technique.IsBytes(info.TypeOf(lit)) || !early(info, lit) {
		return w, false
	}
	elems, ok := plainBytes(pass, lit)
	if !ok {
		return w, false
	}
	stmt := cur.Parent()
	switch n := stmt.Node().(type) {
	case *ast.ExprStmt:
	case *ast.AssignStmt:
		for _, left := range n.Lhs {
			if _, name := left.(*ast.Ident); !name {
				return w, false
			}
		}
		if stmt.ParentEdgeKind() == edge.IfStmt_Init {
			stmt = stmt.Parent()
		}
	default:
		return w, false
	}
	w = written{lit: lit, elems: elems, scratch: &scratch{pass: pass, stmt: stmt,
		file: technique.FileOf(pass, call.Pos())}}
	return w, w.file != nil && technique.InList(stmt) && w.inLoop()
}

// plainBytes returns how the elements of a literal of bytes are written, if it has some, in order.
func plainBytes(pass *analysis.Pass, lit *ast.CompositeLit) (list []string, ok bool) {
	list, ok = technique.Elements(pass, lit)
	return list, ok && 0 < len(list) && len(list) <= mostBytes && !technique.Commented(pass, lit)
}

// early reports whether an expression may be computed before anything else of its statement: it
// calls nothing, and waits for nothing.
func early(info *types.Info, e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if !info.Types[n.Fun].IsType() && !technique.IsBuiltin(info, n, "len") {
				return false
			}
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				return false
			}
		}
	}
	return true
}

// local is a name of a function.
type local struct {
	fn   ast.Node
	name string
}

// inArray writes the elements of some literals of one length to one array. One of the literals is
// reached each time around.
func inArray(pass *analysis.Pass, list []written, given map[local]bool) (
	p technique.Proposal, ok bool) {
	s := list[0].scratch
	fn, _ := technique.EnclosingFunc(s.stmt)
	name := technique.FreshName(pass, s.file, "buf")
	for i := 2; given[local{fn.Node(), name}]; i++ {
		name = technique.FreshName(pass, s.file, "buf"+strconv.Itoa(i))
	}
	size := len(list[0].elems)
	array := fmt.Sprintf("[%d]byte", size)
	p.Edits = append(p.Edits, technique.Insert(technique.Start(pass, s.file, s.loop.Node()),
		"var "+name+" "+array+"\n"))
	p.Message = "write the bytes to one array, before the loop"
	for _, w := range list {
		if p.At == nil && everyTime(w.stmt) {
			p.At = w.lit
		} else {
			p.Also = append(p.Also, w.lit)
		}
		value := name + "[0] = " + w.elems[0]
		if size > 1 {
			value = name + " = " + array + "{" + strings.Join(w.elems, ", ") + "}"
		}
		p.Edits = append(p.Edits, technique.Insert(w.stmt.Node().Pos(), value+"\n"),
			technique.Replace(w.lit, name+"[:]"))
		if !technique.Predeclared(pass, w.lit.Pos(), "byte") {
			return p, false
		}
	}
	given[local{fn.Node(), name}] = true
	return p, p.At != nil
}

// isBytes matches a variable for such a literal.
//
//	have: b := []byte{x, y}
//	want: b[0], b[1] = x, y
func (s *scratch) isBytes() bool {
	lit, ok := s.made.(*ast.CompositeLit)
	if !ok || !technique.IsBytes(s.v.Type()) ||
		!technique.Predeclared(s.pass, s.loop.Node().Pos(), "make", "byte") {
		return false
	}
	elems, ok := plainBytes(s.pass, lit)
	if !ok {
		return false
	}
	loan := effects.Lent(s.pass, s.v, true)
	if !loan.Lent || !loan.Leaves {
		return false
	}
	s.at, s.leaves, s.trusts = lit, true, s.trusts || loan.Trusts
	s.before = fmt.Sprintf("%s := make([]byte, %d)", s.name.Name, len(elems))
	var places []string
	for i := range elems {
		places = append(places, fmt.Sprintf("%s[%d]", s.name.Name, i))
	}
	s.within = strings.Join(places, ", ") + " = " + strings.Join(elems, ", ")
	return true
}
