package slicepool

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// collect finds all that is put and taken. It fails where something else is done with the
// pool, or something else is in it.
func (p *pool) collect() bool {
	for _, use := range technique.UsesOf(p.pass, p.v) {
		file := technique.FileOf(p.pass, use.Node().Pos())
		if file == nil || technique.InTest(p.pass, file) || ast.IsGenerated(file) || !p.use(use) {
			return false
		}
	}
	return true
}

// use judges one use of the variable or field.
func (p *pool) use(cur inspector.Cursor) bool {
	if cur.ParentEdgeKind() == edge.SelectorExpr_Sel {
		cur = cur.Parent()
	}
	for {
		switch parent := cur.Parent(); cur.ParentEdgeKind() {
		case edge.ParenExpr_X, edge.IndexExpr_X:
			cur = parent
			continue
		case edge.SelectorExpr_X:
			return p.method(parent)
		case edge.KeyValueExpr_Key:
			return p.isNew(parent.Node().(*ast.KeyValueExpr).Value)
		case edge.AssignStmt_Lhs:
			as := parent.Node().(*ast.AssignStmt)
			_, index := cur.ParentEdge()
			return len(as.Lhs) == len(as.Rhs) && p.isNew(as.Rhs[index])
		case edge.RangeStmt_X:
			return parent.Node().(*ast.RangeStmt).Value == nil
		case edge.CallExpr_Args:
			return technique.IsBuiltin(p.pass.TypesInfo, parent.Node().(*ast.CallExpr), "len")
		}
		return false
	}
}

// method judges what is selected of the pool.
func (p *pool) method(sel inspector.Cursor) bool {
	called := sel.ParentEdgeKind() == edge.CallExpr_Fun
	switch sel.Node().(*ast.SelectorExpr).Sel.Name {
	case "New":
		return sel.ParentEdgeKind() == edge.AssignStmt_Lhs
	case "Get":
		return called && p.got(sel.Parent())
	case "Put":
		if !called {
			return false
		}
		call := sel.Parent().Node().(*ast.CallExpr)
		p.puts = append(p.puts, call)
		return types.Identical(p.pass.TypesInfo.TypeOf(call.Args[0]), p.slice)
	}
	return false
}

// got judges what becomes of a value that was taken: it is asserted to be a slice, at once or
// by way of a variable, once.
func (p *pool) got(call inspector.Cursor) bool {
	parent := call.Parent()
	switch call.ParentEdgeKind() {
	case edge.ExprStmt_X:
		return true
	case edge.TypeAssertExpr_X:
		return p.asserted(parent)
	case edge.AssignStmt_Rhs, edge.ValueSpec_Values:
		v, _, _ := technique.Declared(p.pass.TypesInfo, parent.Node())
		return v != nil && p.variable(v, parent)
	}
	return false
}

// variable judges the uses of a variable of a function that holds what was taken. One is
// asserted, and no more often than the variable is declared.
func (p *pool) variable(v *types.Var, declared inspector.Cursor) bool {
	found := false
	uses, ok := technique.LocalUses(p.pass, v)
	fn, local := technique.EnclosingFunc(declared)
	if !ok || !local || technique.HasGoto(p.pass, fn.Node()) ||
		declared.ParentEdgeKind() == edge.ForStmt_Init {
		return false
	}
	for _, use := range uses {
		switch use.ParentEdgeKind() {
		case edge.BinaryExpr_X, edge.BinaryExpr_Y:
			e := use.Parent().Node().(*ast.BinaryExpr)
			info := p.pass.TypesInfo
			if e.Op != token.EQL && e.Op != token.NEQ ||
				!info.Types[e.X].IsNil() && !info.Types[e.Y].IsNil() {
				return false
			}
		case edge.TypeAssertExpr_X:
			if found || technique.Repeated(use, declared.Node().Pos()) ||
				!p.asserted(use.Parent()) {
				return false
			}
			found = true
		default:
			return false
		}
	}
	return found
}

// asserted adds an assertion of the slice's type.
func (p *pool) asserted(cur inspector.Cursor) bool {
	e := cur.Node().(*ast.TypeAssertExpr)
	if e.Type == nil || !types.Identical(p.pass.TypesInfo.TypeOf(e.Type), p.slice) {
		return false
	}
	if tuple, ok := p.pass.TypesInfo.TypeOf(e).(*types.Tuple); ok && tuple.Len() == 2 {
		p.asks = append(p.asks, e)
	} else {
		p.takes = append(p.takes, e)
	}
	return true
}
