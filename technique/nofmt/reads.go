package nofmt

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
	"github.com/wring-go/wring/technique/fmtverb"
)

// onlyReads reports whether a method, and what it calls, assigns to nothing but its own variables
// and panics nowhere but behind a condition.
func (s *site) onlyReads(method *types.Func) bool {
	decl := technique.DeclOf(s.pass, method)
	if decl == nil || !technique.SameInBuilds(s.pass, method) {
		return false
	}
	r := &reader{site: s}
	if recv, ok := receiver(s.pass.TypesInfo, decl).(*types.Var); ok &&
		technique.KeepsValue(s.pass, recv, decl) {
		r.found = recv
	}
	r.walker = effects.NewWalker(s.pass, effects.Rules{Node: r.node, Builtin: r.builtin,
		Library: r.library})
	return r.walker.Func(method, decl)
}

// reader is the question that onlyReads asks.
type reader struct {
	*site
	walker *effects.Walker
	found  types.Object // the receiver that fmt calls the method for, which is not nil
}

func (r *reader) node(fn *ast.FuncDecl, n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n != fn.Body || asksSomething(n) || !r.risks(n)
	case *ast.AssignStmt:
		for _, left := range n.Lhs {
			if !r.ownVariable(fn, left) {
				return false
			}
		}
	case *ast.IncDecStmt:
		return r.ownVariable(fn, n.X)
	case *ast.RangeStmt:
		switch r.pass.TypesInfo.TypeOf(n.X).Underlying().(type) {
		case *types.Signature, *types.Chan, *types.Interface:
			return false
		}
		return (n.Key == nil || r.ownVariable(fn, n.Key)) &&
			(n.Value == nil || r.ownVariable(fn, n.Value))
	case *ast.UnaryExpr:
		return n.Op != token.ARROW
	case *ast.SendStmt, *ast.SelectStmt, *ast.GoStmt, *ast.DeferStmt, *ast.FuncLit:
		return false
	}
	return true
}

// ownVariable reports whether an expression is a variable that a function declares.
func (r *reader) ownVariable(decl *ast.FuncDecl, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	obj := r.pass.TypesInfo.ObjectOf(id)
	return id.Name == "_" || obj != nil && decl.Pos() <= obj.Pos() && obj.Pos() < decl.End()
}

func (r *reader) builtin(call *ast.CallExpr, name string) bool {
	switch name {
	case "len", "cap", "min", "max", "new", "real", "imag", "complex":
		return true
	}
	return name == "make" && len(call.Args) == 1
}

// library allows what only computes, what writes to a builder or a buffer of the function itself,
// and package fmt where it makes a text of what has none of its own, or one that only reads.
func (r *reader) library(call *ast.CallExpr, fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	if fn.Pkg().Path() == "fmt" {
		switch fn.Name() {
		case "Sprintf", "Sprint", "Sprintln":
			return !call.Ellipsis.IsValid() && r.printsAll(call.Args)
		}
		return false
	}
	return !effects.Of(fn).Has(effects.Writes|effects.Changes|effects.Calls|effects.Outside|
		effects.Acts|effects.Panics|effects.Shows) || r.writesOwn(call)
}

// printsAll reports whether fmt asks no operand for its text that could do more than read.
func (r *reader) printsAll(args []ast.Expr) bool {
	for _, arg := range args {
		t := types.Unalias(r.pass.TypesInfo.TypeOf(arg))
		if method := r.textMethod(t); method != nil {
			decl := technique.DeclOf(r.pass, method)
			if decl == nil || !technique.SameInBuilds(r.pass, method) ||
				!r.walker.Func(method, decl) {
				return false
			}
			continue
		}
		_, basic := t.Underlying().(*types.Basic)
		if !basic && !technique.IsBytes(t) || fmtverb.Asks(types.NewPointer(t), 'v') {
			return false
		}
	}
	return true
}

// writesOwn reports whether a call writes a text to a builder or a buffer that a variable of the
// function is, or takes it from there.
func (r *reader) writesOwn(call *ast.CallExpr) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	v, ok := technique.Variable(r.pass.TypesInfo, sel.X)
	if !ok || v.IsField() || v.Parent() == r.pass.Pkg.Scope() || technique.IsPointer(v.Type()) ||
		!technique.IsNamed(v.Type(), "strings", "Builder") &&
			!technique.IsNamed(v.Type(), "bytes", "Buffer") {
		return false
	}
	switch sel.Sel.Name {
	case "Write", "WriteByte", "WriteRune", "WriteString", "String", "Len":
		return true
	}
	return false
}

// asksSomething reports whether a function asks a condition.
func asksSomething(body *ast.BlockStmt) bool {
	for n := range ast.Preorder(body) {
		switch n.(type) {
		case *ast.IfStmt, *ast.SwitchStmt, *ast.RangeStmt:
			return true
		}
	}
	return false
}

// risks reports whether something in n panics for some values: an index, a pointer, a type or a
// divisor.
func (r *reader) risks(n ast.Node) bool {
	pass := r.pass
	for n := range ast.Preorder(n) {
		risk := false
		switch n := n.(type) {
		case *ast.IndexExpr:
			risk = !findsAny(pass, n)
		case *ast.SliceExpr:
			risk = n.Low != nil || n.High != nil || n.Max != nil ||
				technique.IsPointer(pass.TypesInfo.TypeOf(n.X))
		case *ast.StarExpr:
			risk = !pass.TypesInfo.Types[n].IsType()
		case *ast.TypeAssertExpr:
			risk = n.Type != nil
		case *ast.SelectorExpr:
			sel := pass.TypesInfo.Selections[n]
			own := sel != nil && len(sel.Index()) == 1 &&
				technique.Names(pass.TypesInfo, n.X, r.found)
			risk = sel != nil && sel.Indirect() && !(own && sel.Kind() == types.FieldVal)
		case *ast.BinaryExpr:
			risk = divides(pass, n.Op, n.Y)
		case *ast.AssignStmt:
			risk = n.Tok != token.ASSIGN && n.Tok != token.DEFINE &&
				divides(pass, binary[n.Tok], n.Rhs[0])
		case *ast.CallExpr:
			_, array := pass.TypesInfo.TypeOf(n).Underlying().(*types.Array)
			risk = array && pass.TypesInfo.Types[n.Fun].IsType()
		}
		if risk {
			return true
		}
	}
	return false
}

// findsAny reports whether an index is right whatever it is: that of a map whose keys can all be
// compared, a constant one of an array, which the compiler has looked at, or a byte.
func findsAny(pass *analysis.Pass, n *ast.IndexExpr) bool {
	switch of := pass.TypesInfo.TypeOf(n.X).Underlying().(type) {
	case *types.Map:
		_, basic := of.Key().Underlying().(*types.Basic)
		return basic
	case *types.Array:
		index, basic := pass.TypesInfo.TypeOf(n.Index).Underlying().(*types.Basic)
		return pass.TypesInfo.Types[n.Index].Value != nil ||
			basic && index.Kind() == types.Uint8 && of.Len() > 255
	}
	return false
}

// binary are the operators that may panic, by those that assign.
var binary = map[token.Token]token.Token{token.QUO_ASSIGN: token.QUO, token.REM_ASSIGN: token.REM,
	token.SHL_ASSIGN: token.SHL, token.SHR_ASSIGN: token.SHR}

// divides reports whether an operator panics for some values on its right: a zero, or less than
// that where it shifts.
func divides(pass *analysis.Pass, op token.Token, y ast.Expr) bool {
	basic, ok := pass.TypesInfo.TypeOf(y).Underlying().(*types.Basic)
	if pass.TypesInfo.Types[y].Value != nil {
		return false
	}
	switch op {
	case token.QUO, token.REM:
		return !ok || basic.Info()&types.IsInteger != 0
	case token.SHL, token.SHR:
		return !ok || basic.Info()&types.IsUnsigned == 0
	}
	return false
}
