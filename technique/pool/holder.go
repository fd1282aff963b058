package pool

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// inHolder judges a pointer to the struct that a field of another new struct of the package gets:
// no code keeps a pointer to that one, copies it, or keeps what it finds in that field of any.
//
//	w := &writer{to: p}
func (o *ownership) inHolder(at inspector.Cursor, kv *ast.KeyValueExpr) bool {
	lit, ok := at.Parent().Node().(*ast.CompositeLit)
	if !ok || at.ParentEdgeKind() != edge.CompositeLit_Elts || kv.Key == nil {
		return false
	}
	f, named, ok := holderField(o.pass, lit, kv)
	if !ok {
		return false
	}
	addr := at.Parent().Parent()
	if op, isAddr := addr.Node().(*ast.UnaryExpr); !isAddr || op.Op != token.AND {
		return false
	}
	holder := &ownership{pass: o.pass, typ: named, in: o.in, from: o.from, root: o.root,
		seen: o.seen}
	if !holder.use(addr) || !o.inField(f) {
		return false
	}
	o.leaves = o.leaves || holder.leaves
	return true
}

// holderField returns the field that an element of a literal is for, and the type of the struct,
// if no code outside of the package sees the field, and none in it copies such structs.
func holderField(pass *analysis.Pass, lit *ast.CompositeLit, kv *ast.KeyValueExpr) (*types.Var,
	*types.Named, bool) {
	key, ok := kv.Key.(*ast.Ident)
	if !ok {
		return nil, nil, false
	}
	f, ok := pass.TypesInfo.Uses[key].(*types.Var)
	if !ok || !f.IsField() || f.Exported() || importsUnsafe(pass.Pkg) {
		return nil, nil, false
	}
	named, ok := types.Unalias(pass.TypesInfo.TypeOf(lit)).(*types.Named)
	return f, named, ok && named.Obj().Pkg() == pass.Pkg && named.TypeArgs().Len() == 0 &&
		!technique.MentionedBeside(pass, f.Name()) && !looksCopied(pass, named)
}

// inField reports whether no code of the package keeps the pointer that it finds in a field.
func (o *ownership) inField(f *types.Var) bool {
	if o.seen[f] {
		return true
	}
	o.seen[f] = true
	if f.Embedded() {
		return false
	}
	for _, use := range technique.UsesOf(o.pass, f) {
		if use.ParentEdgeKind() == edge.KeyValueExpr_Key {
			continue
		}
		sel := use.Parent()
		if use.ParentEdgeKind() != edge.SelectorExpr_Sel ||
			sel.ParentEdgeKind() != edge.AssignStmt_Lhs && (later(o.pass, sel, o.in) ||
				!o.use(sel)) {
			return false
		}
	}
	return true
}

// earlier reports whether a use stands in a literal of the function that begins before the struct
// does: what was deferred there runs when the pool has the struct back.
func (o *ownership) earlier(cur inspector.Cursor) bool {
	for lit := range cur.Enclosing((*ast.FuncLit)(nil)) {
		if lit.Node() == o.in {
			break
		}
		if o.in.Pos() < lit.Node().Pos() && lit.Node().Pos() < o.from {
			return true
		}
	}
	return false
}
