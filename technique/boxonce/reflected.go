package boxonce

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// reflected proposes that a loop, which gives package reflect a value in each iteration, does so by
// way of one variable.
//
//	have: for … { m.SetMapIndex(reflect.ValueOf(key), elem) }
//	want: var held string
//	      heldValue := reflect.ValueOf(&held).Elem()
//	      for … { held = key; m.SetMapIndex(heldValue, elem) }
func reflected(pass *analysis.Pass) {
	given := make(map[string]bool)
	for _, cur := range technique.Nodes(pass, (*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if !technique.IsFunc(pass.TypesInfo, call, "reflect", "ValueOf") || !taken(pass, cur) {
			continue
		}
		stmt, loop, ok := eachTime(cur)
		if !ok || !quietBefore(pass.TypesInfo, stmt, call) {
			continue
		}
		if p, ok := hold(pass, call, stmt, loop, given); ok {
			technique.Report(pass, p)
		}
	}
}

// taken reports whether a call gets the value that another call makes, and copies what is in it:
// nothing keeps the value, and nothing asks whether there is an address.
func taken(pass *analysis.Pass, made inspector.Cursor) bool {
	if made.ParentEdgeKind() != edge.CallExpr_Args {
		return false
	}
	info, call := pass.TypesInfo, made.Parent().Node().(*ast.CallExpr)
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		method := info.Selections[sel]
		if method != nil && method.Kind() == types.MethodExpr {
			return false // the value may be what the method is called for
		}
	}
	method := func(name string) bool {
		return technique.IsMethod(info, call, "reflect", "Value", name)
	}
	return method("SetMapIndex") || method("Set") || method("MapIndex") ||
		technique.IsFunc(info, call, "reflect", "Append") && made.ParentEdgeIndex() > 0 &&
			!call.Ellipsis.IsValid()
}

// eachTime returns the statement that an expression is in, and the loop whose body has it in its
// own list, so that each iteration that gets there runs it.
func eachTime(cur inspector.Cursor) (stmt, loop inspector.Cursor, ok bool) {
	stmt = cur
	for {
		switch stmt.Node().(type) {
		case *ast.ExprStmt, *ast.AssignStmt:
			loop = stmt.Parent().Parent()
			switch loop.Node().(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				return stmt, loop, stmt.ParentEdgeKind() == edge.BlockStmt_List &&
					technique.InList(loop)
			}
			return stmt, loop, false
		case ast.Stmt, *ast.FuncLit:
			return stmt, loop, false
		}
		stmt = stmt.Parent()
	}
}

// quietBefore reports whether nothing that a statement evaluates before a call could change what
// the call gets.
func quietBefore(info *types.Info, stmt inspector.Cursor, call *ast.CallExpr) bool {
	known := []string{"Append", "Elem", "Field", "Index", "Indirect", "MapIndex", "Set",
		"SetMapIndex", "ValueOf"}
	for n := range ast.Preorder(stmt.Node()) {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.UnaryExpr:
			return false
		case *ast.CallExpr:
			if n.Pos() >= call.Pos() || info.Types[n.Fun].IsType() {
				continue
			}
			fn, ok := technique.Func(info, n)
			if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "reflect" ||
				!slices.Contains(known, fn.Name()) {
				return false
			}
			if fn.Name() == "Append" && n.End() < call.Pos() {
				return false // it writes to the room behind its slice, which can be the variable
			}
		}
	}
	return true
}

// hold declares the variable before the loop, and fills it before the statement.
func hold(pass *analysis.Pass, call *ast.CallExpr, stmt, loop inspector.Cursor,
	given map[string]bool) (technique.Proposal, bool) {
	var none technique.Proposal
	e, file := call.Args[0], technique.FileOf(pass, call.Pos())
	t := pass.TypesInfo.TypeOf(e)
	if !technique.Boxed(pass, t) || file == nil ||
		!still(pass.TypesInfo, e, first(pass.TypesInfo, stmt, call)) {
		return none, false
	}
	at := loop.Node().Pos()
	typ, edits, ok := technique.TypeText(pass, file, at, t)
	if !ok || !technique.ResolvesSameAt(pass, call.Fun, at) {
		return none, false
	}
	name := technique.FreshName(pass, file, "held")
	for i := 2; given[name]; i++ {
		name = technique.FreshName(pass, file, fmt.Sprint("held", i))
	}
	given[name] = true
	value := technique.FreshName(pass, file, name+"Value")
	return technique.Proposal{At: e, Message: "give the value to package reflect by way of one " +
		"variable for the loop",
		Edits: append(edits,
			technique.Insert(at, fmt.Sprintf("var %s %s\n%s := %s(&%[1]s).Elem()\n", name, typ,
				value, technique.Text(pass, call.Fun))),
			technique.Insert(stmt.Node().Pos(), name+" = "+technique.Text(pass, e)+"\n"),
			technique.Replace(call, value))}, true
}

// first reports whether nothing that a statement evaluates before a call can panic.
func first(info *types.Info, stmt inspector.Cursor, call *ast.CallExpr) bool {
	for n := range ast.Preorder(stmt.Node()) {
		if n == nil || n.Pos() >= call.Pos() {
			continue
		}
		switch n := n.(type) {
		case *ast.IndexExpr, *ast.SliceExpr, *ast.StarExpr, *ast.TypeAssertExpr, *ast.BinaryExpr:
			return false
		case *ast.SelectorExpr:
			if sel := info.Selections[n]; sel != nil && sel.Indirect() {
				return false
			}
		case *ast.CallExpr:
			if n.End() < call.End() {
				return false
			}
		}
	}
	return true
}

// still reports whether an expression is a variable, a field of one, or a conversion of such, that
// is the same a little earlier and cannot panic; it may where that comes first anyway.
func still(info *types.Info, e ast.Expr, first bool) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		_, ok := info.Uses[e].(*types.Var)
		return ok
	case *ast.SelectorExpr:
		sel := info.Selections[e]
		if sel != nil && sel.Kind() == types.FieldVal && !sel.Indirect() {
			return still(info, e.X, first)
		}
	case *ast.CallExpr:
		if !info.Types[e.Fun].IsType() || info.Types[e].Value != nil {
			return false
		}
		switch info.TypeOf(e).Underlying().(type) {
		case *types.Basic, *types.Slice, *types.Struct:
			return still(info, e.Args[0], first)
		}
	}
	return first && info.Types[e].Value == nil && technique.Pure(info, e)
}
