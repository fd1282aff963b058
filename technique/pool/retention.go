package pool

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

// isLocal reports whether no code can retain the variable's value after the
// function returns, and records the uses.
func (s *pooled) isLocal() bool {
	if s.named != nil {
		return s.ownedHere()
	}
	switch s.form {
	case grown:
		return s.growsHere()
	case number:
		return s.numberHere()
	case scanner:
		return s.scannerHere()
	}
	k := s.retention()
	if !k.retainsNothing(s.v) || k.escapes() {
		return false
	}
	for _, id := range technique.UsesOf(s.pass, s.v) {
		s.uses = append(s.uses, id.Node().(*ast.Ident))
	}
	s.trusted = k.trusted || s.form == whole // by whom the buffer is filled
	if s.body != nil {
		return len(s.uses) > 0 && len(k.returned) == 0 &&
			s.endsWithIteration(k.seen) && s.endsWithIteration(k.owners)
	}
	return len(s.uses) > 0 && (!k.slices || len(k.returned) == 0) && s.copiesBytes(k)
}

// retention asks about the variable.
func (s *pooled) retention() *retention {
	return &retention{pass: s.pass, fn: s.fn, in: s.in, from: s.stmt.Pos(),
		slices: s.form == slice || s.form == scanner || s.form == whole,
		seen:   make(map[*types.Var]bool), back: make(map[*types.Func]bool),
		other: make(map[*types.Func]bool), of: s.v.Type()}
}

// escapes reports whether a function returns a slice to a caller that was not asked about it, or
// an interface calls methods of what holds the value.
func (k *retention) escapes() bool {
	if k.called && k.held {
		return true
	}
	for fn := range k.back {
		if k.other[fn] {
			return true
		}
	}
	return false
}

// retention finds out whether code retains a value: a pointer to a buffer, a
// map, or a struct that holds one.
type retention struct {
	pass   *analysis.Pass
	fn     *ast.FuncDecl       // whose variable it is
	in     ast.Node            // the literal in fn that declares it, or fn
	from   token.Pos           // where it is declared
	seen   map[*types.Var]bool // variables that were or are being checked
	slices bool                // the value is a slice
	// back are functions that return a slice that they got, and other those that got it in
	// something else, whose callers are not asked what they do with results.
	back, other map[*types.Func]bool
	trusted     bool
	// gives reports whether a call gives the value back to the pool that it is from. Or nil.
	gives func(*ast.CallExpr) bool
	// grown says that a buffer may have got memory though nothing was written to it.
	grown bool
	// returned are the calls of Bytes whose result a function returns.
	returned []inspector.Cursor
	// of is the type of the value. Where called says that methods of it are called behind an
	// interface, held must not say that something else has the value, and may be there instead.
	of           types.Type
	called, held bool
	// owners are the variables that lead to structs which hold it.
	owners map[*types.Var]bool
}

// retainsNothing reports whether no use of v retains its value or assigns to v.
func (k *retention) retainsNothing(v *types.Var) bool {
	if k.seen[v] {
		return true
	}
	k.seen[v] = true
	uses, ok := technique.LocalUses(k.pass, v)
	return ok && !slices.ContainsFunc(uses, func(id inspector.Cursor) bool { return !k.use(id) })
}

// use judges one use of a value.
func (k *retention) use(cur inspector.Cursor) bool {
	if later(k.pass, cur, k.in) || k.deferred(cur) {
		return false
	}
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return k.use(parent)
	case *ast.UnaryExpr:
		t := k.pass.TypesInfo.TypeOf(n.X)
		return n.Op == token.AND && (isBuffer(t) || technique.IsArray(t)) && k.use(parent)
	case *ast.SelectorExpr:
		return k.selected(parent, n)
	}
	t := k.pass.TypesInfo.TypeOf(cur.Node().(ast.Expr))
	if k.slices && (technique.IsSlice(t) || isTuple(t)) {
		return k.slice(cur)
	}
	if isBuffer(t) {
		return false // a copy of one
	}
	switch n := parent.Node().(type) {
	case *ast.SliceExpr:
		return n.X == cur.Node() && k.use(parent)
	case *ast.IndexExpr:
		_, isMap := k.pass.TypesInfo.TypeOf(n.X).Underlying().(*types.Map)
		return n.X == cur.Node() && (isMap || // the elements are not the map
			!technique.PointedTo(k.pass.TypesInfo, parent))
	case *ast.RangeStmt:
		return n.X == cur.Node()
	case *ast.BinaryExpr:
		return true // with nil
	case *ast.KeyValueExpr, *ast.CompositeLit:
		return k.inStruct(parent)
	case *ast.AssignStmt:
		return cur.ParentEdgeKind() == edge.AssignStmt_Rhs && k.copied(n)
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args &&
			(k.constructed(parent, n, cur.ParentEdgeIndex()) ||
				k.argument(n, cur.ParentEdgeIndex()) || k.wrapped(parent, n) ||
				k.summed(parent, n, cur.ParentEdgeIndex()))
	}
	return false
}

// summed reports whether a hash appends its sum to what a call gets, and nothing has the result.
func (k *retention) summed(at inspector.Cursor, call *ast.CallExpr, index int) bool {
	fn, ok := technique.Func(k.pass.TypesInfo, call)
	if !ok || index > 0 || at.ParentEdgeKind() != edge.ExprStmt_X || !effects.Hashes(fn) {
		return false
	}
	k.trusted = true
	return true
}

// later reports whether a use may run when the function that declares the value has returned.
// What is deferred runs before the pool gets the value back, whose own deferred call comes first
// and so runs last.
func later(pass *analysis.Pass, cur inspector.Cursor, in ast.Node) bool {
	for up := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.GoStmt)(nil)) {
		if up.Node() == in {
			return false
		}
		if _, goes := up.Node().(*ast.GoStmt); goes || !effects.RunsWithin(pass, up) {
			return true
		}
	}
	return false
}

// deferred reports whether a use stands in a literal that begins before the value does: what was
// deferred there runs when the pool has the value back.
func (k *retention) deferred(cur inspector.Cursor) bool {
	for lit := range cur.Enclosing((*ast.FuncLit)(nil)) {
		if lit.Node() == k.in {
			break
		}
		if k.in.Pos() < lit.Node().Pos() && lit.Node().Pos() < k.from {
			return true
		}
	}
	return false
}

// within reports whether a variable goes with the function that declares the value: it is
// declared there, or in another function that gets the value.
func (k *retention) within(v *types.Var) bool {
	if v.Pos() < k.fn.Pos() || k.fn.End() <= v.Pos() {
		return true
	}
	return k.in.Pos() <= v.Pos() && v.Pos() < k.in.End()
}

// isTuple reports whether an expression is a call with several results.
func isTuple(t types.Type) bool {
	_, ok := t.(*types.Tuple)
	return ok
}

// isBuffer reports whether t is bytes.Buffer or strings.Builder, and no pointer to one.
func isBuffer(t types.Type) bool {
	_, named := types.Unalias(t).(*types.Named)
	return named && (technique.IsNamed(t, "bytes", "Buffer") ||
		technique.IsNamed(t, "strings", "Builder"))
}

// inStruct judges a literal of a struct that holds the value.
func (k *retention) inStruct(cur inspector.Cursor) bool {
	kv, keyed := cur.Node().(*ast.KeyValueExpr)
	if keyed {
		cur = cur.Parent()
	}
	lit, ok := cur.Node().(*ast.CompositeLit)
	if !ok {
		return false
	}
	_, isStruct := k.pass.TypesInfo.TypeOf(lit).Underlying().(*types.Struct)
	if _, addressed := cur.Parent().Node().(*ast.UnaryExpr); addressed {
		return keyed && k.inOwn(cur.Parent(), lit, kv)
	}
	k.held = true
	if as, ok := cur.Parent().Node().(*ast.AssignStmt); ok && keyed {
		seen := maps.Clone(k.seen)
		if k.inOwnVariable(as, lit, kv) {
			return true
		}
		k.seen = seen
	}
	return isStruct && k.use(cur)
}

// copied judges the only variable of an assignment.
func (k *retention) copied(n *ast.AssignStmt) bool {
	if len(n.Lhs) != 1 || n.Tok != token.DEFINE {
		return false
	}
	id, ok := n.Lhs[0].(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := k.pass.TypesInfo.Defs[id].(*types.Var)
	return ok && k.retainsNothing(v)
}

// selected judges v.x: a field, or a method.
func (k *retention) selected(cur inspector.Cursor, n *ast.SelectorExpr) bool {
	sel := k.pass.TypesInfo.Selections[n]
	if sel == nil {
		return false
	}
	if sel.Kind() == types.FieldVal {
		if _, basic := sel.Type().Underlying().(*types.Basic); basic {
			return true
		}
		return k.use(cur)
	}
	call, ok := cur.Parent().Node().(*ast.CallExpr)
	if !ok || call.Fun != n {
		return false
	}
	fn := sel.Obj().(*types.Func)
	if technique.IsNamed(sel.Recv(), "bytes", "Buffer") {
		return k.method(cur.Parent(), call, fn.Name())
	}
	recv := fn.Signature().Recv()
	if k.slices && technique.IsSlice(sel.Recv()) {
		return k.sliceMethod(cur.Parent(), fn)
	}
	if fn.Pkg() == k.pass.Pkg && !types.IsInterface(recv.Type()) {
		k.other[fn.Origin()] = true
		return k.retainsNothing(recv)
	}
	return writes(recv.Type(), fn.Name()) || hashes(sel.Recv(), fn.Name()) ||
		k.gives != nil && fn.Name() == "Reset" && effects.Known(fn) || k.library(fn) ||
		k.behind(cur.Parent(), call, fn)
}

// writes reports whether a method of an interface is one whose receiver is the
// value that was passed as a writer.
func writes(t types.Type, name string) bool {
	if !types.IsInterface(t) {
		return false
	}
	switch name {
	case "Write", "WriteString", "WriteByte", "WriteRune":
		return true
	}
	return false
}

// argument judges a value that is passed to a function.
func (k *retention) argument(call *ast.CallExpr, index int) bool {
	if k.gives != nil && k.gives(call) {
		return true
	}
	if k.pass.TypesInfo.Types[call.Fun].IsType() {
		_, text := k.pass.TypesInfo.TypeOf(call).Underlying().(*types.Basic)
		return text
	}
	switch fn := technique.Callee(k.pass.TypesInfo, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "len", "cap", "delete", "clear", "copy":
			return true
		case "append":
			return index > 0 && call.Ellipsis.IsValid() // its bytes are copied
		}
	case *types.Func:
		if fn.Pkg() == k.pass.Pkg {
			return k.ownFunc(fn, index)
		}
		if readsLater(fn) {
			return false
		}
		if effects.Transforms(fn) {
			k.trusted = true
			return true
		}
		k.trusted = k.trusted || k.buffers() && effects.Of(fn).Has(effects.Calls) ||
			fn.Pkg() != nil && fn.Pkg().Path() == "io" || // io.Copy, Reader.Read
			unseen(fn, index) // net.Conn.Read, bufio.Reader.Read
		k.grown = k.grown || fn.Pkg() == nil || !onlyWritten(fn)
		return effects.RetainsNothing(fn, index) || k.looksAt(call, fn, index)
	}
	return false
}

// unseen reports whether the compiler does not see what a method of the standard library does with
// bytes that it gets: it is one of an interface, or calls one. Values of other types it may hand to
// functions that keep them, as those of a template do.
func unseen(fn *types.Func, index int) bool {
	sig := fn.Signature()
	return sig.Recv() != nil && index < sig.Params().Len() &&
		technique.IsBytes(sig.Params().At(index).Type()) &&
		(types.IsInterface(sig.Recv().Type()) || effects.Of(fn).Has(effects.Calls))
}

// looksAt reports whether a function of the standard library that gets an object of
// it, whose methods it calls, returns only what is new.
func (k *retention) looksAt(call *ast.CallExpr, fn *types.Func, index int) bool {
	t := k.pass.TypesInfo.TypeOf(call.Args[index])
	_, pointer := t.(*types.Pointer)
	params := fn.Signature().Params()
	return (pointer || isHash(t)) && !fn.Signature().Variadic() &&
		types.IsInterface(params.At(index).Type()) && !effects.Of(fn).Has(effects.Keeps)
}

// ownFunc judges a parameter of a function of this package. A call through an
// interface may reach each method of that name; the name must not be exported,
// so that other packages cannot implement it.
func (k *retention) ownFunc(fn *types.Func, index int) bool {
	sig := fn.Signature()
	if sig.Variadic() && index >= sig.Params().Len()-1 {
		return false
	}
	recv := sig.Recv()
	if recv == nil || !types.IsInterface(recv.Type()) {
		k.other[fn.Origin()] = true
		return k.hasBody(fn) && k.retainsNothing(sig.Params().At(index))
	}
	if fn.Exported() {
		return false
	}
	for _, other := range methods(k.pass, fn.Name()) {
		if !types.Identical(other.Signature(), sig) && other.Signature().RecvTypeParams() == nil {
			continue // no interface with this method has it
		}
		k.other[other] = true
		if other.Signature().Params().Len() <= index || !k.hasBody(other) ||
			!k.retainsNothing(other.Signature().Params().At(index)) {
			return false
		}
	}
	return true
}

// hasBody reports whether the body of a function is available.
func (k *retention) hasBody(fn *types.Func) bool {
	decl := technique.DeclOf(k.pass, fn)
	return decl != nil && decl.Body != nil
}

// methods returns the methods of that name which the package declares.
func methods(pass *analysis.Pass, name string) []*types.Func {
	var list []*types.Func
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || f.Recv == nil || f.Name.Name != name {
				continue
			}
			if fn, ok := pass.TypesInfo.Defs[f.Name].(*types.Func); ok {
				list = append(list, fn)
			}
		}
	}
	return list
}
