package dropconv

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// snapshot returns the trail as it is, whatever is added to t.
func (t *trail) snapshot() trail {
	s := *t
	s.changed, s.vars = maps.Clone(t.changed), maps.Clone(t.vars)
	s.sources, s.others = slices.Clip(t.sources), slices.Clip(t.others)
	s.edits, s.kept = slices.Clip(t.edits), slices.Clip(t.kept)
	return s
}

// keep converts bytes back where something keeps the text or needs it as a string.
//
//	have: key := string(b); if _, ok := m[key]; !ok { m[key] = 1 }
//	want: key := b; if _, ok := m[string(key)]; !ok { m[string(key)] = 1 }
func (t *trail) keep(cur inspector.Cursor) bool {
	if t.dir != toBytes || cur == t.start || !plainNames(t.pass, cur.Node()) ||
		!isString(t.pass.TypesInfo.TypeOf(cur.Node().(ast.Expr))) {
		return false
	}
	switch cur.ParentEdgeKind() {
	case edge.ReturnStmt_Results, edge.KeyValueExpr_Value, edge.KeyValueExpr_Key,
		edge.CompositeLit_Elts, edge.AssignStmt_Rhs, edge.IndexExpr_Index, edge.CallExpr_Args,
		edge.SendStmt_Value:
	default:
		return false
	}
	if n, ok := cur.Parent().Node().(*ast.AssignStmt); ok && len(n.Lhs) != len(n.Rhs) {
		return false
	}
	if _, ok := cur.Parent().Node().(*ast.IndexExpr); ok && !t.isMap(cur.Parent()) {
		return false
	}
	t.changed[cur] = true
	t.kept = append(t.kept, cur)
	t.edits = append(t.edits, technique.Insert(cur.Node().Pos(), "string("),
		technique.Insert(cur.Node().End(), ")"))
	return true
}

// keptSeldom reports whether the places that need a copy make at most one each time that the
// conversion was run, and none at times, which something decides that looks at the bytes.
func (t *trail) keptSeldom() bool {
	if len(t.kept) == 0 {
		return true
	}
	if t.wraps+t.twins == 0 {
		return false
	}
	for i, cur := range t.kept {
		if !t.sometimes(cur) {
			return false
		}
		for _, other := range t.kept[i+1:] {
			if !apart(cur, other) && !apart(other, cur) {
				return false
			}
		}
	}
	return true
}

// sometimes reports whether the code at cur runs at most as often as the conversion, and
// depends on a condition behind it.
func (t *trail) sometimes(cur inspector.Cursor) bool {
	start := t.start.Node().Pos()
	depends := false
	for ; cur != t.fn; cur = cur.Parent() {
		switch cur.ParentEdgeKind() {
		case edge.IfStmt_Body, edge.IfStmt_Else, edge.CaseClause_Body, edge.CommClause_Body:
			if cur.Parent().Node().Pos() > start {
				depends = true
			}
		case edge.ForStmt_Body, edge.RangeStmt_Body, edge.ForStmt_Post, edge.ForStmt_Cond:
			if loop := cur.Parent().Node(); start < loop.Pos() || loop.End() <= start {
				return false
			}
		case edge.BlockStmt_List:
			depends = depends || t.leftBefore(cur)
		}
	}
	return depends
}

// leftBefore reports whether a statement between the conversion and the one at cur, in the
// same list, may leave it.
func (t *trail) leftBefore(cur inspector.Cursor) bool {
	start := t.start.Node().Pos()
	for prev, ok := cur.PrevSibling(); ok && prev.Node().End() > start; prev, ok = prev.PrevSibling() {
		if prev.Node().Pos() > start && technique.HasJump(prev.Node()) {
			return true
		}
	}
	return false
}

// apart reports whether what runs a does not come to b: a is in a block that ends by leaving,
// or in another branch.
func apart(a, b inspector.Cursor) bool {
	for ; a.Parent().Valid(); a = a.Parent() {
		if a.Parent().Contains(b) {
			switch a.ParentEdgeKind() {
			case edge.IfStmt_Body:
				return b.Node().Pos() > a.Node().End() // in its else
			case edge.BlockStmt_List:
				_, clause := a.Node().(*ast.CaseClause)
				return clause && !fallsThrough(a.Node().(*ast.CaseClause))
			}
			return false
		}
		var list []ast.Stmt
		switch n := a.Node().(type) {
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		}
		if len(list) == 0 {
			continue
		}
		switch n := list[len(list)-1].(type) {
		case *ast.ReturnStmt:
			return a.Node().End() <= b.Node().Pos()
		case *ast.BranchStmt:
			if n.Tok == token.CONTINUE && a.Node().End() <= b.Node().Pos() {
				return true
			}
		}
	}
	return false
}

func fallsThrough(clause *ast.CaseClause) bool {
	if len(clause.Body) == 0 {
		return false
	}
	n, ok := clause.Body[len(clause.Body)-1].(*ast.BranchStmt)
	return ok && n.Tok == token.FALLTHROUGH
}
