package fprint

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// keeps reports whether no operand assigns to what x names: it is then no matter
// which of them is read first.
func (s *site) keeps(x ast.Expr) bool {
	stays := s.staying(x)
	w := effects.NewWalker(s.pass, effects.Rules{
		Node:    func(_ *ast.FuncDecl, n ast.Node) bool { return stays(n) },
		Builtin: func(*ast.CallExpr, string) bool { return true },
		Library: func(*ast.CallExpr, *types.Func) bool { return true },
	})
	for _, arg := range s.call.Args {
		if !w.Allowed(arg) {
			return false
		}
	}
	return true
}

// settled reports whether the slice to which a text is appended is the same before and after the
// text is made: it is a variable that only its function knows, or no operand assigns to it and
// none has a method by which it is printed.
func (s *site) settled(dst ast.Expr) bool {
	for part, ok := ast.Unparen(dst).(*ast.SliceExpr); ok && s.constant(part.Low, part.High,
		part.Max); part, ok = ast.Unparen(dst).(*ast.SliceExpr) {
		dst = part.X
	}
	switch e := ast.Unparen(dst).(type) {
	case *ast.CallExpr, *ast.CompositeLit:
		return true // it has its value before the operands have theirs
	case *ast.Ident:
		if s.private(e) {
			return true
		}
	}
	for i := range s.call.Args {
		if !s.basic(i) {
			return false
		}
	}
	return s.keeps(dst)
}

// constant reports whether the bounds of a part are constant, if they are there.
func (s *site) constant(bounds ...ast.Expr) bool {
	for _, e := range bounds {
		if e != nil && s.pass.TypesInfo.Types[e].Value == nil {
			return false
		}
	}
	return true
}

// private reports whether a name is that of a variable that no function literal uses, and to which
// nothing has a pointer.
func (s *site) private(name *ast.Ident) bool {
	v, ok := technique.Variable(s.pass.TypesInfo, name)
	if !ok {
		return false
	}
	uses, local := technique.LocalUses(s.pass, v)
	for _, use := range uses {
		if _, addressed := technique.Replaced(use); addressed || technique.InLiteral(use, v) {
			return false
		}
	}
	return local
}

// staying returns what reports whether a node assigns to nothing that x names.
func (s *site) staying(x ast.Expr) func(ast.Node) bool {
	named := make(map[types.Object]bool)
	for n := range ast.Preorder(x) {
		if id, ok := n.(*ast.Ident); ok {
			named[s.pass.TypesInfo.Uses[id]] = true
		}
	}
	return func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		return !slices.ContainsFunc(as.Lhs, func(e ast.Expr) bool {
			switch e := ast.Unparen(e).(type) {
			case *ast.Ident:
				return named[s.pass.TypesInfo.ObjectOf(e)]
			case *ast.SelectorExpr:
				return named[s.pass.TypesInfo.ObjectOf(e.Sel)]
			}
			return false
		})
	}
}

// printers are the methods that package fmt calls of an operand.
var printers = []string{"String", "Error", "Format", "GoString"}

// printed reports whether no method of the package by which an operand may be printed assigns to
// what x names.
func (s *site) printed(x ast.Expr) bool {
	stays := s.staying(x)
	for _, file := range s.pass.Files {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Recv == nil || fn.Body == nil || !slices.Contains(printers, fn.Name.Name) {
				continue
			}
			for n := range ast.Preorder(fn.Body) {
				if !stays(n) {
					return false
				}
			}
		}
	}
	return true
}

// holder returns the variable of the function that holds the writer x, or points
// to it; nil where the writer is elsewhere already.
func holder(pass *analysis.Pass, x ast.Expr) *types.Var {
	for {
		switch e := ast.Unparen(x).(type) {
		case *ast.SelectorExpr:
			if _, ptr := pass.TypesInfo.TypeOf(e.X).Underlying().(*types.Pointer); ptr {
				return nil
			}
			x = e.X
		case *ast.Ident:
			v, ok := pass.TypesInfo.Uses[e].(*types.Var)
			if !ok || types.IsInterface(v.Type()) || v.Parent() == pass.Pkg.Scope() ||
				isParam(pass, v) {
				return nil
			}
			return v
		default:
			return nil
		}
	}
}

// isParam reports whether a variable is a parameter, a result or a receiver.
func isParam(pass *analysis.Pass, v *types.Var) bool {
	file := technique.FileOf(pass, v.Pos())
	if file == nil {
		return true
	}
	for n := range ast.Preorder(file) {
		if f, ok := n.(*ast.FuncType); ok && f.Pos() <= v.Pos() && v.Pos() < f.End() {
			return true
		}
		if fn, ok := n.(*ast.FuncDecl); ok && fn.Recv != nil && fn.Recv.Pos() <= v.Pos() &&
			v.Pos() < fn.Recv.End() {
			return true
		}
	}
	return false
}

// byVariable puts the sites together that print to one variable, in order.
func byVariable(list []*site) [][]*site {
	var groups [][]*site
	at := make(map[*types.Var]int)
	for _, s := range list {
		i, ok := at[s.local]
		if !ok {
			i = len(groups)
			at[s.local] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], s)
	}
	return groups
}

// worthIt reports whether printing to a variable of the function removes more
// than the one object that the variable may become: it prints several times, or
// the variable's address goes elsewhere anyway.
func worthIt(group []*site) bool {
	s := group[0]
	if len(group) > 1 || technique.Repeated(s.cur, s.local.Pos()) {
		return true
	}
	uses, ok := technique.LocalUses(s.pass, s.local)
	if !ok {
		return false
	}
	for _, use := range uses {
		switch n := use.Parent().Node().(type) {
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				return true
			}
		case *ast.CallExpr:
			if n.Fun != use.Node() {
				return true
			}
		case *ast.ReturnStmt:
			return true
		}
	}
	return false
}
