package effects

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/internal/stdeffects"
	"github.com/wring-go/wring/technique"
)

// OnlyRead reports whether the bytes that an argument of a call leads to are only
// read, by what gets them at once and by functions of the package, and nothing
// keeps them; an io.Writer behind an interface, also the hash that gets a key, is trusted to
// do the same. Leaves
// says that one gets them, so that the compiler puts them on the heap.
func OnlyRead(pass *analysis.Pass, cur inspector.Cursor) (read, leaves bool) {
	r := &readOnly{pass: pass, seen: make(map[*types.Var]bool)}
	call, ok := cur.Parent().Node().(*ast.CallExpr)
	return ok && cur.ParentEdgeKind() == edge.CallExpr_Args &&
		r.argument(call, cur.ParentEdgeIndex()), r.leaves
}

// TextRead reports whether a text that is an argument of a call is only looked at and copied, by
// functions of the package and those of the standard library: the compiler sees that none keeps
// it.
func TextRead(pass *analysis.Pass, cur inspector.Cursor) bool {
	r := &readOnly{pass: pass, seen: make(map[*types.Var]bool), text: true}
	call, ok := cur.Parent().Node().(*ast.CallExpr)
	if !ok || cur.ParentEdgeKind() != edge.CallExpr_Args {
		return false
	}
	_, calls := technique.Func(pass.TypesInfo, call)
	return calls && r.argument(call, cur.ParentEdgeIndex()) && !r.leaves
}

// readOnly follows bytes to where they go.
type readOnly struct {
	pass *analysis.Pass
	seen map[*types.Var]bool // parameters that are or were looked at
	text bool                // they are those of a string, which nothing writes to
	// leaves says that an interface gets them.
	leaves bool
}

// use judges one use of a parameter that gets the bytes.
func (r *readOnly) use(cur inspector.Cursor) bool {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.IndexExpr:
		return (n.X == cur.Node() || r.text) && !technique.WrittenTo(r.pass.TypesInfo, parent)
	case *ast.RangeStmt, *ast.BinaryExpr:
		return true
	case *ast.SwitchStmt:
		return r.text
	case *ast.SliceExpr:
		return n.X == cur.Node() && r.use(parent)
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args && r.argument(n, cur.ParentEdgeIndex())
	}
	return false
}

// argument judges a call that gets the bytes.
func (r *readOnly) argument(call *ast.CallExpr, index int) bool {
	info := r.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		return r.text && technique.IsBytes(info.TypeOf(call)) ||
			!r.text && technique.IsText(info.TypeOf(call))
	}
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		return fn.Name() == "len" || index > 0 && (fn.Name() == "copy" ||
			fn.Name() == "append" && call.Ellipsis.IsValid())
	case *types.Func:
		if writer(fn) || takesKey(fn, index) {
			r.leaves = true
			return true
		}
		if decl := declOf(r.pass, fn); decl != nil {
			sig := fn.Origin().Signature()
			last := sig.Params().Len() - 1
			return decl.Body != nil && (!sig.Variadic() || index < last) &&
				r.unchanged(sig.Params().At(index))
		}
		if r.text {
			return Known(fn) && returnsNoText(fn) &&
				(Of(fn)&^(Panics|stdeffects.Nil) == 0 || inMemory(fn))
		}
		return Known(fn) &&
			!Of(fn).Has(Keeps|Writes|Calls)
	}
	return false
}

// takesKey reports whether a function copies the argument, a key, or writes it to a hash.
func takesKey(fn *types.Func, index int) bool {
	return libraryName(fn) == "crypto/hmac.New" && index == 1
}

// inMemory reports whether a function is a method of a buffer that copies what it gets.
func inMemory(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && (technique.IsNamed(recv.Type(), "bytes", "Buffer") ||
		technique.IsNamed(recv.Type(), "strings", "Builder"))
}

// returnsNoText reports whether no result could be a part of a text that the function got.
func returnsNoText(fn *types.Func) bool {
	for v := range fn.Signature().Results().Variables() {
		if technique.IsText(v.Type()) {
			return false
		}
	}
	return !ReturnsSlice(fn)
}

// unchanged reports whether nothing changes or keeps the bytes in a parameter.
func (r *readOnly) unchanged(v *types.Var) bool {
	if r.seen[v] {
		return true
	}
	r.seen[v] = true
	uses, ok := technique.LocalUses(r.pass, v)
	for _, use := range uses {
		for range use.Enclosing((*ast.FuncLit)(nil), (*ast.GoStmt)(nil), (*ast.DeferStmt)(nil)) {
			return false // it runs later
		}
		if !r.use(use) {
			return false
		}
	}
	return ok
}

// writer reports whether a function is the method of an io.Writer.
func writer(fn *types.Func) bool {
	sig := fn.Signature()
	return fn.Name() == "Write" && sig.Recv() != nil && types.IsInterface(sig.Recv().Type()) &&
		technique.IsWrite(fn, types.NewSlice(types.Typ[types.Byte]))
}
