package branchcopy

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

// largest is the size up to which a value is copied for the ways that do without.
const largest = 256

// keeper is a variable that points to a new struct, and what is known of its uses.
type keeper struct {
	pass   *analysis.Pass
	v      *types.Var
	elem   types.Type
	uses   []inspector.Cursor
	resets []inspector.Cursor // statements that give v a new struct
	exits  []exit
	safe   bool // no other code has the pointer before it is kept
}

// pointer proposes a copy where a pointer to a new struct is kept, if there are ways through the
// function that do without. Where v gets another new struct, the old one is overwritten.
//
//	have: e := &sum{left: x}; if more() { e.right = y() } else { return e.left }; return e
//	want: e := &sum{left: x}; if more() { e.right = y() } else { return e.left }
//	      made := *e; return &made
func pointer(pass *analysis.Pass, cur inspector.Cursor, v *types.Var, value ast.Node,
	made []ast.Node) (technique.Proposal, bool) {
	var none technique.Proposal
	uses, ok := technique.LocalUses(pass, v)
	if !ok || v.Name() == "_" || !technique.InList(cur) || declaration(pass, v) == nil {
		return none, false
	}
	k := &keeper{pass: pass, v: v, uses: uses, safe: true,
		elem: types.Unalias(v.Type()).(*types.Pointer).Elem()}
	if _, isStruct := k.elem.Underlying().(*types.Struct); !isStruct ||
		!technique.Copyable(k.elem) || !small(pass, k.elem) {
		return none, false
	}
	for _, use := range uses {
		if !k.use(use) {
			return none, false
		}
	}
	if len(k.exits) == 0 || !worth(pass, v, uses, k.exits) {
		return none, false
	}
	edits, ok := k.edits()
	return technique.Proposal{At: value, Also: made, Safe: k.safe, Edits: edits,
		Message: "copy what " + v.Name() + " points to where it is kept"}, ok
}

// use notes what a use of the pointer means. It is not ok where the pointer is kept in a place
// that leaves it reachable by v.
func (k *keeper) use(use inspector.Cursor) bool {
	if _, captured := capturing(use, k.v); captured {
		return false
	}
	switch use.ParentEdgeKind() {
	case edge.AssignStmt_Lhs:
		k.resets = append(k.resets, use.Parent())
		return k.reset(use.Parent())
	case edge.UnaryExpr_X, edge.RangeStmt_Key, edge.RangeStmt_Value:
		return false
	}
	l := &lender{k.pass, make(map[*types.Var]bool)}
	if l.pointer(use) {
		k.safe = k.safe && k.ofField(use)
		return true
	}
	for stmt := range use.Enclosing((*ast.AssignStmt)(nil)) {
		as := stmt.Node().(*ast.AssignStmt)
		if len(as.Lhs) == 1 && technique.Names(k.pass.TypesInfo, as.Lhs[0], k.v) {
			return true // reset copies what was there
		}
	}
	e, ok := exitOf(k.pass, use, k.v)
	e.named = true
	if ok {
		k.exits = e.addTo(k.exits)
	}
	return ok
}

// ofField reports whether a use only reads or assigns a field.
func (k *keeper) ofField(use inspector.Cursor) bool {
	sel, ok := use.Parent().Node().(*ast.SelectorExpr)
	if !ok {
		return false
	}
	s := k.pass.TypesInfo.Selections[sel]
	l := &lender{k.pass, make(map[*types.Var]bool)}
	return s != nil && s.Kind() == types.FieldVal && l.place(use.Parent()) == value
}

// reset reports whether a statement gives v a new struct, and nothing else.
func (k *keeper) reset(cur inspector.Cursor) bool {
	as := cur.Node().(*ast.AssignStmt)
	if as.Tok != token.ASSIGN || len(as.Lhs) != 1 {
		return false
	}
	for loop := range cur.Enclosing((*ast.RangeStmt)(nil)) {
		if slices.ContainsFunc(k.uses, func(use inspector.Cursor) bool {
			return within(loop.Node().(*ast.RangeStmt).X, use.Node().Pos()) && !k.ofField(use)
		}) {
			return false // it goes on with the old one: range s.array[:]
		}
	}
	_, ok := technique.NewAsValue(k.pass, as.Rhs[0], k.elem)
	return ok
}

// edits returns the copies at the exits, and those before v gets a new struct.
func (k *keeper) edits() (edits []analysis.TextEdit, ok bool) {
	file := technique.FileOf(k.pass, k.v.Pos())
	name := technique.FreshName(k.pass, file, "made")
	before := technique.FreshName(k.pass, file, "before")
	for _, e := range k.exits {
		if slices.ContainsFunc(k.resets, e.has) {
			return nil, false // the copy is kept
		}
		edits = append(edits, k.copyAt(file, e.at, e.list.Node().End(), name)...)
	}
	lists := make(map[ast.Node]bool)
	for _, cur := range k.resets {
		as, list := cur.Node().(*ast.AssignStmt), cur.Parent().Node()
		if slices.ContainsFunc(k.uses, func(use inspector.Cursor) bool {
			l := &lender{k.pass, make(map[*types.Var]bool)}
			return within(as.Rhs[0], use.Node().Pos()) && !l.pointer(use)
		}) {
			if lists[list] {
				return nil, false // both copies would have one name
			}
			lists[list] = true
			edits = append(edits, k.copyAt(file, as, as.End(), before)...)
		}
		edit, _ := technique.NewAsValue(k.pass, as.Rhs[0], k.elem)
		edits = append(edits, technique.Replace(as.Lhs[0], "*"+k.v.Name()), edit)
	}
	return edits, true
}

// copyAt returns the edits that make a copy before a statement, and have all of the pointer's
// uses from there to end use the copy.
func (k *keeper) copyAt(file *ast.File, at ast.Stmt, end token.Pos, name string) (
	edits []analysis.TextEdit) {
	start := technique.Start(k.pass, file, at)
	edits = append(edits, technique.Insert(start, name+" := *"+k.v.Name()+"\n"))
	for _, use := range k.uses {
		if pos := use.Node().Pos(); pos < at.Pos() || end <= pos ||
			use.ParentEdgeKind() == edge.AssignStmt_Lhs {
			continue
		}
		switch n := use.Parent().Node().(type) {
		case *ast.StarExpr:
			edits = append(edits, technique.Replace(n, name))
		case *ast.SelectorExpr:
			edits = append(edits, technique.Replace(use.Node(), name))
		default:
			edits = append(edits, technique.Replace(use.Node(), "&"+name))
		}
	}
	return edits
}

// has reports whether a place lies behind the beginning of an exit.
func (e exit) has(cur inspector.Cursor) bool {
	return e.list.Contains(cur) && e.at.Pos() <= cur.Node().Pos()
}

// worthLast is worth where one of the exits is the rest of the list that declares v, and not a
// branch in it, around which there is a way.
func worthLast(pass *analysis.Pass, v *types.Var, uses []inspector.Cursor, exits []exit) bool {
	if !slices.ContainsFunc(exits, func(e exit) bool {
		return e.last && (within(e.list.Node(), v.Pos()) || isParameter(e.list, v))
	}) && len(bothWays(exits)) == 0 {
		return true
	}
	return small(pass, v.Type()) && worth(pass, v, uses, exits)
}

// bothWays returns where if statements begin of which both ways are exits: there is no way around
// the two.
func bothWays(exits []exit) (list []exit) {
	for _, e := range exits {
		stmt := e.list.Parent()
		n, ok := stmt.Node().(*ast.IfStmt)
		if ok && n.Else != nil && n.Body == e.list.Node() && technique.InList(stmt) &&
			slices.ContainsFunc(exits, func(o exit) bool { return o.list.Node() == n.Else }) {
			list = append(list, exit{list: stmt.Parent(), at: n})
		}
	}
	return list
}

// small reports whether a copy of a value costs less than what it saves.
func small(pass *analysis.Pass, t types.Type) bool {
	size, known := technique.SizeOf(pass, t)
	return known && size <= largest
}

// mostOnStack is how many bytes a variable may have that the compiler makes on the stack.
const mostOnStack = 128 << 10

// tooLarge reports whether a variable is on the heap because of its size alone: a copy is one more.
func tooLarge(pass *analysis.Pass, v *types.Var) bool {
	size, known := technique.SizeOf(pass, v.Type())
	return known && size > mostOnStack
}

// openly reports whether a use of a variable is &v, but for another variable, or a function literal
// that uses v: what else leads to a variable need not put it on the heap.
func openly(pass *analysis.Pass, use inspector.Cursor) bool {
	if use.ParentEdgeKind() == edge.UnaryExpr_X {
		addr := use.Parent()
		return addr.ParentEdgeKind() != edge.AssignStmt_Rhs || keptAt(pass, addr)
	}
	_, isLit := use.Node().(*ast.FuncLit)
	return isLit
}

// worth reports whether there is a way that uses v, or passes it, and does not come by any of the
// exits. It is not that of an error, whose text costs more. Before the first use, the declaration
// can be moved down instead.
func worth(pass *analysis.Pass, v *types.Var, uses []inspector.Cursor, exits []exit) bool {
	name := declarationOf(pass, v, token.GOTO)
	if name == nil || v.Parent() == nil || len(uses) == 0 {
		return false // one of a type switch is declared in each clause
	}
	cur, ok := technique.Find(pass, name)
	if !ok {
		return false
	}
	fn, found := technique.EnclosingFunc(cur)
	if !found {
		return false
	}
	exits = append(bothWays(exits), exits...)
	from := uses[0].Node().Pos()
	if within(funcType(fn.Node()), v.Pos()) {
		from = v.Pos() // a parameter stays where it is
	}
	for out := range fn.Preorder((*ast.ReturnStmt)(nil), (*ast.BranchStmt)(nil)) {
		pos := out.Node().Pos()
		if pos < from || !v.Parent().Contains(pos) || !technique.InFunc(out, fn) ||
			slices.ContainsFunc(exits, func(e exit) bool { return e.has(out) }) {
			continue
		}
		if _, ok := out.Node().(*ast.ReturnStmt); ok && !failing(pass, fn, out) ||
			!ok && gone(pass, out, v) {
			return true
		}
	}
	return false
}

// failing reports whether a return statement may be that of an error: it returns one, or is what
// an if statement does that asks for one.
func failing(pass *analysis.Pass, fn, out inspector.Cursor) bool {
	ret := out.Node().(*ast.ReturnStmt)
	n := len(ret.Results)
	switch {
	case n > 0 && technique.IsFailure(pass.TypesInfo, ret.Results[n-1]):
		return true
	case n == 0 && funcType(fn.Node()).Results != nil:
		return true // what they hold is not known
	case out.Parent().ParentEdgeKind() != edge.IfStmt_Body:
		return false
	}
	cond, ok := ast.Unparen(out.Parent().Parent().Node().(*ast.IfStmt).Cond).(*ast.BinaryExpr)
	return ok && cond.Op == token.NEQ && pass.TypesInfo.Types[cond.Y].IsNil() &&
		technique.IsFailure(pass.TypesInfo, cond.X)
}

// funcType returns the type of a function as it is written.
func funcType(fn ast.Node) *ast.FuncType {
	if lit, ok := fn.(*ast.FuncLit); ok {
		return lit.Type
	}
	return fn.(*ast.FuncDecl).Type
}
