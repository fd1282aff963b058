package typecache

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// shared reports whether calls may share what the function returns: nothing can be changed in it,
// or they only read it. Those are noted then. None of them remembers it already.
func (t *typed) shared() bool {
	result := t.fn.Signature().Results().At(0).Type()
	if basic, ok := result.Underlying().(*types.Basic); ok && basic.Info()&types.IsString == 0 {
		return false // it is hardly worth it
	}
	again := false
	for _, use := range technique.UsesOf(t.pass, t.fn) {
		call := use.Parent()
		n, ok := call.Node().(*ast.CallExpr)
		if !ok || use.ParentEdgeKind() != edge.CallExpr_Fun ||
			technique.InTest(t.pass, technique.FileOf(t.pass, n.Pos())) {
			continue
		}
		if remembered(t.pass.TypesInfo, call) {
			return false
		}
		r := &reader{pass: t.pass, seen: make(map[*types.Var]bool)}
		if !technique.Immutable(result) && r.result(call) {
			t.calls = append(t.calls, n)
			again = again || repeated(call)
		}
		again = again || technique.Immutable(result) && repeated(call)
	}
	return again || technique.Immutable(result) && t.fn.Exported()
}

// repeated reports whether a call may run more than once: it is not where the program starts.
func repeated(call inspector.Cursor) bool {
	for fn := range call.Enclosing((*ast.FuncDecl)(nil)) {
		decl := fn.Node().(*ast.FuncDecl)
		return decl.Recv != nil || decl.Name.Name != "init" && decl.Name.Name != "main"
	}
	return false
}

// remembered reports whether what a call returns goes to a table, or a variable that does.
func remembered(info *types.Info, call inspector.Cursor) bool {
	kept := func(cur inspector.Cursor) bool {
		switch n := cur.Parent().Node().(type) {
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if _, index := left.(*ast.IndexExpr); index &&
					cur.ParentEdgeKind() == edge.AssignStmt_Rhs {
					return true
				}
			}
		case *ast.CallExpr:
			sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
			if !ok || cur.ParentEdgeKind() != edge.CallExpr_Args {
				return false
			}
			switch name := sel.Sel.Name; {
			case strings.Contains(name, "Store"), strings.HasPrefix(name, "Add"),
				strings.HasPrefix(name, "Set"), strings.HasPrefix(name, "Put"):
				return info.Selections[sel] != nil
			}
		}
		return false
	}
	if kept(call) {
		return true
	}
	as, ok := call.Parent().Node().(*ast.AssignStmt)
	if !ok || call.ParentEdgeKind() != edge.AssignStmt_Rhs {
		return false
	}
	id, ok := as.Lhs[0].(*ast.Ident)
	if !ok {
		return false
	}
	fn, ok := technique.EnclosingFunc(call)
	if !ok {
		return false
	}
	for use := range fn.Preorder((*ast.Ident)(nil)) {
		if info.ObjectOf(use.Node().(*ast.Ident)) == info.ObjectOf(id) && kept(use) {
			return true
		}
	}
	return false
}

// reader finds out whether code only reads what a value leads to.
type reader struct {
	pass *analysis.Pass
	seen map[*types.Var]bool
}

// result judges what is done with the first result of a call.
func (r *reader) result(call inspector.Cursor) bool {
	if tuple, ok := r.pass.TypesInfo.TypeOf(call.Node().(ast.Expr)).(*types.Tuple); ok {
		if technique.Immutable(tuple.At(0).Type()) {
			return true
		}
		as, ok := call.Parent().Node().(*ast.AssignStmt)
		return ok && r.given(as.Lhs[0])
	}
	return r.use(call)
}

// use judges one use of a value.
func (r *reader) use(cur inspector.Cursor) bool {
	info, parent := r.pass.TypesInfo, cur.Parent()
	if technique.Immutable(info.TypeOf(cur.Node().(ast.Expr))) {
		return true
	}
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return r.use(parent)
	case *ast.SelectorExpr:
		sel := info.Selections[n]
		return sel != nil && sel.Kind() == types.FieldVal &&
			!technique.WrittenTo(info, parent) && r.use(parent)
	case *ast.StarExpr:
		return false // a copy of a struct, whose slices are the same
	case *ast.IndexExpr:
		return n.X == cur.Node() && !technique.WrittenTo(info, parent) && r.use(parent)
	case *ast.SliceExpr:
		return n.X == cur.Node() && r.use(parent)
	case *ast.RangeStmt:
		return n.X == cur.Node() && n.Tok != token.ASSIGN && (n.Value == nil || r.given(n.Value))
	case *ast.BinaryExpr, *ast.ExprStmt:
		return true
	case *ast.AssignStmt:
		return cur.ParentEdgeKind() == edge.AssignStmt_Rhs && len(n.Lhs) == len(n.Rhs) &&
			r.given(n.Lhs[cur.ParentEdgeIndex()])
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args && r.argument(n, cur.ParentEdgeIndex())
	}
	return false
}

// given judges a variable that gets the value where it is declared.
func (r *reader) given(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := r.pass.TypesInfo.Defs[id].(*types.Var)
	return id.Name == "_" || ok && r.variable(v)
}

// variable judges all uses of a variable or parameter.
func (r *reader) variable(v *types.Var) bool {
	if r.seen[v] {
		return true
	}
	r.seen[v] = true
	uses, ok := technique.LocalUses(r.pass, v)
	for _, use := range uses {
		given, addressed := technique.Replaced(use)
		if addressed || !given && (technique.ByMethod(r.pass.TypesInfo, use) || !r.use(use)) ||
			technique.WrittenTo(r.pass.TypesInfo, use) && !given {
			return false
		}
	}
	return ok
}

// argument judges a call that gets the value.
func (r *reader) argument(call *ast.CallExpr, index int) bool {
	info := r.pass.TypesInfo
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "len", "cap":
			return true
		case "append", "copy":
			slice, ok := info.TypeOf(call.Args[index]).Underlying().(*types.Slice)
			return index == 1 && ok && technique.Immutable(slice.Elem()) &&
				(fn.Name() == "copy" || call.Ellipsis.IsValid())
		}
	case *types.Func:
		if decl := technique.DeclOf(r.pass, fn); decl != nil {
			sig := fn.Origin().Signature()
			last := sig.Params().Len() - 1
			return decl.Body != nil && (!sig.Variadic() || index < last) &&
				!types.IsInterface(sig.Params().At(index).Type()) &&
				r.variable(sig.Params().At(index))
		}
		return effects.RetainsNothing(fn, index) && !effects.ReturnsSlice(fn) &&
			!effects.Of(fn).Has(effects.Writes|effects.Calls)
	}
	return false
}
