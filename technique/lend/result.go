package lend

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// result is what a call returns, followed through the caller.
type result struct {
	pass *analysis.Pass
	// strict says that neither the capacity may be seen, nor whether the slice is nil.
	strict bool
	same   bool                // it has the capacity that it had before
	seen   map[*types.Var]bool // parameters that are being or have been looked at
	// dropped are functions that may return a part of what they get, which their callers drop.
	dropped map[ast.Node]bool
	// asked says that what the capacity is was found unseen, wherever the slice is followed.
	asked bool
}

// onStack reports whether the caller only looks at the slice that a call returns at some
// place among its results, so that it can be on the caller's stack.
func (r *result) onStack(call inspector.Cursor, index int) bool {
	if call.ParentEdgeKind() != edge.AssignStmt_Rhs {
		sig := r.pass.TypesInfo.TypeOf(call.Node().(*ast.CallExpr))
		_, several := sig.(*types.Tuple)
		return !several && r.use(call, nil)
	}
	as := call.Parent().Node().(*ast.AssignStmt)
	if n := len(as.Rhs); n > 1 && n == len(as.Lhs) && index == 0 {
		index = call.ParentEdgeIndex() // a, b := f(), g()
	}
	if len(as.Rhs) == 1 && index < len(as.Lhs) && technique.IsBlank(as.Lhs[index]) {
		return true
	}
	if as.Tok != token.DEFINE && as.Tok != token.ASSIGN || index >= len(as.Lhs) ||
		len(as.Rhs) != 1 && len(as.Rhs) != len(as.Lhs) {
		return false
	}
	id, ok := as.Lhs[index].(*ast.Ident)
	v, isVar := r.pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || !isVar || v.Kind() != types.LocalVar || technique.Repeated(call, v.Pos()) ||
		r.strict && !effects.CapacityUnseen(r.pass, v) {
		return false
	}
	r.asked = true
	fn, _ := technique.EnclosingFunc(call)
	if as.Tok == token.ASSIGN && technique.HasGoto(r.pass, fn.Node()) {
		return false // which may be a loop around the call
	}
	uses := technique.UsesOf(r.pass, v)
	return len(uses) > 0 && !slices.ContainsFunc(uses, func(use inspector.Cursor) bool {
		return !technique.InFunc(use, fn) || !r.use(use, v)
	})
}

// use judges one use of the slice, or of a part of it. It is in v, if that is not nil.
func (r *result) use(cur inspector.Cursor, v *types.Var) bool {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return r.use(parent, v)
	case *ast.SliceExpr:
		return n.X == cur.Node() && (v != nil || n.High == nil && n.Max == nil || r.same) &&
			r.use(parent, v)
	case *ast.IndexExpr:
		return n.X == cur.Node() && !technique.PointedTo(r.pass.TypesInfo, parent)
	case *ast.RangeStmt:
		return n.X == cur.Node()
	case *ast.BinaryExpr:
		return !r.strict
	case *ast.ReturnStmt:
		fn, ok := technique.EnclosingFunc(cur)
		return ok && r.dropped[fn.Node()] && r.returnsDropped(fn, cur)
	case *ast.AssignStmt:
		if cur.ParentEdgeKind() == edge.AssignStmt_Lhs {
			return true // it gets another slice
		}
		return v != nil && len(n.Lhs) == 1 && len(n.Rhs) == 1 && n.Tok == token.ASSIGN &&
			technique.Names(r.pass.TypesInfo, n.Lhs[0], v)
	case *ast.CallExpr:
		return r.argument(parent, cur, v)
	case *ast.SelectorExpr:
		return r.receiver(parent)
	}
	return false
}

// receiver judges a use as the receiver of a method of the package that is called.
func (r *result) receiver(sel inspector.Cursor) bool {
	if sel.ParentEdgeKind() != edge.CallExpr_Fun {
		return false
	}
	fn, ok := technique.Func(r.pass.TypesInfo, sel.Parent().Node().(*ast.CallExpr))
	if !ok || fn.Pkg() != r.pass.Pkg {
		return false
	}
	recv, decl := fn.Origin().Signature().Recv(), technique.DeclOf(r.pass, fn)
	_, slice := recv.Type().Underlying().(*types.Slice)
	if !slice && !technique.IsMap(recv.Type()) || decl == nil {
		return false // it takes the address, or is that of a type around
	}
	return (!r.strict || r.looksAt(decl, recv)) &&
		(!effects.ReturnsSlice(fn) || effects.LetsGo(r.pass, fn, recv))
}

// argument judges a use in a call.
func (r *result) argument(at, cur inspector.Cursor, v *types.Var) bool {
	info := r.pass.TypesInfo
	call := at.Node().(*ast.CallExpr)
	if info.Types[call.Fun].IsType() {
		_, array := info.TypeOf(call).Underlying().(*types.Array) // which gets a copy
		return array || technique.IsText(info.TypeOf(call))
	}
	if cur.ParentEdgeKind() != edge.CallExpr_Args {
		return false
	}
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "append":
			if cur.ParentEdgeIndex() > 0 {
				return call.Ellipsis.IsValid()
			}
			return v != nil && r.use(at, v)
		case "len", "copy", "clear", "delete":
			return true
		}
	case *types.Func:
		switch recv := fn.Signature().Recv(); {
		case recv != nil && types.IsInterface(recv.Type()):
			return fn.Name() == "Write" && effects.OfNewHash(r.pass, call)
		case effects.ReturnsSlice(fn):
			param, ok := effects.ParameterOf(r.pass, fn, cur)
			if ok && v != nil && (r.asked || !r.strict) && drops(at, fn) {
				return r.looksAndDrops(fn, cur)
			}
			return ok && effects.LetsGo(r.pass, fn, param) && (!r.strict || r.given(fn, cur))
		}
		return looks(fn) || fn.Pkg() == r.pass.Pkg && r.keepsNot(fn, cur) &&
			(!r.strict || r.given(fn, cur))
	}
	return false
}

// keepsNot reports whether a function of the package only uses what it gets while it runs: else
// the room that it is given is made on the heap.
func (r *result) keepsNot(fn *types.Func, cur inspector.Cursor) bool {
	param, ok := effects.ParameterOf(r.pass, fn, cur)
	return ok && effects.LetsGo(r.pass, fn, param)
}

// drops reports whether a call gives what could be a part of its arguments to the blank identifier.
//
//	n, _ := length(b)
func drops(call inspector.Cursor, fn *types.Func) bool {
	as, ok := call.Parent().Node().(*ast.AssignStmt)
	results := fn.Signature().Results()
	if !ok || len(as.Rhs) != 1 || len(as.Lhs) != results.Len() {
		return false
	}
	for i, left := range as.Lhs {
		t := results.At(i).Type()
		_, basic := t.Underlying().(*types.Basic)
		if !basic && !technique.IsError(t) && !technique.IsBlank(left) {
			return false
		}
	}
	return true
}

// returnsDropped reports whether a result of a function is one that its callers drop. An error,
// which they have, can be the slice itself.
func (r *result) returnsDropped(fn, returned inspector.Cursor) bool {
	decl, ok := fn.Node().(*ast.FuncDecl)
	if !ok {
		return false
	}
	obj, ok := r.pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || returned.ParentEdgeKind() != edge.ReturnStmt_Results {
		return false
	}
	return !technique.IsError(obj.Signature().Results().At(returned.ParentEdgeIndex()).Type())
}

// looksAndDrops reports whether a function only looks at what it gets from a variable, or returns a
// part of it, which the call drops. That the capacity is unseen was asked for the variable.
func (r *result) looksAndDrops(fn *types.Func, arg inspector.Cursor) bool {
	if r.dropped == nil {
		r.dropped = make(map[ast.Node]bool)
	}
	r.dropped[technique.DeclOf(r.pass, fn)] = true
	return r.given(fn, arg)
}

// given reports whether a function of the package only looks at what it gets as an argument.
func (r *result) given(fn *types.Func, arg inspector.Cursor) bool {
	decl, sig, index := technique.DeclOf(r.pass, fn), fn.Origin().Signature(), arg.ParentEdgeIndex()
	return decl != nil && !sig.Variadic() && index < sig.Params().Len() &&
		r.looksAt(decl, sig.Params().At(index))
}

// looksAt reports whether a function only looks at what it gets as a parameter.
func (r *result) looksAt(decl *ast.FuncDecl, v *types.Var) bool {
	if decl.Body == nil {
		return false
	}
	if r.seen[v] {
		return true
	}
	if r.seen == nil {
		r.seen = make(map[*types.Var]bool)
	}
	r.seen[v] = true
	uses, ok := technique.LocalUses(r.pass, v)
	if !r.dropped[decl] && !effects.CapacityUnseen(r.pass, v) {
		return false
	}
	defer func(asked bool) { r.asked = asked }(r.asked)
	r.asked = true
	return ok &&
		!slices.ContainsFunc(uses, func(use inspector.Cursor) bool {
			fn, _ := technique.EnclosingFunc(use)
			return fn.Node() != decl || !r.use(use, v)
		})
}

// looks reports whether a function of the standard library only looks at a slice, and
// takes nil for an empty one.
func looks(fn *types.Func) bool {
	return effects.NilIsEmpty(fn) && !effects.Of(fn).Has(effects.Keeps|effects.Shows)
}
