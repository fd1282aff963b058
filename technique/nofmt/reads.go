package nofmt

import (
	"go/ast"
	"go/token"
	"go/types"

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
		return n != fn.Body || r.asksSomething(fn) || !r.risks(fn)
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
			// A method that printsAll finds wanting may have seemed right to one that calls it.
			return !call.Ellipsis.IsValid() && (r.formats(call) || r.printsAll(call.Args))
		}
		return false
	}
	return !effects.Of(fn).Has(seen) || effects.Computes(r.pass, call) || r.toOwn(call, fn)
}

// printsAll reports whether fmt asks no operand for its text that could do more than read.
func (r *reader) printsAll(args []ast.Expr) bool {
	for _, arg := range args {
		t := types.Unalias(r.pass.TypesInfo.TypeOf(arg))
		if showsItself(t) {
			return false
		}
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

// showsItself reports whether %#v asks a type for its text.
func showsItself(t types.Type) bool {
	return types.NewMethodSet(types.NewPointer(t)).Lookup(nil, "GoString") != nil
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
		if !fmtverb.NamesItself(t) &&
			(!basic || showsItself(t) || fmtverb.Asks(types.NewPointer(t), d.Verb)) {
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

// asksSomething reports whether a function asks a condition, not counting that its receiver is nil.
func (r *reader) asksSomething(fn *ast.FuncDecl) bool {
	list := fn.Body.List
	if r.beginsWithNil(fn) {
		list = list[1:]
	}
	for _, stmt := range list {
		for n := range ast.Preorder(stmt) {
			switch n.(type) {
			case *ast.IfStmt, *ast.SwitchStmt, *ast.RangeStmt:
				return true
			}
		}
	}
	return false
}

// notNil returns the receiver of a method, if it is surely not nil behind a question for that; else
// the one that fmt calls a method for.
func (r *reader) notNil(fn *ast.FuncDecl) types.Object {
	recv, ok := receiver(r.pass.TypesInfo, fn).(*types.Var)
	if ok && r.beginsWithNil(fn) && technique.KeepsValue(r.pass, recv, fn) {
		return recv
	}
	return r.found
}

// risks reports whether something in a function panics for some values.
func (r *reader) risks(fn *ast.FuncDecl) bool {
	found := r.notNil(fn)
	for n := range ast.Preorder(fn.Body) {
		if risky(r.pass, n, found) {
			return true
		}
	}
	return false
}

// readsBytes reports whether a method, or what it calls of the package, may look at bytes of a
// variable of the package: what is appended may lie there.
func (s *site) readsBytes(method *types.Func, decl *ast.FuncDecl) bool {
	any := func(*ast.CallExpr, *types.Func) bool { return true }
	w := effects.NewWalker(s.pass, effects.Rules{
		Node: func(_ *ast.FuncDecl, n ast.Node) bool {
			v, ok := technique.Variable(s.pass.TypesInfo, n)
			return !ok || v.IsField() || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() ||
				!leadsToBytes(v.Type(), make(map[types.Type]bool))
		},
		Builtin: func(*ast.CallExpr, string) bool { return true },
		Library: any,
	})
	return !w.Func(method, decl)
}

// leadsToBytes reports whether a variable of a type has bytes in memory that may be a slice's.
func leadsToBytes(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	var elem types.Type
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Kind() == types.UnsafePointer
	case *types.Struct:
		for field := range t.Fields() {
			if leadsToBytes(field.Type(), seen) {
				return true
			}
		}
		return false
	case *types.Map:
		return leadsToBytes(t.Key(), seen) || leadsToBytes(t.Elem(), seen)
	case *types.Pointer:
		elem = t.Elem()
	case *types.Slice:
		elem = t.Elem()
	case *types.Array:
		elem = t.Elem()
	default:
		return true // what an interface holds, or a function has
	}
	basic, ok := elem.Underlying().(*types.Basic)
	return ok && basic.Kind() == types.Byte || leadsToBytes(elem, seen)
}
