package pool

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// macFrom is what functions call that take a hash of a key from a pool. Another key than that of
// the hash there gets a new one.
var macFrom = technique.Helper{
	Name: "macFrom",
	Text: `// macFrom returns a hash of a key, which was in the pool or is new.
func macFrom(pool *sync.Pool, h func() hash.Hash, key []byte) *keyedMAC {
	mac, ok := pool.Get().(*keyedMAC)
	if !ok || !hmac.Equal(mac.key, key) {
		mac = &keyedMAC{hmac.New(h, key), append([]byte(nil), key...)}
	}
	return mac
}`,
	Behind: `// keyedMAC is a hash with its key.
type keyedMAC struct {
	hash.Hash
	key []byte
}`,
	Imports: []string{"crypto/hmac", "hash", "sync"},
}

// newKeyed matches the value of a variable as a hash of a key that a field or the package has: it
// is the same for many calls. A function that makes hashes and is not of the standard library may
// make others the next time.
//
//	mac := hmac.New(sha256.New, s.key)
func (s *pooled) newKeyed() bool {
	info := s.pass.TypesInfo
	call, ok := s.value.(*ast.CallExpr)
	if !ok || !technique.IsFunc(info, call, "crypto/hmac", "New") || len(call.Args) != 2 {
		return false
	}
	sel, ok := ast.Unparen(call.Args[0]).(*ast.SelectorExpr)
	if !ok || info.Selections[sel] != nil {
		return false
	}
	fn, ok := info.Uses[sel.Sel].(*types.Func)
	if !ok || !effects.Known(fn) || fn.Signature().Params().Len() > 0 {
		return false
	}
	_, ok = macFrom.Declare(s.pass, s.file, s.stmt)
	return ok && s.lasts(call.Args[1]) && s.onlyCalled()
}

// lasts reports whether a key is in a variable of the package, or in a field of that, of a receiver
// or of what a parameter points to. What a call makes itself has another key each time.
func (s *pooled) lasts(key ast.Expr) bool {
	info := s.pass.TypesInfo
	if call, ok := ast.Unparen(key).(*ast.CallExpr); ok && info.Types[call.Fun].IsType() {
		key = call.Args[0]
	}
	if v, ok := technique.Variable(info, key); ok {
		return v.Parent() == s.pass.Pkg.Scope()
	}
	sel, ok := ast.Unparen(key).(*ast.SelectorExpr)
	return ok && technique.Pure(info, sel) && s.outlives(sel) &&
		(technique.IsBytes(info.TypeOf(sel)) || technique.IsText(info.TypeOf(sel)))
}

// outlives reports whether what has a field is older than the call.
func (s *pooled) outlives(sel *ast.SelectorExpr) bool {
	info := s.pass.TypesInfo
	if info.Selections[sel] == nil {
		return true // of another package
	}
	x := ast.Unparen(sel.X)
	if inner, ok := x.(*ast.SelectorExpr); ok {
		return s.outlives(inner)
	}
	v, ok := technique.Variable(info, x)
	return ok && (v.Parent() == s.pass.Pkg.Scope() || v.Kind() == types.RecvVar ||
		v.Kind() == types.ParamVar && technique.IsPointer(v.Type()))
}

// onlyCalled reports whether methods of the hash are called, or interfaces get it, so that it may
// be of a type of the package.
func (s *pooled) onlyCalled() bool {
	uses, ok := technique.LocalUses(s.pass, s.v)
	return ok && !slices.ContainsFunc(uses, func(use inspector.Cursor) bool {
		switch use.ParentEdgeKind() {
		case edge.SelectorExpr_X:
			return use.Parent().ParentEdgeKind() != edge.CallExpr_Fun
		case edge.CallExpr_Args:
			call := use.Parent().Node().(*ast.CallExpr)
			sig, ok := s.pass.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature)
			i := use.ParentEdgeIndex()
			fn, named := technique.Func(s.pass.TypesInfo, call)
			return !ok || named && fn.Signature().TypeParams().Len() > 0 ||
				sig.Variadic() && i >= sig.Params().Len()-1 ||
				!types.IsInterface(sig.Params().At(i).Type())
		}
		return true
	})
}

// keyedEdits returns the declarations for a hash of a key, and the lines that take it and give it
// back.
func (s *pooled) keyedEdits(v, name string) (lines []string, edits []analysis.TextEdit) {
	edits, _ = macFrom.Declare(s.pass, s.file, s.stmt)
	call := s.value.(*ast.CallExpr)
	lines = []string{v + " := " + macFrom.Name + "(&" + name + ", " +
		technique.Text(s.pass, call.Args[0]) + ", " + technique.Text(s.pass, call.Args[1]) + ")"}
	return append(lines, s.emptied(v, name)...), edits
}
