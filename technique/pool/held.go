package pool

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// inOwn judges a value that a new struct of the package gets in a field, and a pointer to which
// stands at a place: no code keeps the pointer, copies the struct, or keeps what it finds in that
// field of any such struct.
//
//	d := &decoder{r: br}
func (k *retention) inOwn(at inspector.Cursor, lit *ast.CompositeLit, kv *ast.KeyValueExpr) bool {
	return k.ownedWith(lit, kv, func(o *ownership) bool { return o.use(at) })
}

// inOwnVariable judges the same of a variable that is the struct.
//
//	d := decoder{r: br}
func (k *retention) inOwnVariable(as *ast.AssignStmt, lit *ast.CompositeLit,
	kv *ast.KeyValueExpr) bool {
	if as.Tok != token.DEFINE || len(as.Lhs) != 1 {
		return false
	}
	v, ok := k.pass.TypesInfo.Defs[as.Lhs[0].(*ast.Ident)].(*types.Var)
	return ok && wholeVariable(k.pass, v) &&
		k.ownedWith(lit, kv, func(o *ownership) bool { return o.released(v) })
}

// ownedWith judges a literal whose struct is released.
func (k *retention) ownedWith(lit *ast.CompositeLit, kv *ast.KeyValueExpr,
	released func(*ownership) bool) bool {
	key, ok := kv.Key.(*ast.Ident)
	if !ok || !k.buffers() {
		return false
	}
	f, ok := k.pass.TypesInfo.Uses[key].(*types.Var)
	if !ok || !f.IsField() || f.Exported() || importsUnsafe(k.pass.Pkg) {
		return false
	}
	named, ok := types.Unalias(k.pass.TypesInfo.TypeOf(lit)).(*types.Named)
	if !ok || named.TypeArgs().Len() > 0 ||
		technique.MentionedBeside(k.pass, f.Name()) || looksCopied(k.pass, named) {
		return false
	}
	if k.owners == nil {
		k.owners = make(map[*types.Var]bool)
	}
	o := &ownership{pass: k.pass, typ: named, in: k.in, from: k.from, seen: k.owners}
	if !released(o) || !k.inField(f) {
		return false
	}
	k.held, k.trusted = true, k.trusted || o.leaves
	return true
}

// inField reports whether no code of the package keeps what it finds in a field.
func (k *retention) inField(f *types.Var) bool {
	if k.seen[f] {
		return true
	}
	k.seen[f] = true
	for _, use := range technique.UsesOf(k.pass, f) {
		if use.ParentEdgeKind() == edge.KeyValueExpr_Key {
			continue
		}
		sel := use.Parent()
		if use.ParentEdgeKind() != edge.SelectorExpr_Sel ||
			sel.ParentEdgeKind() != edge.AssignStmt_Lhs && !k.use(sel) {
			return false
		}
	}
	return true
}

// constructed judges an argument of a function of the package that only puts it into a new struct.
//
//	d := newDecoder(br)
func (k *retention) constructed(at inspector.Cursor, call *ast.CallExpr, index int) bool {
	fn, ok := technique.Func(k.pass.TypesInfo, call)
	if !ok || fn.Signature().Variadic() || fn.Signature().Params().Len() != len(call.Args) {
		return false
	}
	lit, ok := returnsNew(k.pass, fn)
	if !ok {
		return false
	}
	uses := technique.UsesOf(k.pass, fn.Signature().Params().At(index))
	if len(uses) != 1 || uses[0].ParentEdgeKind() != edge.KeyValueExpr_Value ||
		uses[0].Parent().Parent().Node() != lit {
		return false
	}
	return k.inOwn(at, lit, uses[0].Parent().Node().(*ast.KeyValueExpr))
}

// returnsNew matches a function of the package that returns a pointer to a literal, and does
// nothing else.
func returnsNew(pass *analysis.Pass, fn *types.Func) (*ast.CompositeLit, bool) {
	decl := technique.DeclOf(pass, fn)
	if decl == nil || decl.Body == nil || len(decl.Body.List) != 1 ||
		!technique.SameInBuilds(pass, fn) ||
		fn.Signature().TypeParams().Len() > 0 || fn.Signature().RecvTypeParams().Len() > 0 {
		return nil, false
	}
	ret, ok := decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil, false
	}
	addr, ok := ast.Unparen(ret.Results[0]).(*ast.UnaryExpr)
	if !ok || addr.Op != token.AND {
		return nil, false
	}
	lit, ok := ast.Unparen(addr.X).(*ast.CompositeLit)
	return lit, ok
}
