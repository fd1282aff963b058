package effects

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/internal/stdeffects"
	"github.com/wring-go/wring/technique"
)

// CapacityUnseen reports whether the capacity of a local slice is provably
// unobservable: it is counted, indexed, ranged over, appended to under its own
// name, converted, and passed to functions that do no more. They may append to it, too,
// where what they return takes its name.
func CapacityUnseen(pass *analysis.Pass, v *types.Var) bool {
	c := capacity{pass: pass, root: v, seen: make(map[*types.Var]bool)}
	return c.unseen(v)
}

// CapacityUnseenBy reports the same of a single use of v, in a call.
func CapacityUnseenBy(pass *analysis.Pass, use inspector.Cursor, v *types.Var) bool {
	c := capacity{pass: pass, root: v, seen: map[*types.Var]bool{v: true}}
	return c.use(use, v)
}

// CapacityUnused reports whether what gets the slice at cur, an expression that is no variable,
// provably neither observes its capacity nor appends to it, so that what is behind it in memory
// may be of use to others.
func CapacityUnused(pass *analysis.Pass, cur inspector.Cursor) bool {
	c := capacity{pass: pass, seen: make(map[*types.Var]bool), shared: true}
	return c.use(cur, nil)
}

// capacity is one question for CapacityUnseen.
type capacity struct {
	pass   *analysis.Pass
	root   *types.Var          // that is asked about, or nil
	seen   map[*types.Var]bool // that are being or have been looked at
	shared bool                // the memory behind the slice must stay as it is
}

func (c *capacity) unseen(v *types.Var) bool {
	if c.seen[v] {
		return true
	}
	c.seen[v] = true
	uses, ok := technique.LocalUses(c.pass, v)
	return ok && !slices.ContainsFunc(uses, func(id inspector.Cursor) bool { return !c.use(id, v) })
}

// use judges one use of v, or of a part of it; v is nil where it is not in a variable yet.
func (c *capacity) use(cur inspector.Cursor, v *types.Var) bool {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return c.use(parent, v)
	case *ast.SliceExpr:
		return n.X == cur.Node() && n.Max == nil && c.within(n, v) && c.use(parent, v) &&
			(n.High == nil || !c.overwrites(parent, false))
	case *ast.IndexExpr:
		return n.X == cur.Node() && !technique.PointedTo(c.pass.TypesInfo, parent)
	case *ast.RangeStmt:
		return n.X == cur.Node() && (n.Value == nil || c.shared || !c.assigns(parent, v))
	case *ast.BinaryExpr:
		return true // with nil
	case *ast.AssignStmt:
		if len(n.Lhs) > 1 && cur.ParentEdgeKind() == edge.AssignStmt_Lhs {
			return len(n.Rhs) == 1 // the results of a call
		}
		if c.shared && cur.ParentEdgeKind() == edge.AssignStmt_Rhs && c.declares(n, cur) {
			return true
		}
		return len(n.Lhs) == 1 && len(n.Rhs) == 1 && n.Tok == token.ASSIGN && v != nil &&
			technique.Names(c.pass.TypesInfo, n.Lhs[0], v)
	case *ast.ReturnStmt:
		return v != c.root && isParameter(c.pass, cur, v) // the caller goes on with it
	case *ast.CallExpr:
		return !technique.RunsLater(parent) && c.argument(parent, n, cur, v)
	case *ast.SelectorExpr:
		return parent.ParentEdgeKind() == edge.CallExpr_Fun &&
			!technique.RunsLater(parent.Parent()) && c.method(n)
	}
	return false
}

// assigns reports whether a loop over the elements of v gives v another value: where append
// has moved them, the loop does not see what is written to them.
func (c *capacity) assigns(loop inspector.Cursor, v *types.Var) bool {
	for n := range loop.Preorder((*ast.AssignStmt)(nil)) {
		for _, left := range n.Node().(*ast.AssignStmt).Lhs {
			if technique.Names(c.pass.TypesInfo, left, v) {
				return true
			}
		}
	}
	return false
}

// declares reports whether the slice at cur goes to a new variable that is judged well.
func (c *capacity) declares(as *ast.AssignStmt, cur inspector.Cursor) bool {
	if len(as.Lhs) != len(as.Rhs) {
		return false
	}
	id, ok := as.Lhs[cur.ParentEdgeIndex()].(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := c.pass.TypesInfo.Defs[id].(*types.Var)
	return ok && c.unseen(v)
}

// overwrites reports whether something is appended to a part that ends before the slice does, and
// does not take its name: whether that is seen in the slice depends on the room behind it. Grown
// says that something has been appended already.
func (c *capacity) overwrites(cur inspector.Cursor, grown bool) bool {
	for ; ; cur = cur.Parent() {
		parent := cur.Parent()
		switch n := parent.Node().(type) {
		case *ast.ParenExpr, *ast.SliceExpr:
			continue
		case *ast.AssignStmt, *ast.ReturnStmt:
			return false
		case *ast.CallExpr:
			if cur.ParentEdgeIndex() == 0 && technique.IsBuiltin(c.pass.TypesInfo, n, "append") {
				grown = true
				continue
			}
			fn, ok := technique.Func(c.pass.TypesInfo, n)
			if !ok || cur.ParentEdgeKind() != edge.CallExpr_Args {
				return grown
			}
			param, own := ParameterOf(c.pass, fn, cur)
			if ReturnsSlice(fn) && (!own || comesBack(c.pass, param, make(map[*types.Var]bool))) {
				grown = true
				continue
			}
			return grown || own && c.appendedTo(param)
		case *ast.SelectorExpr:
			fn, ok := c.pass.TypesInfo.Uses[n.Sel].(*types.Func)
			return grown || ok && c.appendedTo(fn.Origin().Signature().Recv())
		}
		return grown
	}
}

// appendedTo reports whether a function of the package appends to what it gets.
func (c *capacity) appendedTo(param *types.Var) bool {
	return len(appendsTo(c.pass, param, make(map[*types.Var]bool))) > 0
}

// method judges a method of a slice, whose receiver is another variable for it.
func (c *capacity) method(n *ast.SelectorExpr) bool {
	sel := c.pass.TypesInfo.Selections[n]
	if sel == nil || sel.Kind() != types.MethodVal {
		return false
	}
	recv := sel.Obj().(*types.Func).Signature().Recv()
	_, slice := recv.Type().Underlying().(*types.Slice)
	return slice && sel.Obj().Pkg() == c.pass.Pkg && c.unseen(recv) &&
		!comesBack(c.pass, recv, make(map[*types.Var]bool))
}

// within reports whether a part of the slice provably ends within its length:
// one that ends later would panic or not, as the capacity is.
func (c *capacity) within(n *ast.SliceExpr, v *types.Var) bool {
	if n.High == nil || c.shared && technique.CutsEnd(c.pass.TypesInfo, n) {
		return true
	}
	if c.pass.TypesInfo.Types[n.High].Value != nil {
		end, ok := technique.ConstantInt(c.pass.TypesInfo, n.High)
		return ok && (end == 0 || v != nil && technique.Names(c.pass.TypesInfo, n.X, v) &&
			technique.LengthAtLeast(c.pass, v, end))
	}
	minus, ok := ast.Unparen(n.High).(*ast.BinaryExpr)
	if !ok || minus.Op != token.SUB {
		return false
	}
	call, ok := ast.Unparen(minus.X).(*ast.CallExpr)
	by := c.pass.TypesInfo.Types[minus.Y].Value
	return ok && by != nil && constant.Sign(by) >= 0 &&
		technique.IsBuiltin(c.pass.TypesInfo, call, "len") &&
		technique.Names(c.pass.TypesInfo, call.Args[0], v)
}

// argument judges a use in a call.
func (c *capacity) argument(at inspector.Cursor, call *ast.CallExpr, use inspector.Cursor,
	v *types.Var) bool {
	info := c.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		switch info.TypeOf(call).Underlying().(type) {
		case *types.Basic, *types.Array:
			return true // string(v)
		}
		return false
	}
	if use.ParentEdgeKind() != edge.CallExpr_Args {
		return false
	}
	switch callee := technique.Callee(info, call).(type) {
	case *types.Builtin:
		switch {
		case callee.Name() == "append" && use.ParentEdgeIndex() == 0:
			return !c.shared && c.use(at, v) // to itself, or into a conversion
		case callee.Name() == "append":
			return call.Ellipsis.IsValid() // no element of another slice
		}
		return callee.Name() == "len" || callee.Name() == "copy" || callee.Name() == "clear"
	case *types.Func:
		params := callee.Signature().Params().Len()
		if callee.Pkg() != nil && callee.Pkg().Path() == "fmt" && callee.Signature().Variadic() &&
			!call.Ellipsis.IsValid() && use.ParentEdgeIndex() >= params-1 {
			return c.methodsHideCapacity(info.TypeOf(use.Node().(ast.Expr)))
		}
		if e, ok := stdeffects.Of(callee); ok && !e.Has(Shows) || OfNewHash(c.pass, call) {
			return c.library(callee, at, use, v)
		}
		return c.callee(callee, at, use, v)
	}
	return false
}

// library reports whether a function of the standard library, which does nothing with spare
// capacity but to append, neither keeps the slice nor returns it to another variable than v.
func (c *capacity) library(fn *types.Func, at, use inspector.Cursor, v *types.Var) bool {
	call := at.Node().(*ast.CallExpr)
	switch recv := fn.Signature().Recv(); {
	case c.shared && (Of(fn).Has(Writes|Calls) && !inMemory(fn) || returnsSlices(fn)):
		return false // it may append, or hand on
	case recv != nil && types.IsInterface(recv.Type()) && !OfNewHash(c.pass, call):
		return false
	case ReturnsSlice(fn) && !CopiesFrom(fn, use):
		inside := Of(fn).Has(Writes) && !extends(c.pass, fn, use) // as slices.Insert does
		return alone(c.pass, call, use.Node(), v) && resultOf(c.pass, at, v, c.use) &&
			(!inside || !c.overwrites(at, true))
	}
	return !Of(fn).Has(Keeps)
}

// returnsSlices reports whether a function returns a slice of other elements than bytes: of parts.
func returnsSlices(fn *types.Func) bool {
	for r := range fn.Signature().Results().Variables() {
		if technique.IsSlice(r.Type()) && !technique.IsBytes(r.Type()) {
			return true
		}
	}
	return false
}

// callee judges what a function of this package does with the parameter that gets v. Where it
// may return it, the caller has to go on with what is returned.
func (c *capacity) callee(fn *types.Func, at, use inspector.Cursor, v *types.Var) bool {
	sig, index := fn.Origin().Signature(), use.ParentEdgeIndex()
	if fn.Pkg() != c.pass.Pkg {
		return false
	}
	if last := sig.Params().Len() - 1; sig.Variadic() && index >= last {
		return c.printed(sig.Params().At(last)) &&
			c.methodsHideCapacity(c.pass.TypesInfo.TypeOf(use.Node().(ast.Expr)))
	}
	param, ok := ParameterOf(c.pass, fn, use)
	if !ok || !c.unseen(param) {
		return false
	}
	if !ReturnsSlice(fn) || !comesBack(c.pass, param, make(map[*types.Var]bool)) {
		return true
	}
	return !c.shared && alone(c.pass, at.Node().(*ast.CallExpr), use.Node(), v) &&
		!inLiterals(c.pass, v) &&
		resultOf(c.pass, at, v, c.use) && !c.overwrites(at, true)
}

// printed reports whether the operands in a variadic parameter only go to
// package fmt, which prints a slice and not its capacity.
func (c *capacity) printed(v *types.Var) bool {
	uses, ok := technique.LocalUses(c.pass, v)
	for _, id := range uses {
		call, isCall := id.Parent().Node().(*ast.CallExpr)
		if !isCall || !call.Ellipsis.IsValid() || call.Args[len(call.Args)-1] != id.Node() {
			return false
		}
		callee, isFunc := technique.Func(c.pass.TypesInfo, call)
		if !isFunc || callee.Pkg() == nil || callee.Pkg().Path() != "fmt" {
			return false
		}
	}
	return ok
}

// methodsHideCapacity reports whether the methods that package fmt may call of
// a slice of type t do not see the capacity.
func (c *capacity) methodsHideCapacity(t types.Type) bool {
	for _, name := range []string{"String", "Error", "Format", "GoString"} {
		obj, _, _ := types.LookupFieldOrMethod(t, true, c.pass.Pkg, name)
		fn, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		recv := fn.Signature().Recv()
		if _, slice := recv.Type().Underlying().(*types.Slice); !slice ||
			fn.Pkg() != c.pass.Pkg || !c.unseen(recv) {
			return false
		}
	}
	return true
}
