package firstroom

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

// field matches an append of single elements to a field, which grows from call to call.
//
//	have: p.list = append(p.list, x)
//	want: if p.list == nil { p.list = make([]T, 0, 8) }; p.list = append(p.list, x)
func field(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	n := cur.Node().(*ast.AssignStmt)
	if n.Tok != token.ASSIGN || len(n.Lhs) != 1 || len(n.Rhs) != 1 || !technique.InList(cur) {
		return technique.Proposal{}, false
	}
	info := pass.TypesInfo
	sel, ok := n.Lhs[0].(*ast.SelectorExpr)
	call, isCall := n.Rhs[0].(*ast.CallExpr)
	if !ok || !isCall || !technique.IsBuiltin(info, call, "append") || len(call.Args) < 2 ||
		call.Ellipsis.IsValid() || !technique.SameExpr(info, sel, call.Args[0]) ||
		!path(info, sel) {
		return technique.Proposal{}, false
	}
	for loop := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if _, counted := loop.Node().(*ast.RangeStmt); counted {
			return technique.Proposal{}, false // how many is known there
		}
		break
	}
	for _, arg := range call.Args[1:] {
		if !computed(info, arg) || technique.Uses(info, arg, info.Uses[sel.Sel]) {
			return technique.Proposal{}, false
		}
	}
	t, ok := info.TypeOf(sel).Underlying().(*types.Slice)
	if !ok || asked(info, cur, sel) || branches(pass, info.Uses[sel.Sel]) ||
		!technique.Predeclared(pass, n.Pos(), "make", "nil") {
		return technique.Proposal{}, false
	}
	size, known := technique.SizeOf(pass, t.Elem())
	typ, imports, ok := technique.TypeText(pass, technique.FileOf(pass, n.Pos()), n.Pos(),
		info.TypeOf(sel))
	if !known || size == 0 || size > largest || !ok || len(imports) > 0 || parts(pass, cur, sel) {
		return technique.Proposal{}, false
	}
	name := technique.Text(pass, sel)
	return technique.Proposal{At: call,
		Message: "make room for several elements when the first one comes",
		Edits: []analysis.TextEdit{technique.Insert(n.Pos(), fmt.Sprintf(
			"if %s == nil {\n%s = make(%s, 0, %d)\n}\n", name, name, typ, room(firstBytes, size)))},
	}, true
}

// path reports whether an expression leads from a variable through fields.
func path(info *types.Info, e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		_, ok := info.Uses[e].(*types.Var)
		return ok
	case *ast.SelectorExpr:
		s := info.Selections[e]
		return s != nil && s.Kind() == types.FieldVal && path(info, e.X)
	}
	return false
}

// computed reports whether an expression calls nothing and cannot panic: so nothing sees the
// field between its room and its first element.
func computed(info *types.Info, e ast.Expr) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			isType := info.Types[n.Fun].IsType()
			_, array := info.TypeOf(n).Underlying().(*types.Array)
			ok = ok && (isType && !array || technique.IsBuiltin(info, n, "len"))
		case *ast.IndexExpr, *ast.SliceExpr, *ast.StarExpr, *ast.TypeAssertExpr, *ast.FuncLit:
			ok = false
		case *ast.UnaryExpr:
			ok = ok && n.Op != token.ARROW
		case *ast.BinaryExpr:
			switch n.Op {
			case token.QUO, token.REM, token.SHL, token.SHR, token.EQL, token.NEQ:
				ok = false
			}
		case *ast.SelectorExpr:
			if s := info.Selections[n]; s != nil && s.Indirect() {
				_, named := ast.Unparen(n.X).(*ast.Ident)
				ok = ok && named
			}
		}
		return ok
	})
	return ok
}

// asked reports whether an if statement before the append makes room already.
func asked(info *types.Info, cur inspector.Cursor, sel *ast.SelectorExpr) bool {
	prev, ok := cur.PrevSibling()
	if !ok {
		return false
	}
	s, ok := prev.Node().(*ast.IfStmt)
	if !ok || len(s.Body.List) != 1 {
		return false
	}
	n, ok := s.Body.List[0].(*ast.AssignStmt)
	return ok && len(n.Lhs) == 1 && technique.SameExpr(info, n.Lhs[0], sel)
}

// branches reports whether the package appends to what a field holds, and gives what comes out to
// something else.
func branches(pass *analysis.Pass, field types.Object) bool {
	for _, use := range technique.UsesOf(pass, field) {
		if use.ParentEdgeKind() != edge.SelectorExpr_Sel {
			continue
		}
		sel := use.Parent()
		b := &branch{pass: pass, seen: make(map[types.Object]bool), own: func(e ast.Expr) bool {
			return technique.SameExpr(pass.TypesInfo, e, sel.Node().(ast.Expr))
		}}
		if b.from(sel) {
			return true
		}
	}
	return false
}
