package concat

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// within reports whether the index is one of the slice, or its length: 0, or what a search in the
// slice gave right before, in a function of the package, too.
func (in *insertion) within(stmt inspector.Cursor) bool {
	info := in.pass.TypesInfo
	if technique.IsInt(info, in.i, 0) {
		return true
	}
	i, ok := technique.Variable(info, in.i)
	if !ok || !technique.Unassigned(in.pass, i) {
		return false
	}
	search, ok := in.declaredBefore(stmt, i)
	if !ok {
		return false
	}
	call, ok := ast.Unparen(search.Node().(*ast.AssignStmt).Rhs[0]).(*ast.CallExpr)
	if ok && in.finds(call) {
		return !in.changed(search.Node().Pos(), stmt.Node().Pos())
	}
	if !ok || len(call.Args) == 0 || !in.looks(call) {
		return false
	}
	from := search
	if technique.IsFunc(info, call, "sort", "Search") {
		if from, ok = in.length(search, call.Args[0]); !ok {
			return false
		}
	} else if !technique.SameExpr(info, call.Args[0], in.s) {
		return false
	}
	return !in.changed(from.Node().Pos(), stmt.Node().Pos())
}

// declaredBefore returns the statement before another that declares a variable. Those between do
// nothing to what is not theirs.
func (in *insertion) declaredBefore(stmt inspector.Cursor, v *types.Var) (inspector.Cursor, bool) {
	for prev, ok := stmt.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
		as, isAssign := prev.Node().(*ast.AssignStmt)
		if isAssign && as.Tok == token.DEFINE {
			id, isName := as.Lhs[0].(*ast.Ident)
			if isName && in.pass.TypesInfo.Defs[id] == v {
				return prev, len(as.Rhs) == 1
			}
		}
		if !effects.Only(in.pass, passed(prev.Node()), effects.Panics|effects.Keeps) {
			break
		}
	}
	return stmt, false
}

// passed returns what of a statement runs where the next one does, too: the condition alone where
// all that it decides about returns.
func passed(stmt ast.Node) ast.Node {
	n, ok := stmt.(*ast.IfStmt)
	if !ok || n.Init != nil || n.Else != nil || len(n.Body.List) == 0 {
		return stmt
	}
	_, ends := n.Body.List[len(n.Body.List)-1].(*ast.ReturnStmt)
	technique.Leaving(n.Body, func(stmt ast.Stmt) {
		_, returns := stmt.(*ast.ReturnStmt)
		ends = ends && returns
	})
	if !ends {
		return stmt
	}
	return n.Cond
}

// looks reports whether a call searches, and does nothing else: the first of its results is one
// of the indexes, or the length.
func (in *insertion) looks(call *ast.CallExpr) bool {
	info := in.pass.TypesInfo
	fn, ok := technique.Func(info, call)
	if !ok || fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return false
	}
	switch fn.Pkg().Path() + "." + fn.Name() {
	case "sort.Search", "sort.SearchInts", "sort.SearchStrings", "sort.SearchFloat64s",
		"slices.BinarySearch", "slices.BinarySearchFunc":
	default:
		return false
	}
	for _, arg := range call.Args {
		if lit, ok := ast.Unparen(arg).(*ast.FuncLit); ok {
			arg = nil
			if !effects.Only(in.pass, lit.Body, effects.Panics|effects.Keeps) {
				return false
			}
		}
		if arg == nil {
			continue
		}
		_, isFunc := info.TypeOf(arg).Underlying().(*types.Signature)
		if isFunc && !effects.OnlyComputes(in.pass, arg) ||
			!isFunc && !effects.Only(in.pass, arg, effects.Panics|effects.Keeps) {
			return false
		}
	}
	return true
}

// length reports whether an expression is the length of the slice, and where it is asked for.
func (in *insertion) length(stmt inspector.Cursor, n ast.Expr) (inspector.Cursor, bool) {
	info := in.pass.TypesInfo
	if v, ok := technique.Variable(info, ast.Unparen(n)); ok {
		if n = technique.OnlyValue(in.pass, v); n == nil {
			return stmt, false
		}
		if stmt, ok = in.declaredBefore(stmt, v); !ok {
			return stmt, false
		}
	}
	call, ok := ast.Unparen(n).(*ast.CallExpr)
	return stmt, ok && technique.IsBuiltin(info, call, "len") &&
		technique.SameExpr(info, call.Args[0], in.s)
}

// changed reports whether code assigns to what the name of the slice consists of, or takes its
// address.
func (in *insertion) changed(from, to token.Pos) (changed bool) {
	ast.Inspect(in.s, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		for _, use := range technique.UsesOf(in.pass, in.pass.TypesInfo.ObjectOf(id)) {
			given, addressed := technique.Replaced(use)
			if pos := use.Node().Pos(); from <= pos && pos < to && (given || addressed) {
				changed = true
			}
		}
		return true
	})
	return changed
}
