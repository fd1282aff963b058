package together

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// perRound is a variable that each iteration declares, and whose address it keeps.
type perRound struct {
	v     *types.Var
	stmt  ast.Stmt
	value ast.Expr // nil for the zero value
	uses  []inspector.Cursor
}

// declared matches a statement of the body that declares such a variable.
//
//	var x T; read(&x); out[i] = &x
//	x := *from; out[i] = &x
func (l *loop) declared(at int) (d perRound, ok bool) {
	info := l.pass.TypesInfo
	d.stmt = l.body.List[at]
	if decl, ok := d.stmt.(*ast.DeclStmt); ok && decl.Decl.(*ast.GenDecl).Lparen.IsValid() {
		return d, false
	}
	v, _, value := technique.Declared(info, d.stmt)
	if v == nil || !l.sized(v.Type()) {
		return d, false
	}
	d.v, d.value = v, value
	if value != nil && !types.Identical(info.TypeOf(value), v.Type()) {
		return d, false
	}
	if d.uses, ok = technique.LocalUses(l.pass, v); !ok ||
		!l.reached(d.stmt, v.Type()) {
		return d, false
	}
	kept := 0
	for _, use := range d.uses {
		if l.keptAddress(use) {
			kept++
		}
	}
	return d, kept == 1
}

// sized reports whether values of a type may lie next to each other: structs and arrays that
// have a size.
func (l *loop) sized(t types.Type) bool {
	if _, isArray := t.Underlying().(*types.Array); isArray {
		return takesMemory(l.pass, t)
	}
	return l.fits(t)
}

// keptAddress reports whether a statement of the body keeps the address of the variable.
//
//	out[i] = &x, out = append(out, &x)
func (l *loop) keptAddress(use inspector.Cursor) bool {
	addr, ok := use.Parent().Node().(*ast.UnaryExpr)
	if !ok || addr.Op != token.AND {
		return false
	}
	at := use.Parent()
	if call, ok := at.Parent().Node().(*ast.CallExpr); ok {
		if !l.appends(call) || call.Args[1] != ast.Expr(addr) {
			return false
		}
		at = at.Parent()
	}
	as, ok := at.Parent().Node().(*ast.AssignStmt)
	return ok && as.Tok == token.ASSIGN && len(as.Lhs) == 1 && len(as.Rhs) == 1 &&
		at.Parent().Parent().Node() == ast.Node(l.body) &&
		l.reached(as, l.pass.TypesInfo.TypeOf(addr.X)) && l.keeps(as)
}

// proposeVariable makes the variables of all iterations before the loop.
//
//	have: for i := range out { var x T; read(&x); out[i] = &x }
//	want: ts := make([]T, len(out)); for i := range out { x := &ts[i]; read(x); out[i] = x }
func (l *loop) proposeVariable(d perRound) (p technique.Proposal, ok bool) {
	typ, edits, ok := technique.TypeText(l.pass, l.file, l.stmt.Pos(), d.v.Type())
	if !ok || technique.Commented(l.pass, d.stmt) {
		return p, false
	}
	name := l.fresh(d.v.Type())
	element, length, line := name+"["+l.index+"]", l.count, ""
	lit := typ + "{}"
	if d.value != nil {
		lit = technique.Text(l.pass, d.value)
		line = element + " = " + lit + "\n"
	}
	if l.index == "" {
		element, length = fmt.Sprintf("%s[len(%s)-1]", name, name), "0, "+l.count
		line = fmt.Sprintf("%s = append(%s, %s)\n", name, name, lit)
	}
	p = technique.Proposal{At: declaredName(d), Message: "make the variables of the loop together",
		Edits: append(edits,
			technique.Insert(l.stmt.Pos(), fmt.Sprintf("%s := make([]%s, %s)\n", name, typ,
				length)),
			technique.Replace(d.stmt, line+d.v.Name()+" := &"+element))}
	for _, use := range d.uses {
		p.Edits = append(p.Edits, l.byPointer(use)...)
	}
	return p, true
}

// declaredName returns the name in the declaration of the variable, where it was made.
func declaredName(d perRound) (at ast.Node) {
	for n := range ast.Preorder(d.stmt) {
		if id, ok := n.(*ast.Ident); ok && id.Pos() == d.v.Pos() {
			at = id
		}
	}
	return at
}

// byPointer returns the edits for a use of the variable, which is a pointer now.
func (l *loop) byPointer(use inspector.Cursor) []analysis.TextEdit {
	switch use.ParentEdgeKind() {
	case edge.UnaryExpr_X:
		if u := use.Parent().Node().(*ast.UnaryExpr); u.Op == token.AND {
			return []analysis.TextEdit{{Pos: u.Pos(), End: u.X.Pos()}}
		}
	case edge.SelectorExpr_X, edge.IndexExpr_X, edge.SliceExpr_X:
		return nil // they look through a pointer
	}
	return []analysis.TextEdit{technique.Insert(use.Node().Pos(), "*")}
}
