package latecopy

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// split is where a variable becomes its own copy, which gets a variable of its own. What the
// compiler decides about a variable holds for all that it ever has: where the copy is kept, what
// was copied goes to the heap as well.
type split struct {
	v    *types.Var
	stmt *ast.AssignStmt
	name string             // of the new variable
	uses []inspector.Cursor // of the copy
	rest []inspector.Cursor // of what is copied, but for the copying
}

// become finds the assignment of a copy to what it copies, behind which all uses are of the
// copy.
//
//	have: key = bytes.Clone(key); b.keys = append(b.keys, key)
//	want: newKey := bytes.Clone(key); b.keys = append(b.keys, newKey)
func (f *flow) become(v *types.Var, uses []inspector.Cursor) (split, bool) {
	for _, use := range uses {
		if use.ParentEdgeKind() != edge.AssignStmt_Lhs {
			continue
		}
		if s, ok := f.splitAt(use.Parent(), v, uses); ok {
			return s, true
		}
	}
	return split{}, false
}

// splitAt judges one assignment. All that runs behind it must see the copy under the new name,
// and all else must not run behind it. v is no result, see assigned; and use lets no code that runs
// before have its address.
func (f *flow) splitAt(at inspector.Cursor, v *types.Var, uses []inspector.Cursor) (split, bool) {
	stmt := at.Node().(*ast.AssignStmt)
	s := split{v: v, stmt: stmt}
	if stmt.Tok != token.ASSIGN || len(stmt.Lhs) != 1 || !technique.InList(at) ||
		technique.Repeated(at, v.Pos()) || headed(at, v) ||
		!types.Identical(f.pass.TypesInfo.TypeOf(stmt.Rhs[0]), v.Type()) {
		return s, false
	}
	decl, ok := outermost(at)
	if !ok || technique.HasGoto(f.pass, decl) {
		return s, false
	}
	s.name = technique.FreeName(decl, "new"+technique.UpperFirst(v.Name()))
	if s.name == "" || technique.LowerFirst(v.Name()) != v.Name() {
		return s, false
	}
	list, ends := at.Parent().Node(), f.ends(at)
	for _, use := range uses {
		switch pos := use.Node().Pos(); {
		case stmt.Pos() <= pos && pos < stmt.End(): // copies judges it
		case pos < stmt.Pos():
			if !completed(use, v) {
				return s, false
			}
			s.rest = append(s.rest, use)
		case pos < list.End():
			s.uses = append(s.uses, use)
		case ends:
			s.rest = append(s.rest, use)
		default:
			return s, false
		}
	}
	return s, f.copies(at, v) && slices.ContainsFunc(s.uses, read)
}

// read reports whether a use is no assignment, which alone would leave a variable unused.
func read(use inspector.Cursor) bool {
	given, _ := technique.Replaced(use)
	return !given
}

// headed reports whether v is declared in the head of a loop around a statement, where it is
// used again when the body has run.
func headed(at inspector.Cursor, v *types.Var) bool {
	for loop := range at.Enclosing((*ast.ForStmt)(nil)) {
		n := loop.Node().(*ast.ForStmt)
		if n.Pos() <= v.Pos() && v.Pos() < n.Body.Pos() {
			return true
		}
	}
	return false
}

// outermost returns the declaration of the function around a place.
func outermost(at inspector.Cursor) (*ast.FuncDecl, bool) {
	for decl := range at.Enclosing((*ast.FuncDecl)(nil)) {
		return decl.Node().(*ast.FuncDecl), true
	}
	return nil, false
}

// ends reports whether the list of a statement leaves the function at its end, and nothing
// before that leaves the list for other code of the function.
func (f *flow) ends(at inspector.Cursor) bool {
	for next, ok := at, true; ok; next, ok = next.NextSibling() {
		at = next
		for range next.Preorder((*ast.BranchStmt)(nil)) {
			return false
		}
	}
	switch last := at.Node().(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.ExprStmt:
		call, ok := last.X.(*ast.CallExpr)
		return ok && technique.IsBuiltin(f.pass.TypesInfo, call, "panic")
	}
	return false
}

// completed reports whether the function literals around a use that v is declared outside of
// have run when the call that gets them returns, if the call does not keep them: captured asks.
func completed(use inspector.Cursor, v *types.Var) bool {
	for lit := range use.Enclosing((*ast.FuncLit)(nil)) {
		if lit.Node().Pos() < v.Pos() && v.Pos() < lit.Node().End() {
			return true
		}
		if lit.ParentEdgeKind() != edge.CallExpr_Args || technique.RunsLater(lit.Parent()) {
			return false
		}
	}
	return true
}

// copies reports whether what a statement assigns is made of v, and nothing of v is in it.
func (f *flow) copies(at inspector.Cursor, v *types.Var) bool {
	found := false
	for cur := range at.Preorder((*ast.Ident)(nil)) {
		if cur.ParentEdgeKind() == edge.AssignStmt_Lhs ||
			f.pass.TypesInfo.Uses[cur.Node().(*ast.Ident)] != types.Object(v) {
			continue
		}
		if found = true; !f.apart(cur) {
			return false
		}
	}
	return found
}

// apart reports whether a use in a call leaves the memory apart from what the call returns.
//
//	bytes.Clone(v), append([]byte(nil), v...), []byte(string(v)), clone(v)
func (f *flow) apart(use inspector.Cursor) bool {
	info, parent := f.pass.TypesInfo, use.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return f.apart(parent)
	case *ast.SliceExpr:
		return n.X == use.Node() && f.apart(parent)
	case *ast.CallExpr:
		if use.ParentEdgeKind() != edge.CallExpr_Args {
			return false
		}
		if info.Types[n.Fun].IsType() {
			return technique.IsText(info.TypeOf(n))
		}
		switch fn := technique.Callee(info, n).(type) {
		case *types.Builtin:
			return fn.Name() == "len" || fn.Name() == "append" && use.ParentEdgeIndex() > 0
		case *types.Func:
			return technique.IsFunc(info, n, "bytes", "Clone") ||
				technique.IsFunc(info, n, "slices", "Clone") ||
				technique.DeclOf(f.pass, fn) != nil && f.ownFunc(n, fn, use.ParentEdgeIndex())
		}
	}
	return false
}

// edits returns the edits that give the copy its own variable.
func (s split) edits() []analysis.TextEdit {
	edits := []analysis.TextEdit{{Pos: s.stmt.Pos(), End: s.stmt.Rhs[0].Pos(),
		NewText: []byte(s.name + " := ")}}
	for _, use := range s.uses {
		edits = append(edits, technique.Replace(use.Node(), s.name))
	}
	return edits
}
