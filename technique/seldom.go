package technique

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// Seldom reports whether the places make at most one of what start makes each time that it is
// run, and none at times, which something behind it decides: none is run more often than start,
// each stands in a branch or behind what may leave, and no way through fn, the function around
// all of them, has two of them.
func Seldom(start, fn inspector.Cursor, places []inspector.Cursor) bool {
	for n := range fn.Preorder((*ast.BranchStmt)(nil)) {
		if n.Node().(*ast.BranchStmt).Tok == token.GOTO {
			return len(places) == 0 // it may come back
		}
	}
	for i, cur := range places {
		if !sometimes(start.Node().Pos(), fn, cur) {
			return false
		}
		for _, other := range places[i+1:] {
			if !apart(cur, other) && !apart(other, cur) {
				return false
			}
		}
	}
	return true
}

// SeldomFrom returns the statement before which what start makes can be made for all of some
// places, which are in the order of the source, and where a declaration there is seen no longer:
// as for Seldom, it is not run each time.
func SeldomFrom(start, fn inspector.Cursor, places []inspector.Cursor) (
	stmt inspector.Cursor, end token.Pos, ok bool) {
	last := places[len(places)-1].Node().End()
	for cur := range places[0].Enclosing() {
		if cur == fn {
			return stmt, 0, false
		}
		switch cur.Node().(type) {
		case *ast.CaseClause, *ast.CommClause:
			continue // nothing stands before one
		}
		if InList(cur) && cur.Parent().Node().End() >= last &&
			Seldom(start, fn, []inspector.Cursor{cur}) {
			return cur, cur.Parent().Node().End(), true
		}
	}
	return stmt, 0, false
}

// Kept reports whether the use of a text is one that hands it on, stores it or returns it, where
// it can be written as a conversion: an argument, a result, an element, what is assigned, what is
// sent, the key of a map.
func Kept(use inspector.Cursor) bool {
	switch use.ParentEdgeKind() {
	case edge.ReturnStmt_Results, edge.KeyValueExpr_Value, edge.KeyValueExpr_Key,
		edge.CompositeLit_Elts, edge.IndexExpr_Index, edge.CallExpr_Args, edge.SendStmt_Value:
		return true
	case edge.AssignStmt_Rhs:
		n := use.Parent().Node().(*ast.AssignStmt)
		return len(n.Lhs) == len(n.Rhs)
	}
	return false
}

// sometimes reports whether the code at cur runs at most as often as that at start, and depends
// on a condition behind it.
func sometimes(start token.Pos, fn, cur inspector.Cursor) bool {
	depends := false
	for ; cur != fn; cur = cur.Parent() {
		switch cur.ParentEdgeKind() {
		case edge.IfStmt_Body, edge.IfStmt_Else, edge.CaseClause_Body, edge.CommClause_Body:
			if cur.Parent().Node().Pos() > start {
				depends = true
			}
		case edge.ForStmt_Body, edge.RangeStmt_Body, edge.ForStmt_Post, edge.ForStmt_Cond:
			if loop := cur.Parent().Node(); start < loop.Pos() || loop.End() <= start {
				return false
			}
		}
		if InList(cur) {
			depends = depends || leftBefore(start, cur)
		}
	}
	return depends
}

// leftBefore reports whether a statement between start and the one at cur, in the same list, may
// leave it.
func leftBefore(start token.Pos, cur inspector.Cursor) bool {
	prev, ok := cur.PrevSibling()
	for ; ok && prev.Node().End() > start; prev, ok = prev.PrevSibling() {
		if prev.Node().Pos() > start && HasJump(prev.Node()) {
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

// AtMostOne reports whether no way through a function from a place on comes to two of some places
// in it, or twice to one: what stands in a loop that begins behind from goes on to a return.
func AtMostOne(fn inspector.Cursor, from token.Pos, places []inspector.Cursor) bool {
	for n := range fn.Preorder((*ast.BranchStmt)(nil)) {
		if n.Node().(*ast.BranchStmt).Tok == token.GOTO {
			return len(places) == 0
		}
	}
	for i, cur := range places {
		if !ranOnce(fn, cur, from) {
			return false
		}
		for _, other := range places[i+1:] {
			if !apart(cur, other) && !apart(other, cur) {
				return false
			}
		}
	}
	return true
}

// ranOnce reports whether code in fn runs at most once for each time that what stands at from
// does.
func ranOnce(fn, cur inspector.Cursor, from token.Pos) bool {
	left := false // the function, for good
	for ; cur != fn; cur = cur.Parent() {
		switch n := cur.Parent().Node().(type) {
		case *ast.FuncLit:
			if from < n.Pos() {
				return false
			}
		case *ast.ForStmt, *ast.RangeStmt:
			if from < n.Pos() && !left && cur.ParentEdgeKind() != edge.ForStmt_Init &&
				cur.ParentEdgeKind() != edge.RangeStmt_X {
				return false
			}
		}
		if InList(cur) {
			left = left || returnsAfter(cur)
		}
	}
	return true
}

// returnsAfter reports whether the list that a statement stands in ends with a return statement,
// and nothing from the statement to there goes elsewhere.
func returnsAfter(cur inspector.Cursor) bool {
	for {
		if _, ok := cur.Node().(*ast.ReturnStmt); ok {
			return true
		}
		elsewhere := false
		Leaving(cur.Node(), func(s ast.Stmt) {
			if _, ok := s.(*ast.ReturnStmt); !ok {
				elsewhere = true
			}
		})
		next, ok := cur.NextSibling()
		if elsewhere || !ok {
			return false
		}
		cur = next
	}
}
