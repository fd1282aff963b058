package splitseq

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// firstInPlace matches the first piece without a variable for the slice.
//
//	have: host = strings.Split(addr, ":")[0]
//	want: host, _, _ = strings.Cut(addr, ":")
//
// Bytes only where what gets the piece has no use for its capacity.
func (s *split) firstInPlace(cur inspector.Cursor) (technique.Proposal, bool) {
	none := technique.Proposal{}
	k, ok := s.constantInt(cur.Node().(*ast.IndexExpr).Index)
	limited := s.fn.Name() == "SplitN" && (s.limit > 1 || s.limit < 0)
	if !ok || k != 0 || s.sep == "" || !s.has("Cut", cutRelease) ||
		!limited && s.fn.Name() != "Split" || !s.capacityUnused(cur) {
		return none, false
	}
	p := technique.Proposal{Message: "cut off the first piece"}
	index := skipParens(cur)
	sep := s.call.Args[1]
	args := between(sep.End(), index.Node().End(), ")") // drops the limit
	switch kind, _ := index.ParentEdge(); kind {
	case edge.AssignStmt_Rhs:
		as := index.Parent().Node().(*ast.AssignStmt)
		if len(as.Lhs) != 1 || as.Tok != token.DEFINE && as.Tok != token.ASSIGN {
			return none, false
		}
		p.Edits = append(p.Edits, technique.Insert(as.Lhs[0].End(), ", _, _"),
			between(as.Rhs[0].Pos(), s.call.Pos(), ""), s.rename("Cut"), args)
		return p, true
	case edge.ReturnStmt_Results:
		ret := index.Parent().Node().(*ast.ReturnStmt)
		if len(ret.Results) != 1 || !technique.InList(index.Parent()) {
			return none, false
		}
		name := s.fresh("first")
		p.Edits = append(p.Edits, between(ret.Pos(), s.call.Pos(), name+", _, _ := "),
			s.rename("Cut"), between(sep.End(), index.Node().End(), ")\nreturn "+name))
		return p, true
	}
	return s.firstBefore(index)
}

// firstBefore matches the first piece in the middle of a statement.
//
//	have: kind := strings.TrimSpace(strings.Split(v, ";")[0])
//	want: first, _, _ := strings.Cut(v, ";")
//	      kind := strings.TrimSpace(first)
func (s *split) firstBefore(index inspector.Cursor) (technique.Proposal, bool) {
	stmt, ok := s.evaluatedFirst(index)
	if !ok || technique.Commented(s.pass, index.Node()) {
		return technique.Proposal{}, false
	}
	name := s.fresh("first")
	cut := name + ", _, _ := " + s.callText("Cut", s.argText(0)+", "+s.argText(1)) + "\n"
	return technique.Proposal{Message: "cut off the first piece", Edits: []analysis.TextEdit{
		technique.Insert(stmt.Node().Pos(), cut), technique.Replace(index.Node(), name)}}, true
}

// evaluatedFirst returns the statement around an expression, if that can as well be
// evaluated before the statement: it is evaluated whenever the statement runs, and
// what comes before it in the statement has no effect. Where that reads variables, the
// arguments of the split must not change any.
func (s *split) evaluatedFirst(cur inspector.Cursor) (stmt inspector.Cursor, ok bool) {
	reads := false
	before := func(list ...ast.Expr) bool {
		for _, e := range list {
			reads = reads || !s.kept(e)
			if !technique.Pure(s.pass.TypesInfo, e) {
				return false
			}
		}
		return true
	}
	for {
		parent := cur.Parent()
		ok = true
		switch n := parent.Node().(type) {
		case *ast.ParenExpr:
		case *ast.CallExpr:
			ok = cur.ParentEdgeKind() == edge.CallExpr_Args && s.plainCall(n, before) &&
				before(n.Args[:cur.ParentEdgeIndex()]...)
		case *ast.BinaryExpr:
			ok = cur.ParentEdgeKind() == edge.BinaryExpr_X ||
				n.Op != token.LAND && n.Op != token.LOR && before(n.X)
		case *ast.UnaryExpr:
			ok = n.Op != token.AND && n.Op != token.ARROW
		case *ast.IndexExpr:
			ok = cur.ParentEdgeKind() == edge.IndexExpr_X || before(n.X)
		case *ast.SliceExpr:
			ok = cur.ParentEdgeKind() == edge.SliceExpr_X
		case *ast.KeyValueExpr:
			_, field := n.Key.(*ast.Ident)
			ok = cur.ParentEdgeKind() == edge.KeyValueExpr_Value && (field || before(n.Key))
		case *ast.CompositeLit:
			ok = cur.ParentEdgeKind() == edge.CompositeLit_Elts && cur.ParentEdgeIndex() == 0
		case *ast.ReturnStmt:
			ok = before(n.Results[:cur.ParentEdgeIndex()]...)
			return parent, ok && s.free(parent, reads)
		case *ast.AssignStmt:
			ok = cur.ParentEdgeKind() == edge.AssignStmt_Rhs &&
				before(n.Rhs[:cur.ParentEdgeIndex()]...) &&
				(n.Tok == token.DEFINE || before(s.operands(n)...))
			switch parent.ParentEdgeKind() {
			case edge.IfStmt_Init, edge.SwitchStmt_Init:
				parent = parent.Parent()
			}
			return parent, ok && s.free(parent, reads)
		case *ast.ExprStmt:
			return parent, s.free(parent, reads)
		case *ast.RangeStmt:
			return parent, cur.ParentEdgeKind() == edge.RangeStmt_X && s.free(parent, reads)
		case *ast.IfStmt:
			return parent, n.Init == nil && s.free(parent, reads)
		case *ast.SwitchStmt:
			return parent, n.Init == nil && s.free(parent, reads)
		default:
			return stmt, false
		}
		if !ok {
			return stmt, false
		}
		cur = parent
	}
}

// kept reports whether an expression has the value after the arguments of the split are
// evaluated that it had before: it is constant, or a variable that these do not assign to. A
// part of a struct or array could be.
func (s *split) kept(e ast.Expr) bool {
	if s.pass.TypesInfo.Types[e].Value != nil {
		return true
	}
	v, ok := technique.Variable(s.pass.TypesInfo, ast.Unparen(e))
	if !ok {
		return false
	}
	switch v.Type().Underlying().(type) {
	case *types.Basic, *types.Slice, *types.Map, *types.Pointer:
		return technique.KeepsValue(s.pass, v, s.call)
	}
	return false
}

// operands returns what is evaluated of the left side of an assignment before the values are
// assigned. The operand of += is read as well.
func (s *split) operands(as *ast.AssignStmt) (list []ast.Expr) {
	if as.Tok != token.ASSIGN {
		list = append(list, as.Lhs...)
	}
	for _, e := range as.Lhs {
		list = append(list, s.leading(e)...)
	}
	return list
}

// leading returns what is evaluated to find the place that e means: indexes, and what leads
// there through a pointer, slice or map. A variable is such a place itself, and so is its field.
func (s *split) leading(e ast.Expr) []ast.Expr {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return nil
	case *ast.SelectorExpr:
		sel := s.pass.TypesInfo.Selections[e]
		switch {
		case sel == nil:
			return nil // a variable of another package
		case !sel.Indirect():
			return s.leading(e.X)
		}
		return []ast.Expr{e.X}
	case *ast.IndexExpr:
		if technique.IsArray(s.pass.TypesInfo.TypeOf(e.X)) {
			return append(s.leading(e.X), e.Index)
		}
		return []ast.Expr{e.X, e.Index}
	case *ast.StarExpr:
		return []ast.Expr{e.X}
	}
	return []ast.Expr{e}
}

// plainCall reports whether a call evaluates nothing but variables before its
// arguments: it is a conversion, or calls what has a name.
func (s *split) plainCall(call *ast.CallExpr, before func(...ast.Expr) bool) bool {
	info := s.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		return true
	}
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		return true
	case *types.Func:
		sel, isSelector := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		return fn.Signature().Recv() == nil || isSelector && before(sel.X)
	}
	return false
}

// free reports whether a statement can get another before it, which evaluates the
// arguments of the split before the variables that the statement reads, if it reads any.
func (s *split) free(stmt inspector.Cursor, reads bool) bool {
	pure := effects.Only(s.pass, s.call.Args[0], 0) && effects.Only(s.pass, s.call.Args[1], 0)
	fn, ok := technique.EnclosingFunc(stmt)
	return technique.InList(stmt) && (pure || !reads) && ok && !technique.HasGoto(s.pass, fn.Node())
}
