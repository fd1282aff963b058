package reusefield

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// used reports whether nothing but the field has its memory, wherever the package names it,
// and records what makes it grow.
func (f *field) used() bool {
	for _, use := range technique.UsesOf(f.pass, f.v) {
		if use.ParentEdgeKind() == edge.KeyValueExpr_Key {
			kv := use.Parent().Node().(*ast.KeyValueExpr)
			if !isNew(f.pass.TypesInfo, kv.Value) {
				return false
			}
			continue
		}
		on, ok := isField(use)
		if !ok || !f.use(on, nil) {
			return false
		}
	}
	return true
}

// use allows what reads and writes elements, and what hands the memory to functions that do
// not keep it. It is asked about x.f, about parts of it, and about parameters that get it.
func (f *field) use(cur inspector.Cursor, seen []*types.Var) bool {
	for range cur.Enclosing((*ast.GoStmt)(nil), (*ast.DeferStmt)(nil)) {
		return false
	}
	info, parent := f.pass.TypesInfo, cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return f.use(parent, seen)
	case *ast.IndexExpr:
		if n.X != cur.Node() {
			return false
		}
		if f.isMap() && technique.WrittenTo(info, parent) {
			f.grows = append(f.grows, n)
		}
		return f.isMap() || !pointed(info, parent)
	case *ast.SliceExpr:
		return n.X == cur.Node() && n.Max == nil && f.ends(n) && f.use(parent, seen)
	case *ast.RangeStmt:
		return n.X == cur.Node() && f.walker.Allowed(n.Body)
	case *ast.AssignStmt:
		return f.assigned(cur, n, seen)
	case *ast.BinaryExpr:
		return f.asksLazily(parent)
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args && f.argument(parent, n,
			cur.ParentEdgeIndex(), seen)
	}
	return false
}

// ends reports whether a part surely ends where the slice does, or before: behind that, new
// memory has zeros, and memory that is used again has what was there.
func (f *field) ends(n *ast.SliceExpr) bool {
	info := f.pass.TypesInfo
	return n.High == nil || technique.IsInt(info, n.High, 0) || technique.CutsEnd(info, n) ||
		f.isLength(n.High, n.X)
}

// isLength reports whether an expression is the length of a slice, or the smaller one of that and
// others.
//
//	len(x.f), min(len(x.f), n)
func (f *field) isLength(e, of ast.Expr) bool {
	info := f.pass.TypesInfo
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	if technique.IsBuiltin(info, call, "min") {
		return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
			return f.isLength(arg, of)
		})
	}
	return technique.IsBuiltin(info, call, "len") &&
		technique.SameExpr(info, call.Args[0], of)
}

// pointed reports whether something may point to the element that an expression names. What is
// reached by way of an element that is a pointer, or an interface, lies elsewhere.
func pointed(info *types.Info, cur inspector.Cursor) bool {
	t := info.TypeOf(cur.Node().(ast.Expr))
	if _, param := types.Unalias(t).(*types.TypeParam); !param &&
		(technique.IsPointer(t) || types.IsInterface(t)) {
		for cur.ParentEdgeKind() == edge.ParenExpr_X {
			cur = cur.Parent()
		}
		return cur.ParentEdgeKind() == edge.UnaryExpr_X
	}
	return technique.PointedTo(info, cur)
}

func (f *field) isMap() bool {
	_, ok := f.v.Type().Underlying().(*types.Map)
	return ok
}

// assigned allows x.f = something new, and what the field had itself.
//
//	x.f = append(x.f, ...)        x.f = x.f[:n]
func (f *field) assigned(cur inspector.Cursor, n *ast.AssignStmt, seen []*types.Var) bool {
	if n == f.taken {
		return true
	}
	if n.Tok != token.ASSIGN || len(n.Lhs) != 1 || len(n.Rhs) != 1 || len(seen) > 0 {
		return false
	}
	if cur.ParentEdgeKind() == edge.AssignStmt_Lhs {
		return isNew(f.pass.TypesInfo, n.Rhs[0]) || f.itself(n.Lhs[0], n.Rhs[0]) || f.renews(n)
	}
	return f.itself(n.Lhs[0], cur.Node().(ast.Expr))
}

// renews reports whether an assignment is one that the proposal is about.
func (f *field) renews(n *ast.AssignStmt) bool {
	return slices.ContainsFunc(f.renewed, func(r renewed) bool {
		return r.stmt.Node() == n || r.built != nil && r.give.Node() == n
	})
}

// itself reports whether a value is that of a field, a part of it, or that with more behind.
func (f *field) itself(on, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		return technique.SameExpr(f.pass.TypesInfo, on, e) &&
			f.pass.TypesInfo.Uses[e.Sel] == types.Object(f.v)
	case *ast.SliceExpr:
		return f.ends(e) && f.itself(on, e.X)
	case *ast.CallExpr:
		return technique.IsBuiltin(f.pass.TypesInfo, e, "append") && f.itself(on, e.Args[0])
	}
	return false
}

// argument allows calls that keep nothing, and lead to nothing that empties the field.
func (f *field) argument(cur inspector.Cursor, call *ast.CallExpr, index int,
	seen []*types.Var) bool {
	info := f.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		return technique.IsText(info.TypeOf(call))
	}
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "len", "copy", "clear", "delete":
			return true
		case "cap":
			return f.keepsRoom(call)
		case "append":
			if index > 0 {
				return call.Ellipsis.IsValid()
			}
			f.grows = append(f.grows, call)
			return f.use(cur, seen)
		}
	case *types.Func:
		if effects.Transfers(fn) {
			return true
		}
		if technique.DeclOf(f.pass, fn) != nil {
			return f.parameter(fn, index, seen) && f.walker.Call(call)
		}
		return effects.Known(fn) && effects.RetainsNothing(fn, index) &&
			!effects.ReturnsSlice(fn) && effects.NilIsEmpty(fn) &&
			f.library(call, fn)
	}
	return false
}

// keepsRoom reports whether the capacity of a field is asked for to make memory of the same size:
// the field has it then without.
//
//	x.f = make([]T, 0, cap(x.f))
func (f *field) keepsRoom(ask *ast.CallExpr) bool {
	return slices.ContainsFunc(f.renewed, func(r renewed) bool {
		made, ok := r.made.(*ast.CallExpr)
		return ok && r.built == nil && len(made.Args) == 3 && made.Args[2] == ask &&
			technique.IsBuiltin(f.pass.TypesInfo, ask, "cap") &&
			technique.SameExpr(f.pass.TypesInfo, ask.Args[0], r.on)
	})
}

// parameter reports whether a function of the package does no more with what it gets.
func (f *field) parameter(fn *types.Func, index int, seen []*types.Var) bool {
	sig := fn.Origin().Signature()
	if index >= sig.Params().Len() || sig.Variadic() && index == sig.Params().Len()-1 {
		return false
	}
	v := sig.Params().At(index)
	if slices.Contains(seen, v) {
		return true
	}
	uses, ok := technique.LocalUses(f.pass, v)
	for _, use := range uses {
		for range use.Enclosing((*ast.FuncLit)(nil)) {
			return false
		}
		if !f.use(use, append(seen, v)) {
			return false
		}
	}
	return ok && types.Identical(v.Type().Underlying(), f.v.Type().Underlying())
}

// leaves reports whether a node leaves the field's memory where it is: it is no renewal, and
// lets nothing else run meanwhile.
func (f *field) leaves(_ *ast.FuncDecl, n ast.Node) bool {
	switch n := n.(type) {
	case *ast.RangeStmt:
		return f.steps(n.X)
	case *ast.AssignStmt:
		return !f.renews(n)
	}
	return effects.RunsAlone(f.pass.TypesInfo, n)
}

// steps reports whether a loop over an expression waits for nothing, and runs no code that is not
// known.
func (f *field) steps(over ast.Expr) bool {
	switch f.pass.TypesInfo.TypeOf(over).Underlying().(type) {
	case *types.Chan, *types.Interface:
		return false
	case *types.Signature:
		call, ok := over.(*ast.CallExpr)
		if !ok {
			return false
		}
		fn, ok := technique.Func(f.pass.TypesInfo, call)
		return ok && computes(call, fn) // strings.SplitSeq(s, ",")
	}
	return true
}

// builtin allows all but what wakes other goroutines.
func builtin(_ *ast.CallExpr, name string) bool { return name != "close" }

// library allows what calls nothing back.
func (f *field) library(call *ast.CallExpr, fn *types.Func) bool {
	return effects.Transfers(fn) || computes(call, fn)
}

// computes allows functions of the standard library that call nothing back, and tell other
// goroutines nothing.
func computes(_ *ast.CallExpr, fn *types.Func) bool {
	return effects.Known(fn) && !effects.Of(fn).Has(effects.Calls) &&
		(fn.Pkg() == nil || fn.Pkg().Path() != "sync/atomic")
}
