// Package firstroom gives a slice that a loop fills room for several elements at once, where
// it is not known how many there will be.
package firstroom

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
	"github.com/wring-go/wring/technique/effects"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("firstroom",
		"begin a slice that grows with room for several elements\n\n"+
			"A slice that begins with nothing, or with one element, moves to a larger array "+
			"with the second, the third, the fifth and the ninth. Where nothing tells how "+
			"many there will be, the rewrite makes room for a few when the first one comes. "+
			"What is still empty in the end stays as it was, nil or not. Where what was "+
			"measured still outgrows a constant room, that becomes larger.\n\n"+
			"It is worth it where there are mostly several, as the measured counts say, in "+
			"objects and in bytes. The rewrite assumes that no code relies on the capacity, "+
			"which append does not promise.",
		technique.Each(propose, (*ast.AssignStmt)(nil)),
		technique.Each(field, (*ast.AssignStmt)(nil))),
	Title:      "Begin with room for several",
	Causes:     []string{"append-grows", "slice-literal", "slice-make"},
	Risk:       technique.Checked,
	LastResort: true,
}

// The bytes that a slice gets with its first element. Append itself begins with 32 bytes on the
// stack where the slice is nil, and from there goes on with 64 of the heap: a room that is no
// larger saves nothing. A literal begins on the heap with its elements alone. And the bytes of a
// constant room that was too small, and at most.
const (
	firstBytes   = 128
	literalBytes = 32
	moreBytes    = 512
	mostBytes    = 16 << 10 // of a number that the code names
)

// largest is how many bytes an element may have: there is room for four of those at least.
const largest = 128

// mostOthers is how many appends are given room besides the first one.
const mostOthers = 2

// room returns how many elements of a size are begun with: at least four.
func room(bytes, size int64) int64 { return max(4, bytes/size) }

// growing is a local slice to which a loop appends.
type growing struct {
	pass *analysis.Pass
	cur  inspector.Cursor // v = append(v, x)
	call *ast.CallExpr
	v    *types.Var
	typ  *types.Slice
	size int64 // of an element
	decl inspector.Cursor

	loop   ast.Node           // around the append
	others []inspector.Cursor // further appends in loops
}

// propose matches an append of single elements in a loop, to a slice that leaves the
// function.
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	g, ok := appends(pass, cur)
	if !ok || !g.declared() || !g.inLoop(cur) || !g.leaves() || !g.isFirst() ||
		technique.Forked(pass, g.v) {
		return technique.Proposal{}, false
	}
	if guard, ok := g.guard(); ok {
		return g.more(guard)
	}
	switch value := g.value().(type) {
	case nil:
		return g.atFirst("%s == nil")
	case *ast.CompositeLit:
		if len(value.Elts) > 0 {
			return g.fromLiteral(value)
		}
		return g.atFirst("cap(%s) == 0")
	case *ast.CallExpr:
		return g.more(value)
	}
	return technique.Proposal{}, false
}

// appends matches v = append(v, x, ...), where v is a local variable that nothing points to.
func appends(pass *analysis.Pass, cur inspector.Cursor) (*growing, bool) {
	n := cur.Node().(*ast.AssignStmt)
	if n.Tok != token.ASSIGN || len(n.Lhs) != 1 || len(n.Rhs) != 1 || !technique.InList(cur) {
		return nil, false
	}
	call, ok := n.Rhs[0].(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(pass.TypesInfo, call, "append") || len(call.Args) < 2 ||
		call.Ellipsis.IsValid() {
		return nil, false
	}
	v, ok := technique.Variable(pass.TypesInfo, n.Lhs[0])
	if !ok || !technique.Names(pass.TypesInfo, call.Args[0], v) {
		return nil, false
	}
	g := &growing{pass: pass, cur: cur, call: call, v: v}
	if g.typ, ok = v.Type().Underlying().(*types.Slice); !ok {
		return nil, false
	}
	for _, arg := range call.Args[1:] {
		if technique.Uses(pass.TypesInfo, arg, v) {
			return nil, false
		}
	}
	var known bool
	g.size, known = technique.SizeOf(pass, g.typ.Elem())
	return g, known && 0 < g.size && g.size <= largest &&
		technique.Predeclared(pass, n.Pos(), "append", "make", "nil")
}

// declared finds the statement that declares the slice, in the function that appends to it, or in
// the one around that, a literal that others call for each element. All uses are in these two;
// none takes its address, and none appends to it under another name, which would write into the
// room that it has left.
func (g *growing) declared() bool {
	uses, ok := technique.LocalUses(g.pass, g.v)
	fn, inFunc := technique.EnclosingFunc(g.cur)
	if !ok || !inFunc {
		return false
	}
	outer := fn
	if g.v.Pos() < fn.Node().Pos() {
		if outer, inFunc = technique.EnclosingFunc(fn.Parent()); !inFunc {
			return false
		}
	}
	for _, use := range uses {
		addr, isAddr := use.Parent().Node().(*ast.UnaryExpr)
		if !technique.InFunc(use, fn) && !technique.InFunc(use, outer) ||
			isAddr && addr.Op == token.AND || g.branches(use) {
			return false
		}
	}
	for stmt := range outer.Preorder((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		if v, _, _ := technique.Declared(g.pass.TypesInfo, stmt.Node()); v == g.v {
			g.decl = stmt
			return technique.InFunc(stmt, outer)
		}
	}
	return false // a parameter, or a result
}

// branches reports whether a use appends to the slice, or a part of it, and gives what comes
// out to something else; or hands it to what does.
func (g *growing) branches(use inspector.Cursor) bool {
	b := &branch{pass: g.pass, root: g.v, gone: true, seen: map[types.Object]bool{g.v: true},
		own: func(e ast.Expr) bool { return technique.Names(g.pass.TypesInfo, e, g.v) }}
	return b.from(use)
}

// inLoop reports whether an append is in a loop that begins after the declaration, or in a literal
// that the function calls or hands on, and notes it.
func (g *growing) inLoop(cur inspector.Cursor) bool {
	for loop := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil),
		(*ast.FuncLit)(nil)) {
		if lit, ok := loop.Node().(*ast.FuncLit); ok && (loop.Contains(g.decl) ||
			loop.ParentEdgeKind() == edge.CallExpr_Fun) {
			return false // which runs once
		} else if ok {
			g.loop = lit
			return true
		}
		g.loop = loop.Node()
		return !loop.Contains(g.decl)
	}
	return false
}

// isFirst reports whether the append is the first of those in loops, and notes the others.
func (g *growing) isFirst() bool {
	loop := g.loop
	for _, use := range technique.UsesOf(g.pass, g.v) {
		n, ok := use.Parent().Node().(*ast.AssignStmt)
		if !ok || use.ParentEdgeKind() != edge.AssignStmt_Lhs || len(n.Rhs) != 1 ||
			n == g.cur.Node() || !g.inLoop(use.Parent()) {
			continue
		}
		call, ok := n.Rhs[0].(*ast.CallExpr)
		if !ok || !technique.IsBuiltin(g.pass.TypesInfo, call, "append") {
			continue
		}
		if n.Pos() < g.cur.Node().Pos() {
			return false
		}
		g.others = append(g.others, use.Parent())
	}
	g.loop = loop
	return true
}

// leaves reports whether the slice is returned, or put into something else, perhaps by a function
// that gets it: others stay on the stack with constant room.
func (g *growing) leaves() bool {
	for _, use := range technique.UsesOf(g.pass, g.v) {
		switch use.ParentEdgeKind() {
		case edge.ReturnStmt_Results, edge.CompositeLit_Elts, edge.KeyValueExpr_Value,
			edge.SendStmt_Value:
			return true
		case edge.AssignStmt_Rhs:
			return true
		case edge.CallExpr_Args:
			call := use.Parent().Node().(*ast.CallExpr)
			if technique.IsBuiltin(g.pass.TypesInfo, call, "append") &&
				(use.ParentEdgeIndex() > 0 && !call.Ellipsis.IsValid() ||
					use.Parent().ParentEdgeKind() == edge.ReturnStmt_Results) ||
				g.unknown(call) || g.handed(use) {
				return true
			}
		}
	}
	return false
}

// unknown reports whether a call is one of a function in a variable, or of an interface.
func (g *growing) unknown(call *ast.CallExpr) bool {
	switch fn := technique.Callee(g.pass.TypesInfo, call).(type) {
	case *types.Var:
		return true
	case *types.Func:
		recv := fn.Signature().Recv()
		return recv != nil && types.IsInterface(recv.Type())
	}
	return false
}

// value returns what the slice begins with; nil for nothing.
func (g *growing) value() ast.Expr {
	_, _, value := technique.Declared(g.pass.TypesInfo, g.decl.Node())
	if value == nil || g.pass.TypesInfo.Types[value].IsNil() {
		return nil
	}
	if call, ok := value.(*ast.CallExpr); ok && g.pass.TypesInfo.Types[call.Fun].IsType() &&
		len(call.Args) == 1 && g.pass.TypesInfo.Types[call.Args[0]].IsNil() {
		return nil // []T(nil)
	}
	return ast.Unparen(value)
}

// atFirst makes room when the first element comes. The edits of the declaration and of the
// beginning of the loop change nothing: they have the proposal wait for those that know how
// many elements there will be.
//
//	have: v = append(v, x)
//	want: if v == nil { v = make([]T, 0, 8) }; v = append(v, x)
//
// Where several appends are in loops, any of them may be the first. A slice that the function asks
// whether it has a constant number of elements has room for those.
func (g *growing) atFirst(condition string) (technique.Proposal, bool) {
	file := technique.FileOf(g.pass, g.call.Pos())
	typ, imports, ok := technique.TypeText(g.pass, file, g.call.Pos(), g.v.Type())
	if !ok || len(imports) > 0 || len(g.others) > mostOthers {
		return technique.Proposal{}, false
	}
	name, decl := g.v.Name(), g.decl.Node()
	text := fmt.Sprintf("if "+condition+" {\n%s = make(%s, 0, %s)\n}\n", name, name, typ, g.full())
	edits := []analysis.TextEdit{technique.Insert(g.cur.Node().Pos(), text),
		technique.Insert(g.loop.Pos(), ""), technique.Replace(decl, technique.Text(g.pass, decl))}
	for _, other := range g.others {
		if more, ok := appends(g.pass, other); !ok || more.v != g.v {
			return technique.Proposal{}, false
		}
		edits = append(edits, technique.Insert(other.Node().Pos(), text))
	}
	return g.proposal("make room for several elements when the first one comes", edits...), true
}

// full returns how many elements there are at most, as code, or how many are begun with.
//
//	if len(v) == size { ...; v = nil }
func (g *growing) full() string {
	n := room(firstBytes, g.size)
	for _, use := range technique.UsesOf(g.pass, g.v) {
		call, ok := use.Parent().Node().(*ast.CallExpr)
		if !ok || !technique.IsBuiltin(g.pass.TypesInfo, call, "len") {
			continue
		}
		cond, ok := use.Parent().Parent().Node().(*ast.BinaryExpr)
		if !ok || cond.X != ast.Expr(call) || cond.Op != token.EQL && cond.Op != token.GEQ {
			continue
		}
		size, ok := technique.ConstantInt(g.pass.TypesInfo, cond.Y)
		if ok && n < size && size <= mostBytes/g.size && g.begunAgain(use.Parent().Parent()) {
			return technique.Text(g.pass, cond.Y)
		}
	}
	return fmt.Sprint(n)
}

// begunAgain reports whether an if statement gives the slice another value when it is full.
func (g *growing) begunAgain(cond inspector.Cursor) bool {
	if cond.ParentEdgeKind() != edge.IfStmt_Cond {
		return false
	}
	for _, use := range technique.UsesOf(g.pass, g.v) {
		if use.ParentEdgeKind() == edge.AssignStmt_Lhs && cond.Parent().Contains(use) {
			return true
		}
	}
	return false
}

// fromLiteral gives a slice of one or a few elements room for more.
//
//	have: v := []T{x}
//	want: v := append(make([]T, 0, 8), x)
func (g *growing) fromLiteral(lit *ast.CompositeLit) (technique.Proposal, bool) {
	n := room(literalBytes, g.size)
	elements, ok := technique.Elements(g.pass, lit)
	if !ok || int64(len(lit.Elts)) > n/2 || technique.Commented(g.pass, lit) {
		return technique.Proposal{}, false
	}
	p := g.proposal("begin with room for several elements", technique.Replace(lit,
		fmt.Sprintf("append(make(%s, 0, %d), %s)", technique.Text(g.pass, lit.Type), n,
			strings.Join(elements, ", "))))
	p.Also = append(p.Also, lit)
	return p, true
}

// more enlarges a constant room that is outgrown.
//
//	have: v = make([]T, 0, 8)
//	want: v = make([]T, 0, 64)
func (g *growing) more(call *ast.CallExpr) (technique.Proposal, bool) {
	info := g.pass.TypesInfo
	if !technique.IsBuiltin(info, call, "make") || len(call.Args) < 2 ||
		!technique.IsInt(info, call.Args[1], 0) {
		return technique.Proposal{}, false
	}
	if len(call.Args) == 2 {
		return g.atFirst("cap(%s) == 0")
	}
	n, ok := technique.ConstantInt(info, call.Args[2])
	if _, literal := call.Args[2].(*ast.BasicLit); !ok || !literal ||
		n == room(firstBytes, g.size) || n >= moreBytes/g.size {
		return technique.Proposal{}, false
	}
	return g.proposal("begin with more room", technique.Replace(call.Args[2],
		fmt.Sprint(moreBytes/g.size))), true
}

// guard returns the make that an if statement before the append does for the first element.
func (g *growing) guard() (*ast.CallExpr, bool) {
	prev, ok := g.cur.PrevSibling()
	if !ok {
		return nil, false
	}
	s, ok := prev.Node().(*ast.IfStmt)
	if !ok || len(s.Body.List) != 1 {
		return nil, false
	}
	n, ok := s.Body.List[0].(*ast.AssignStmt)
	if !ok || len(n.Lhs) != 1 || !technique.Names(g.pass.TypesInfo, n.Lhs[0], g.v) {
		return nil, false
	}
	call, ok := n.Rhs[0].(*ast.CallExpr)
	return call, ok && technique.IsBuiltin(g.pass.TypesInfo, call, "make")
}

func (g *growing) proposal(message string, edits ...analysis.TextEdit) technique.Proposal {
	p := technique.Proposal{At: g.call, Message: message, Edits: edits,
		Safe: effects.CapacityUnseen(g.pass, g.v)}
	for _, other := range g.others {
		p.Also = append(p.Also, other.Node().(*ast.AssignStmt).Rhs[0])
	}
	return p
}
