package groupkey

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// keyOf returns what makes a key for a store, and none for a lookup: the key itself, or what a
// variable of its own begins with.
//
//	string(b), scanner.Text(), buf.String(), a + "/" + b
func keyOf(pass *analysis.Pass, e ast.Expr) (ast.Expr, bool) {
	if v, ok := technique.Variable(pass.TypesInfo, e); ok {
		e = technique.OnlyValue(pass, v)
		_, _, ok := bytesOf(pass, e)
		return e, ok
	}
	if _, _, ok := bytesOf(pass, e); ok {
		return e, true
	}
	sum, ok := ast.Unparen(e).(*ast.BinaryExpr)
	return sum, ok && sum.Op == token.ADD && pass.TypesInfo.Types[sum].Value == nil &&
		technique.Pure(pass.TypesInfo, sum)
}

// bytesOf returns the bytes that an expression makes a text of, and how it is written so that a
// lookup needs none.
func bytesOf(pass *analysis.Pass, e ast.Expr) (of ast.Expr, text string, ok bool) {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return nil, "", false
	}
	info := pass.TypesInfo
	if len(call.Args) == 1 && info.Types[call.Fun].IsType() {
		return call.Args[0], technique.Text(pass, call), constantOrPure(info, call.Args[0]) &&
			technique.HoldsBytes(info.TypeOf(call.Args[0])) &&
			types.Identical(info.TypeOf(call), types.Typ[types.String])
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !technique.Pure(info, sel.X) || !technique.Predeclared(pass, e.Pos(), "string") {
		return nil, "", false
	}
	t := types.Unalias(info.TypeOf(sel.X))
	_, pointer := t.(*types.Pointer)
	switch {
	case technique.IsMethod(info, call, "bufio", "Scanner", "Text") &&
		technique.IsNamed(t, "bufio", "Scanner"):
	case technique.IsMethod(info, call, "bytes", "Buffer", "String") && !pointer &&
		technique.IsNamed(t, "bytes", "Buffer"):
	default:
		return nil, "", false
	}
	return sel.X, "string(" + technique.Text(pass, sel.X) + ".Bytes())", true
}

// constantOrPure reports whether an expression may be evaluated twice: also a part of bytes.
func constantOrPure(info *types.Info, e ast.Expr) bool {
	part, ok := ast.Unparen(e).(*ast.SliceExpr)
	if !ok {
		return technique.Pure(info, e)
	}
	for _, bound := range []ast.Expr{part.Low, part.High, part.Max} {
		if bound != nil && !technique.Pure(info, bound) {
			return false
		}
	}
	return technique.Pure(info, part.X)
}

// keyText returns how a key is written that is evaluated once more; the variable of a key is
// given up for what it began with.
func (f *flow) keyText(e ast.Expr) (string, bool) {
	if v, ok := technique.Variable(f.pass.TypesInfo, e); ok {
		if text, ok := f.dropped(v); ok {
			return text, true
		}
	}
	if _, text, ok := bytesOf(f.pass, e); ok {
		return text, true
	}
	return technique.Text(f.pass, e), technique.Pure(f.pass.TypesInfo, e)
}

// dropped reports whether a variable only holds the text of bytes to be the key of the map, and
// the bytes are still there where it is used. It returns the text to write instead.
//
//	have: k := string(b); m[k]++
//	want: p := m[string(b)]; ...
func (f *flow) dropped(v *types.Var) (string, bool) {
	value := technique.OnlyValue(f.pass, v)
	of, text, ok := bytesOf(f.pass, value)
	if !ok {
		return "", false
	}
	if known, seen := f.keys[v]; seen {
		return text, known
	}
	f.keys[v] = false
	def, _ := technique.Definition(f.pass, v)
	stmt := def.Parent()
	as, ok := stmt.Node().(*ast.AssignStmt)
	fn, _ := technique.EnclosingFunc(stmt)
	if !ok || len(as.Lhs) != 1 || !technique.InList(stmt) || technique.HasGoto(f.pass, fn.Node()) ||
		technique.CommentedAround(f.pass, as, as) {
		return "", false
	}
	uses, _ := technique.LocalUses(f.pass, v)
	last := as.End()
	for _, use := range uses {
		if !technique.InFunc(use, fn) || !f.looks(use) ||
			!technique.ResolvesSameAt(f.pass, value, use.Node().Pos()) {
			return "", false
		}
		last = max(last, use.Node().End())
	}
	next, more := stmt.NextSibling()
	for ; more && next.Node().Pos() < last; next, more = next.NextSibling() {
		if !f.stays(of, next) {
			return "", false
		}
	}
	f.keys[v] = true
	f.extra = append(f.extra, technique.Remove(f.pass, as))
	for _, use := range uses {
		f.extra = append(f.extra, technique.Replace(use.Node(), text))
	}
	return text, true
}

// looks reports whether a use of a text does without one of its own: it is looked up, or compared.
func (f *flow) looks(use inspector.Cursor) bool {
	switch n := use.Parent().Node().(type) {
	case *ast.IndexExpr:
		if n.Index != use.Node() {
			return false
		}
		m, ok := technique.Variable(f.pass.TypesInfo, n.X)
		return ok && f.held[m] || technique.LooksUp(f.pass.TypesInfo, use.Parent())
	case *ast.BinaryExpr:
		return n.Op != token.ADD
	}
	return false
}

// stays reports whether a statement leaves bytes as they are, and where they are.
func (f *flow) stays(of ast.Expr, stmt inspector.Cursor) bool {
	info := f.pass.TypesInfo
	if !effects.NoByteWrites(f.pass, stmt.Node()) {
		return false
	}
	if !technique.HoldsBytes(info.TypeOf(of)) {
		v, ok := technique.Variable(info, of)
		return ok && alone(f.pass, v, stmt)
	}
	for n := range ast.Preorder(of) {
		switch n := n.(type) {
		case *ast.StarExpr, *ast.IndexExpr, *ast.CallExpr:
			return false
		case *ast.Ident:
			if v, ok := info.Uses[n].(*types.Var); ok && !f.keeps(v, stmt.Node()) {
				return false
			}
		}
	}
	return true
}

// keeps reports whether a variable or a field is the same while a statement runs.
func (f *flow) keeps(v *types.Var, code ast.Node) bool {
	if v.IsField() {
		return effects.NoFieldWrites(f.pass, code, v)
	}
	return technique.KeepsValue(f.pass, v, code)
}

// alone reports whether a statement does not mention a variable that is a buffer, or a scanner of
// its own, and whether nothing else can reach it.
func alone(pass *analysis.Pass, v *types.Var, stmt inspector.Cursor) bool {
	if technique.IsPointer(v.Type()) {
		call, ok := technique.OnlyValue(pass, v).(*ast.CallExpr)
		if !ok || !technique.IsFunc(pass.TypesInfo, call, "bufio", "NewScanner") {
			return false
		}
	}
	uses, ok := technique.LocalUses(pass, v)
	for _, use := range uses {
		sel := use.Parent()
		if use.ParentEdgeKind() != edge.SelectorExpr_X ||
			sel.ParentEdgeKind() != edge.CallExpr_Fun || technique.InLiteral(use, v) ||
			stmt.Contains(use) {
			return false
		}
	}
	return ok
}

// sameEntry reports whether two index expressions read alike and all names in them mean the same.
func sameEntry(pass *analysis.Pass, a, b ast.Expr) bool {
	if technique.Text(pass, a) != technique.Text(pass, b) {
		return false
	}
	var names []types.Object
	for n := range ast.Preorder(a) {
		if id, ok := n.(*ast.Ident); ok {
			names = append(names, pass.TypesInfo.ObjectOf(id))
		}
	}
	for n := range ast.Preorder(b) {
		if id, ok := n.(*ast.Ident); ok {
			if pass.TypesInfo.ObjectOf(id) != names[0] {
				return false
			}
			names = names[1:]
		}
	}
	return true
}
