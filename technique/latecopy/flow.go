package latecopy

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// flow follows memory through variables, parameters and parts of it.
type flow struct {
	pass    *analysis.Pass
	seen    map[*types.Var]bool // variables that were or are being followed
	printed []inspector.Cursor  // operands of package fmt
	splits  []split             // of variables that become copies
}

// variable reports whether all uses of v only look at the memory, write into it,
// or print it; or all but those of a copy that v becomes.
func (f *flow) variable(v *types.Var) bool {
	if f.seen[v] {
		return true
	}
	f.seen[v] = true
	uses, ok := technique.LocalUses(f.pass, v)
	before := *f
	before.seen = maps.Clone(f.seen)
	if !ok || f.all(uses, v) {
		return ok
	}
	*f = before
	s, ok := f.become(v, uses)
	if !ok || !f.all(s.rest, v) {
		return false
	}
	f.splits = append(f.splits, s)
	return true
}

// all judges uses of a variable.
func (f *flow) all(uses []inspector.Cursor, v *types.Var) bool {
	return !slices.ContainsFunc(uses, func(use inspector.Cursor) bool {
		return f.captured(use, v) || !f.use(use)
	})
}

// captured reports whether a function literal around a use, which could run when the function
// has returned, does not declare v.
func (f *flow) captured(use inspector.Cursor, v *types.Var) bool {
	for lit := range use.Enclosing((*ast.FuncLit)(nil)) {
		if lit.Node().Pos() <= v.Pos() && v.Pos() < lit.Node().End() {
			return false
		}
		if !effects.RunsWithin(f.pass, lit) {
			return true
		}
	}
	return false
}

// use judges one use of the memory, which is an array or a slice.
func (f *flow) use(cur inspector.Cursor) bool {
	info := f.pass.TypesInfo
	_, array := info.TypeOf(cur.Node().(ast.Expr)).Underlying().(*types.Array)
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return f.use(parent)
	case *ast.SliceExpr:
		return n.X == cur.Node() && f.use(parent)
	case *ast.IndexExpr:
		return n.X == cur.Node() && !technique.PointedTo(info, parent)
	case *ast.RangeStmt:
		return n.X == cur.Node()
	case *ast.BinaryExpr:
		return true
	case *ast.AssignStmt:
		return array || cur.ParentEdgeKind() == edge.AssignStmt_Lhs || f.assigned(cur, n)
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args && f.argument(parent, n, cur, array)
	case *ast.SelectorExpr:
		return f.method(n, array)
	}
	return array && copied(cur)
}

// method judges a method whose receiver gets the memory: a copy of an array, or
// a slice, which is followed.
func (f *flow) method(n *ast.SelectorExpr, array bool) bool {
	sel := f.pass.TypesInfo.Selections[n]
	if sel == nil || sel.Kind() != types.MethodVal {
		return false
	}
	fn := sel.Obj().(*types.Func)
	recv := fn.Signature().Recv()
	if _, pointer := recv.Type().(*types.Pointer); pointer || types.IsInterface(recv.Type()) {
		return false
	}
	return array || technique.DeclOf(f.pass, fn) != nil && f.variable(recv)
}

// copied reports whether an array is used where its value is copied, not where
// its address is taken.
func copied(cur inspector.Cursor) bool {
	switch n := cur.Parent().Node().(type) {
	case *ast.ReturnStmt, *ast.KeyValueExpr, *ast.CompositeLit, *ast.ValueSpec, *ast.SwitchStmt:
		return true
	case *ast.UnaryExpr:
		return n.Op != token.AND
	}
	return false
}

// assigned judges an assignment of a slice: only to a variable of a function,
// which is followed.
func (f *flow) assigned(cur inspector.Cursor, n *ast.AssignStmt) bool {
	if len(n.Lhs) != len(n.Rhs) {
		return false
	}
	id, ok := n.Lhs[cur.ParentEdgeIndex()].(*ast.Ident)
	if !ok {
		return false
	}
	if id.Name == "_" {
		return true
	}
	v, ok := f.pass.TypesInfo.ObjectOf(id).(*types.Var)
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		if ok && technique.IsResult(fn.Node(), v) {
			return false // a return gives it back without naming it
		}
	}
	return ok && scratch(v.Type()) && f.variable(v)
}

// argument judges an argument of a call.
func (f *flow) argument(at inspector.Cursor, call *ast.CallExpr, use inspector.Cursor,
	array bool) bool {
	info := f.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		return array || !scratch(info.TypeOf(call)) || f.use(at)
	}
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		if fn.Name() == "append" && use.ParentEdgeIndex() == 0 {
			return f.use(at)
		}
		if fn.Name() == "append" && !call.Ellipsis.IsValid() {
			return array // a slice would be kept
		}
		return fn.Name() != "panic"
	case *types.Func:
		if f.prints(fn, call, use.ParentEdgeIndex()) {
			if !array && !f.prompt(at, fn, use.ParentEdgeIndex()) {
				return false
			}
			if !array {
				f.printed = append(f.printed, use)
			}
			return true
		}
		if technique.DeclOf(f.pass, fn) != nil {
			return array || f.ownFunc(call, fn, use.ParentEdgeIndex())
		}
		return !types.IsInterface(fn.Signature().Params().At(
			min(use.ParentEdgeIndex(), fn.Signature().Params().Len()-1)).Type()) &&
			(array || f.library(at, fn, use.ParentEdgeIndex()))
	}
	return false
}

// ownFunc judges an argument of a function of the package: what it does with the
// parameter.
func (f *flow) ownFunc(call *ast.CallExpr, fn *types.Func, index int) bool {
	params := fn.Signature().Params()
	if fn.Signature().Variadic() && index >= params.Len()-1 && !call.Ellipsis.IsValid() {
		return false
	}
	decl := technique.DeclOf(f.pass, fn)
	return decl.Body != nil && scratch(params.At(index).Type()) && f.variable(params.At(index))
}

// library judges an argument of the standard library: it stays on the stack if
// nothing keeps it or hands it on, or if it comes back, as from an append, and is
// followed.
func (f *flow) library(at inspector.Cursor, fn *types.Func, index int) bool {
	if recv := fn.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
		return false
	}
	if effects.Of(fn).Has(effects.Calls) {
		return false
	}
	if !effects.Of(fn).Has(effects.Writes|effects.Keeps) || effects.RetainsNothing(fn, index) {
		return true
	}
	results := fn.Signature().Results()
	return results.Len() == 1 && scratch(results.At(0).Type()) && f.use(at)
}

// prints reports whether an operand becomes text at once: package fmt makes it,
// called here or by a function that hands its operands on to it.
func (f *flow) prints(fn *types.Func, call *ast.CallExpr, index int) bool {
	sig := fn.Signature()
	last := sig.Params().Len() - 1
	if !sig.Variadic() || index < last || call.Ellipsis.IsValid() {
		return false
	}
	if fn.Pkg() != nil && fn.Pkg().Path() == "fmt" {
		return fn.Name() != "Sscan" && fn.Name() != "Sscanf" && fn.Name() != "Sscanln" &&
			fn.Name() != "Scan" && fn.Name() != "Fscan" && fn.Name() != "Fscanf"
	}
	decl := technique.DeclOf(f.pass, fn)
	return decl != nil && decl.Body != nil && f.handsOn(sig.Params().At(last))
}

// prompt reports whether nothing writes to the memory between the place where a copy of an operand
// is made and where the operand becomes text: the call is made at once, the operands behind it
// write no bytes, and the function gets the memory in no other way.
func (f *flow) prompt(at inspector.Cursor, fn *types.Func, index int) bool {
	args := at.Node().(*ast.CallExpr).Args
	fixed := fn.Signature().Params().Len() - 1
	return !technique.RunsLater(at) &&
		!slices.ContainsFunc(args[index+1:], func(arg ast.Expr) bool {
			return !effects.NoByteWrites(f.pass, arg)
		}) &&
		!slices.ContainsFunc(args[:fixed], func(arg ast.Expr) bool {
			t := f.pass.TypesInfo.TypeOf(arg)
			_, function := t.Underlying().(*types.Signature)
			return function || technique.IsSlice(t)
		})
}

// handsOn reports whether all that becomes of operands is that package fmt gets
// them.
func (f *flow) handsOn(operands *types.Var) bool {
	uses, ok := technique.LocalUses(f.pass, operands)
	for _, use := range uses {
		call, isCall := use.Parent().Node().(*ast.CallExpr)
		if !isCall || !call.Ellipsis.IsValid() || call.Args[len(call.Args)-1] != use.Node() {
			return false
		}
		fn, isFunc := technique.Func(f.pass.TypesInfo, call)
		if !isFunc || fn.Pkg() == nil || fn.Pkg().Path() != "fmt" || f.captured(use, operands) ||
			technique.RunsLater(use.Parent()) {
			return false
		}
	}
	return ok && len(uses) > 0
}
