// Package branchcopy copies a variable in the branches that keep its address.
package branchcopy

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("branchcopy",
		"copy a variable where its address is kept\n\n"+
			"A variable whose address is put into a struct or a slice is made on the heap "+
			"where it is declared, also when the branch that does so is not taken: an error "+
			"that points to a position, a list of what is unusual. The rewrite declares a "+
			"copy in that branch, and the variable itself stays on the stack.\n\n"+
			"It is proposed where such a branch leaves the variable behind: it ends the "+
			"function, or goes on with the next element, and nothing else keeps the address. "+
			"Elsewhere the function may only read it after the branch, before any code looks "+
			"into what has the address. The address may be taken openly, also that of a field, "+
			"for a method, by slicing an array, or by a function literal that uses what "+
			"changes. What an inlined function of the package makes is copied where the "+
			"pointer that it returns is kept, and so is a new struct to which a variable points, "+
			"where some ways through the function do without it. Where a loop only remembers "+
			"one of its variables, the best so far, one variable is enough for all. Where other "+
			"code has had the address before, the rewrite assumes that it does not compare "+
			"pointers.",
		run),
	Title:  "Copy where the address is kept",
	Causes: []string{"escaping-variable", "escaping-literal", "returned-pointer"},
	Risk:   technique.Checked,
}

func run(pass *analysis.Pass, root inspector.Cursor) {
	for _, cur := range technique.Nodes(pass, (*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		if v, value, made := newValue(pass, cur.Node()); v != nil {
			var p technique.Proposal
			ok := false
			if made != nil {
				p, ok = constructed(pass, v, value, made)
			}
			if !ok {
				p, ok = pointer(pass, cur, v, value, made)
			}
			if ok {
				technique.Report(pass, p)
			}
		}
	}
	seen, names := make(map[*types.Var]bool), make(map[nameIn]bool)
	for _, cur := range technique.Nodes(pass, (*ast.AssignStmt)(nil)) {
		if v, p, ok := choose(pass, cur, names); ok && !seen[v] {
			seen[v] = true
			technique.Report(pass, p)
		}
	}
	for _, cur := range technique.Nodes(pass, (*ast.UnaryExpr)(nil), (*ast.SliceExpr)(nil),
		(*ast.SelectorExpr)(nil), (*ast.FuncLit)(nil)) {
		for v := range pointed(pass, cur) {
			if seen[v] {
				continue
			}
			seen[v] = true
			p, ok := propose(pass, v)
			if !p.Safe {
				if left, leaves := leave(pass, v); leaves && (left.Safe || !ok) {
					p, ok = left, true
				}
			}
			if ok {
				technique.Report(pass, p)
			}
		}
	}
}

// pointed returns the variables of functions that an expression points to: &v.f,
// v[:], v.f.Method, which may get the address, or a function literal that uses them.
func pointed(pass *analysis.Pass, cur inspector.Cursor) iter.Seq[*types.Var] {
	return func(yield func(*types.Var) bool) {
		var in ast.Node
		switch n := cur.Node().(type) {
		case *ast.UnaryExpr:
			if n.Op != token.AND {
				return
			}
			if _, lit := n.X.(*ast.CompositeLit); lit {
				return
			}
			in = n.X
		case *ast.SliceExpr:
			if !isArray(pass.TypesInfo, n.X) {
				return
			}
			in = n.X
		case *ast.SelectorExpr:
			sel := pass.TypesInfo.Selections[n]
			if sel == nil || sel.Kind() != types.MethodVal || sel.Indirect() {
				return
			}
			in = n.X
		case *ast.FuncLit:
			in = n
		}
		for n := range ast.Preorder(in) {
			id, ok := n.(*ast.Ident)
			if !ok {
				continue
			}
			v, ok := pass.TypesInfo.Uses[id].(*types.Var)
			if ok && !v.IsField() && !within(in, v.Pos()) && !yield(v) {
				return
			}
		}
	}
}

// kept returns v for &v as an element of a literal, as what append adds, or as what is put into
// a field or an element.
func kept(pass *analysis.Pass, cur inspector.Cursor) *types.Var {
	addr, ok := cur.Node().(*ast.UnaryExpr)
	if !ok || addr.Op != token.AND {
		return nil
	}
	if !keptAt(pass, cur) {
		return nil
	}
	v, _ := technique.Variable(pass.TypesInfo, addr.X)
	return v
}

// keptAt reports whether an expression is an element of a literal, what append adds, or what is
// put into a field or an element.
func keptAt(pass *analysis.Pass, cur inspector.Cursor) bool {
	switch cur.ParentEdgeKind() {
	case edge.CompositeLit_Elts, edge.KeyValueExpr_Value:
		return true
	case edge.AssignStmt_Rhs:
		as := cur.Parent().Node().(*ast.AssignStmt)
		if len(as.Lhs) != len(as.Rhs) {
			return false
		}
		switch as.Lhs[cur.ParentEdgeIndex()].(type) {
		case *ast.SelectorExpr, *ast.IndexExpr, *ast.StarExpr:
			return true
		}
	case edge.CallExpr_Args:
		return technique.IsBuiltin(pass.TypesInfo, cur.Parent().Node().(*ast.CallExpr), "append")
	}
	return false
}

// propose proposes a copy in each branch that keeps the address of v.
//
//	have: pos := t.pos; if bad(t) { return &Error{Pos: &pos} }
//	want: pos := t.pos; if bad(t) { pos := pos; return &Error{Pos: &pos} }
func propose(pass *analysis.Pass, v *types.Var) (technique.Proposal, bool) {
	var none technique.Proposal
	uses, ok := technique.LocalUses(pass, v)
	if !ok || v.Name() == "_" || !technique.Copyable(v.Type()) {
		return none, false
	}
	at := declarationOf(pass, v, token.GOTO)
	if at == nil || isResult(pass, at) || carried(pass, at, v) {
		return none, false
	}
	branches, ok := keeping(pass, v, uses, keptByAddress)
	if !ok || tooLarge(pass, v) || len(branches) == 0 || !oneOf(pass, branches, v) {
		return none, false
	}
	l := &lender{pass, make(map[*types.Var]bool)}
	safe := true // no other code has the address, whatever it does with it
	for _, use := range uses {
		if keptByAddress(pass, use) == v {
			continue
		}
		alone := &lender{pass, make(map[*types.Var]bool)}
		safe = safe && (inOne(use, branches) || alone.place(use) == value)
		if !inOne(use, branches) && !l.before(use, v) {
			return none, false
		}
		for _, b := range branches {
			if early(pass, use, v, b) {
				continue
			}
			if !l.readBehind(b, use, v, uses) {
				return none, false
			}
			safe = false // what follows an address through the function could miss a way
		}
	}
	p := technique.Proposal{At: at, Safe: safe,
		Message: "copy " + v.Name() + " where its address is kept"}
	for _, b := range branches {
		p.Edits = append(p.Edits, copyIn(b, v.Name()))
	}
	return p, true
}

// keptByAddress returns v for a use of v in &v, &v.f or &v[i] that is kept.
func keptByAddress(pass *analysis.Pass, use inspector.Cursor) *types.Var {
	addr := partOf(pass, use).Parent()
	n, ok := addr.Node().(*ast.UnaryExpr)
	if !ok || n.Op != token.AND || !keptAt(pass, addr) {
		return nil
	}
	v, _ := technique.Variable(pass.TypesInfo, use.Node())
	return v
}

// partOf returns the largest part of a variable that is named around a use of it: v, v.f or v[i].
func partOf(pass *analysis.Pass, use inspector.Cursor) inspector.Cursor {
	for cur := use; ; cur = cur.Parent() {
		switch cur.ParentEdgeKind() {
		case edge.ParenExpr_X:
		case edge.SelectorExpr_X:
			sel := pass.TypesInfo.Selections[cur.Parent().Node().(*ast.SelectorExpr)]
			if sel == nil || sel.Kind() != types.FieldVal || sel.Indirect() {
				return cur
			}
		case edge.IndexExpr_X:
			if !isArray(pass.TypesInfo, cur.Node().(ast.Expr)) {
				return cur
			}
		default:
			return cur
		}
	}
}

// keeping returns the branches that keep the address of v, or what v points to. It is not ok
// where other code does.
func keeping(pass *analysis.Pass, v *types.Var, uses []inspector.Cursor,
	kept func(*analysis.Pass, inspector.Cursor) *types.Var) (
	branches []inspector.Cursor, ok bool) {
	for _, use := range uses {
		if kept(pass, use) != v {
			continue
		}
		b, ok := branch(pass, use, v)
		if !ok {
			return nil, false
		}
		if len(branches) == 0 || branches[len(branches)-1] != b {
			branches = append(branches, b)
		}
	}
	return branches, true
}

// carried reports whether v is declared by the head of a loop, and what becomes of it in one
// iteration is there in the next.
func carried(pass *analysis.Pass, at *ast.Ident, v *types.Var) bool {
	cur, ok := technique.Find(pass, at)
	for loop := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		return !anew(pass, loop.Node(), v)
	}
	return !ok
}

// declaration returns the name by which v is declared, in a function without
// goto and fallthrough.
func declaration(pass *analysis.Pass, v *types.Var) *ast.Ident {
	return declarationOf(pass, v, token.GOTO, token.FALLTHROUGH)
}

// declarationOf returns the name by which v is declared, in a function without some jumps.
func declarationOf(pass *analysis.Pass, v *types.Var, without ...token.Token) *ast.Ident {
	file := technique.FileOf(pass, v.Pos())
	for _, decl := range file.Decls {
		if decl.End() <= v.Pos() || v.Pos() < decl.Pos() {
			continue
		}
		var at *ast.Ident
		jumps := false
		ast.Inspect(decl, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				if pass.TypesInfo.Defs[n] == types.Object(v) {
					at = n
				}
			case *ast.BranchStmt:
				jumps = jumps || slices.Contains(without, n.Tok)
			}
			return true
		})
		if !jumps {
			return at
		}
	}
	return nil
}
