package nofmt

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
	"github.com/wring-go/wring/technique/fmtverb"
)

// onlyReads reports whether a method, and what it calls of the package, assigns to nothing but its
// own variables and the memory that it makes itself, calls nothing that acts or panics, and asks
// something before it looks at an element or through a pointer.
func (s *site) onlyReads(fn *types.Func, decl *ast.FuncDecl) bool {
	library := func(call *ast.CallExpr, fn *types.Func) bool {
		return fn.Pkg() != nil && (!effects.Of(fn).Has(seen) ||
			effects.Computes(s.pass, call) || s.formats(call) || s.toOwn(call, fn))
	}
	return effects.NewWalker(s.pass, effects.Rules{
		Node: s.reads, Builtin: s.readsBuiltin, Library: library}).Func(fn, decl)
}

// seen are the effects that other code sees.
const seen = effects.Writes | effects.Changes | effects.Calls | effects.Outside | effects.Acts |
	effects.Panics

// reads judges a node of a function.
func (s *site) reads(decl *ast.FuncDecl, n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n != decl.Body || s.asksFirst(decl)
	case *ast.AssignStmt:
		return !slices.ContainsFunc(n.Lhs, func(left ast.Expr) bool {
			return !s.own(decl, left)
		})
	case *ast.IncDecStmt:
		return s.own(decl, n.X)
	case *ast.RangeStmt:
		return s.ranges(decl, n)
	case *ast.UnaryExpr:
		return n.Op != token.ARROW
	case *ast.SendStmt, *ast.SelectStmt, *ast.GoStmt, *ast.DeferStmt, *ast.FuncLit:
		return false
	}
	return true
}

// ranges judges the head of a range statement: it assigns, and it may call or wait.
func (s *site) ranges(decl *ast.FuncDecl, n *ast.RangeStmt) bool {
	for _, e := range []ast.Expr{n.Key, n.Value} {
		if e != nil && !s.own(decl, e) {
			return false
		}
	}
	switch s.pass.TypesInfo.TypeOf(n.X).Underlying().(type) {
	case *types.Signature, *types.Chan, *types.Interface:
		return false
	}
	return true
}

// asksFirst reports whether a function asks something, if it looks at an element or through a
// pointer.
func (s *site) asksFirst(decl *ast.FuncDecl) bool {
	asks, risks := false, false
	for n := range ast.Preorder(decl.Body) {
		switch n := n.(type) {
		case *ast.IfStmt, *ast.SwitchStmt, *ast.RangeStmt, *ast.ForStmt:
			asks = true
		case *ast.IndexExpr, *ast.SliceExpr, *ast.StarExpr, *ast.TypeAssertExpr:
			risks = true
		case *ast.SelectorExpr:
			sel := s.pass.TypesInfo.Selections[n]
			risks = risks || sel != nil && sel.Indirect() && !s.isOwn(n.X)
		}
	}
	return asks || !risks
}

// readsBuiltin judges a call of a builtin function.
func (s *site) readsBuiltin(call *ast.CallExpr, name string) bool {
	switch name {
	case "append", "copy":
		return s.isOwn(call.Args[0])
	case "len", "cap", "min", "max", "new", "make", "real", "imag", "complex":
		return true
	}
	return false
}

// formats reports whether a call is one of fmt.Sprintf that asks no operand for its text, as %d
// does not ask a number that has a String method, or those of the standard library alone.
func (s *site) formats(call *ast.CallExpr) bool {
	if !technique.IsFunc(s.pass.TypesInfo, call, "fmt", "Sprintf") || call.Ellipsis.IsValid() {
		return false
	}
	format, ok := technique.ConstantText(s.pass.TypesInfo, call.Args[0])
	list, parsed := fmtverb.Parse(format)
	if !ok || !parsed {
		return false
	}
	operands := call.Args[1:]
	for _, d := range list {
		if d.Verb == 0 {
			continue
		}
		if len(operands) == 0 {
			return false
		}
		t := s.pass.TypesInfo.TypeOf(operands[0])
		_, basic := t.Underlying().(*types.Basic)
		if !fmtverb.NamesItself(t) && (!basic || fmtverb.Asks(types.NewPointer(t), d.Verb)) {
			return false
		}
		operands = operands[1:]
	}
	return len(operands) == 0
}

// toOwn reports whether a call of the standard library appends to memory that the function
// around makes itself, or writes to a buffer of its own.
func (s *site) toOwn(call *ast.CallExpr, fn *types.Func) bool {
	if effects.Appends(fn) {
		return !effects.Of(fn).Has(seen&^effects.Writes) && s.isOwn(call.Args[0])
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !s.isOwn(sel.X) {
		return false
	}
	switch fn.Name() {
	case "Write", "WriteString", "WriteByte", "WriteRune", "String", "Len", "Grow", "Reset":
		return isBuffer(s.pass.TypesInfo.TypeOf(sel.X))
	}
	return false
}

func isBuffer(t types.Type) bool {
	return technique.IsNamed(t, "strings", "Builder") || technique.IsNamed(t, "bytes", "Buffer")
}

// isOwn reports whether an expression is a local variable that has only memory which the function
// around it makes: a slice, or a buffer that begins empty.
func (s *site) isOwn(e ast.Expr) bool {
	for {
		part, ok := ast.Unparen(e).(*ast.SliceExpr)
		if !ok {
			break
		}
		e = part.X
	}
	v, ok := technique.Variable(s.pass.TypesInfo, ast.Unparen(e))
	if !ok || v.IsField() || v.Parent() == s.pass.Pkg.Scope() {
		return false
	}
	if isBuffer(v.Type()) {
		return s.emptyBuffer(v)
	}
	if _, ok := v.Type().Underlying().(*types.Array); ok {
		return true
	}
	fresh, _ := effects.FreshIn(s.pass, v, nil)
	return fresh
}

// emptyBuffer reports whether a variable begins with a buffer that is made there, and keeps it.
//
//	var b strings.Builder   b := &strings.Builder{}   b := bytes.NewBuffer(make([]byte, 0, 64))
func (s *site) emptyBuffer(v *types.Var) bool {
	def, ok := technique.Definition(s.pass, v)
	if !ok || !technique.Unassigned(s.pass, v) {
		return false
	}
	if spec, ok := def.Parent().Node().(*ast.ValueSpec); ok && len(spec.Values) == 0 {
		_, pointer := types.Unalias(v.Type()).(*types.Pointer)
		return !pointer
	}
	switch n := ast.Unparen(technique.Initial(s.pass, v)).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.UnaryExpr:
		_, literal := ast.Unparen(n.X).(*ast.CompositeLit)
		return n.Op == token.AND && literal
	case *ast.CallExpr:
		if technique.IsBuiltin(s.pass.TypesInfo, n, "new") {
			return true
		}
		if !technique.IsFunc(s.pass.TypesInfo, n, "bytes", "NewBuffer") {
			return false
		}
		fresh, _ := effects.Fresh(s.pass, n.Args[0], 0)
		return fresh
	}
	return false
}

// own reports whether an expression is a variable that a function declares, or an element of
// memory that it makes.
func (s *site) own(decl *ast.FuncDecl, e ast.Expr) bool {
	switch n := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		return s.isOwn(n.X)
	case *ast.Ident:
		obj := s.pass.TypesInfo.ObjectOf(n)
		return n.Name == "_" || obj != nil && decl.Pos() <= obj.Pos() && obj.Pos() < decl.End()
	}
	return false
}
