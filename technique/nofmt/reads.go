package nofmt

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
	"github.com/wring-go/wring/technique/fmtverb"
)

// onlyReads reports whether a method, and what it calls of the package, assigns to nothing but its
// own variables and the memory that it makes itself, and panics nowhere but behind a condition.
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
			if !r.own(fn, left) {
				return false
			}
		}
	case *ast.IncDecStmt:
		return r.own(fn, n.X)
	case *ast.RangeStmt:
		switch r.pass.TypesInfo.TypeOf(n.X).Underlying().(type) {
		case *types.Signature, *types.Chan, *types.Interface:
			return false
		}
		return (n.Key == nil || r.own(fn, n.Key)) &&
			(n.Value == nil || r.own(fn, n.Value))
	case *ast.UnaryExpr:
		return n.Op != token.ARROW
	case *ast.SendStmt, *ast.SelectStmt, *ast.GoStmt, *ast.DeferStmt, *ast.FuncLit:
		return false
	}
	return true
}

// own reports whether an expression is a variable that a function declares, or an element of
// memory that it makes.
func (r *reader) own(decl *ast.FuncDecl, e ast.Expr) bool {
	switch n := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		return r.isOwn(n.X)
	case *ast.Ident:
		obj := r.pass.TypesInfo.ObjectOf(n)
		return n.Name == "_" || obj != nil && decl.Pos() <= obj.Pos() && obj.Pos() < decl.End()
	}
	return false
}

func (r *reader) builtin(call *ast.CallExpr, name string) bool {
	switch name {
	case "append", "copy":
		return r.isOwn(call.Args[0])
	case "len", "cap", "min", "max", "new", "make", "real", "imag", "complex":
		return true
	}
	return false
}

// seen are the effects that other code sees.
const seen = effects.Writes | effects.Changes | effects.Calls | effects.Outside | effects.Acts |
	effects.Panics | effects.Shows

// library allows what only computes, what writes to memory that the function makes itself, and
// package fmt where it makes a text of what has none of its own, or one that only reads.
func (r *reader) library(call *ast.CallExpr, fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	if fn.Pkg().Path() == "fmt" {
		switch fn.Name() {
		case "Sprintf", "Sprint", "Sprintln":
			return !call.Ellipsis.IsValid() && (r.printsAll(call.Args) || r.formats(call))
		}
		return false
	}
	return !effects.Of(fn).Has(seen) || effects.Computes(r.pass, call) || r.toOwn(call, fn)
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

// formats reports whether a call is one of fmt.Sprintf that asks no operand for its text, as %d
// does not ask a number that has a String method, or those of the standard library alone.
func (r *reader) formats(call *ast.CallExpr) bool {
	if !technique.IsFunc(r.pass.TypesInfo, call, "fmt", "Sprintf") || call.Ellipsis.IsValid() {
		return false
	}
	format, ok := technique.ConstantText(r.pass.TypesInfo, call.Args[0])
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
		t := r.pass.TypesInfo.TypeOf(operands[0])
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
func (r *reader) toOwn(call *ast.CallExpr, fn *types.Func) bool {
	if effects.Appends(fn) {
		return !effects.Of(fn).Has(seen&^effects.Writes) && r.isOwn(call.Args[0])
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !r.isOwn(sel.X) {
		return false
	}
	switch fn.Name() {
	case "Write", "WriteString", "WriteByte", "WriteRune", "String", "Len", "Grow", "Reset":
		return isBuffer(r.pass.TypesInfo.TypeOf(sel.X))
	}
	return false
}

func isBuffer(t types.Type) bool {
	return technique.IsNamed(t, "strings", "Builder") || technique.IsNamed(t, "bytes", "Buffer")
}

// isOwn reports whether an expression is a local variable that has only memory which the function
// around it makes: a slice, or a buffer that begins empty.
func (r *reader) isOwn(e ast.Expr) bool {
	for {
		part, ok := ast.Unparen(e).(*ast.SliceExpr)
		if !ok {
			break
		}
		e = part.X
	}
	v, ok := technique.Variable(r.pass.TypesInfo, ast.Unparen(e))
	if !ok || v.IsField() || v.Parent() == r.pass.Pkg.Scope() {
		return false
	}
	if isBuffer(v.Type()) {
		return r.emptyBuffer(v)
	}
	if _, ok := v.Type().Underlying().(*types.Array); ok {
		return true
	}
	fresh, _ := effects.FreshIn(r.pass, v, nil)
	return fresh
}

// emptyBuffer reports whether a variable begins with a buffer that is made there, and keeps it.
//
//	var b strings.Builder   b := &strings.Builder{}   b := bytes.NewBuffer(make([]byte, 0, 64))
func (r *reader) emptyBuffer(v *types.Var) bool {
	def, ok := technique.Definition(r.pass, v)
	if !ok || !technique.Unassigned(r.pass, v) {
		return false
	}
	if spec, ok := def.Parent().Node().(*ast.ValueSpec); ok && len(spec.Values) == 0 {
		_, pointer := types.Unalias(v.Type()).(*types.Pointer)
		return !pointer
	}
	switch n := ast.Unparen(technique.Initial(r.pass, v)).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.UnaryExpr:
		_, literal := ast.Unparen(n.X).(*ast.CompositeLit)
		return n.Op == token.AND && literal
	case *ast.CallExpr:
		if technique.IsBuiltin(r.pass.TypesInfo, n, "new") {
			return true
		}
		if !technique.IsFunc(r.pass.TypesInfo, n, "bytes", "NewBuffer") {
			return false
		}
		fresh, _ := effects.Fresh(r.pass, n.Args[0], 0)
		return fresh
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
			if technique.IsBuiltin(pass.TypesInfo, n, "make") {
				risk = slices.ContainsFunc(n.Args[1:], func(size ast.Expr) bool {
					return pass.TypesInfo.Types[size].Value == nil
				})
				break
			}
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
