package dropconv

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// trail is where a text goes that changes its type: from expression to
// expression, through variables and functions, until nothing of it is left.
type trail struct {
	pass  *analysis.Pass
	file  *ast.File
	dir   direction
	start inspector.Cursor // the conversion, or the declaration of the bytes
	fn    inspector.Cursor // the function around it

	// changed are the expressions whose type changes, or that hold such.
	changed map[inspector.Cursor]bool
	vars    map[*types.Var]bool
	// sources are what is assigned to the variables: in the end each must
	// have changed as well, or be constant.
	sources []inspector.Cursor
	// others are arguments of exchanged functions.
	others []inspector.Cursor
	edits  []analysis.TextEdit
	twins  int // functions exchanged
	wraps  int // places where the compiler makes no copy
	// kept are places that need a copy after all.
	kept []inspector.Cursor
	// imports are the edits that import the packages of the exchanged functions.
	imports []imports
	// until is where the bytes are copied, if that is before the first of these.
	until token.Pos

	whole *types.Var         // the variable of which one text is made, if one is
	texts []inspector.Cursor // the texts that are made of bytes
}

// imports are edits that a call at a place needs.
type imports struct {
	at    token.Pos
	edits []analysis.TextEdit
}

// importsFrom returns the edits for what is imported by calls from a place on.
func (t *trail) importsFrom(pos token.Pos) (edits []analysis.TextEdit) {
	for _, i := range t.imports {
		if i.at >= pos {
			edits = append(edits, i.edits...)
		}
	}
	return edits
}

// follow proposes to drop a conversion when it is certain of each place where
// the text goes that it can do with the other type.
func follow(pass *analysis.Pass, cur inspector.Cursor, dir direction,
	drop []analysis.TextEdit) (technique.Proposal, bool) {
	t := &trail{
		pass: pass, file: technique.FileOf(pass, cur.Node().Pos()), dir: dir, start: cur,
		changed: make(map[inspector.Cursor]bool), vars: make(map[*types.Var]bool), edits: drop,
	}
	var ok bool
	if t.fn, ok = technique.EnclosingFunc(cur); !ok || t.file == nil || !t.flow(cur) ||
		!t.convertOperands() || dir == toString && t.twins == 0 {
		return technique.Proposal{}, false
	}
	if dir == toBytes && !t.keptInTime() {
		return technique.Proposal{}, false
	}
	message := "look at the bytes themselves"
	switch {
	case dir == toString:
		message = "look at the string itself"
	case len(t.kept) > 0:
		message = "look at the bytes themselves, and copy them where the text is kept"
	}
	return technique.Proposal{At: cur.Node(), Message: message,
		Edits: append(t.edits, t.importsFrom(token.NoPos)...)}, true
}

// flow follows the text from the expression at cur to what is around it, which may need the
// text as it was.
func (t *trail) flow(cur inspector.Cursor) bool {
	before := t.snapshot()
	if t.goesOn(cur) {
		return true
	}
	*t = before
	return t.keep(cur)
}

// goesOn follows the text where it is needed as it will be.
func (t *trail) goesOn(cur inspector.Cursor) bool {
	t.changed[cur] = true
	up := cur.Parent()
	switch kind, index := cur.ParentEdge(); kind {
	case edge.ParenExpr_X:
		return t.flow(up)
	case edge.AssignStmt_Rhs:
		n := up.Node().(*ast.AssignStmt)
		return t.assigned(n, index) || cur == t.start && t.read(n)
	case edge.ValueSpec_Values:
		return t.declared(up.Node().(*ast.ValueSpec), index)
	case edge.CallExpr_Args:
		return t.argument(up, cur, index)
	case edge.SliceExpr_X:
		return t.sliced(up)
	case edge.IndexExpr_X:
		return !stored(up)
	case edge.IndexExpr_Index:
		return t.dir == toBytes && t.isMap(up) && !stored(up) && t.wrap(cur)
	case edge.BinaryExpr_X, edge.BinaryExpr_Y:
		return t.dir == toBytes && t.operand(cur, up.Node().(*ast.BinaryExpr))
	case edge.SwitchStmt_Tag:
		n := up.Node().(*ast.SwitchStmt)
		return t.dir == toBytes && technique.ConstantCases(t.pass.TypesInfo, n) && t.wrap(cur)
	}
	return false
}

// list follows a slice, an array or a sequence of texts: its elements may be
// taken one by one.
func (t *trail) list(cur inspector.Cursor) bool {
	t.changed[cur] = true
	up := cur.Parent()
	switch kind, index := cur.ParentEdge(); kind {
	case edge.ParenExpr_X:
		return t.list(up)
	case edge.AssignStmt_Rhs:
		return t.assigned(up.Node().(*ast.AssignStmt), index)
	case edge.CallExpr_Args:
		return technique.IsBuiltin(t.pass.TypesInfo, up.Node().(*ast.CallExpr), "len")
	case edge.IndexExpr_X:
		return t.element(up)
	case edge.RangeStmt_X:
		return t.ranged(up.Node().(*ast.RangeStmt), cur)
	}
	return false
}

// element follows a text that an index takes out of a list, or puts in.
func (t *trail) element(cur inspector.Cursor) bool {
	if kind, index := cur.ParentEdge(); kind == edge.AssignStmt_Lhs {
		t.sources = append(t.sources, source(cur.Parent(), index))
		return cur.Parent().Node().(*ast.AssignStmt).Tok.String() == "="
	}
	return !stored(cur) && t.flow(cur)
}

// ranged follows the texts that a loop takes from a list.
func (t *trail) ranged(n *ast.RangeStmt, cur inspector.Cursor) bool {
	value := n.Value
	if _, ok := t.pass.TypesInfo.TypeOf(n.X).Underlying().(*types.Signature); ok {
		value = n.Key
	}
	return value == nil || t.target(value)
}

// wrap converts the text where it is used. Of all that wrap is called for, the
// compiler makes no copy, or one on the stack when it is short. A conversion
// that is to be dropped would only come back; a method that copies does not.
func (t *trail) wrap(cur inspector.Cursor) bool {
	if cur == t.start && !t.copies(cur) || !plainNames(t.pass, cur.Node()) {
		return false
	}
	t.wraps++
	t.edits = append(t.edits, technique.Insert(cur.Node().Pos(), "string("),
		technique.Insert(cur.Node().End(), ")"))
	return true
}

// copies reports whether the text begins as a copy that a method makes.
//
//	have: buf.String() == "x", m[scanner.Text()]
//	want: string(buf.Bytes()) == "x", m[string(scanner.Bytes())]
func (t *trail) copies(cur inspector.Cursor) bool {
	_, isCall := cur.Node().(*ast.CallExpr)
	return isCall && buffered(t.pass, cur)
}

// sliced follows a part of a text. The upper bound of a slice of bytes may lie
// behind their end, that of a string may not; so it must be certain that it
// does not.
func (t *trail) sliced(cur inspector.Cursor) bool {
	n := cur.Node().(*ast.SliceExpr)
	if n.Slice3 || n.High != nil && !t.found(cur) {
		return false
	}
	return t.flow(cur)
}

// operand follows a text into a comparison or a concatenation.
func (t *trail) operand(cur inspector.Cursor, n *ast.BinaryExpr) bool {
	switch n.Op.String() {
	case "==", "!=", "<", "<=", ">", ">=":
		return compares(t.pass.TypesInfo, n) && t.wrap(cur)
	case "+":
		return t.joinsConstant(cur) && t.wrap(cur)
	}
	return false
}

// joinsConstant reports whether one of the texts that are joined with that at
// cur is constant and not empty: then the compiler makes no copy of the others.
func (t *trail) joinsConstant(cur inspector.Cursor) bool {
	top := cur
	for {
		up, ok := top.Parent().Node().(*ast.BinaryExpr)
		if !ok || up.Op.String() != "+" {
			break
		}
		top = top.Parent()
	}
	found := false
	for n := range top.Preorder((*ast.BasicLit)(nil), (*ast.Ident)(nil)) {
		v := t.pass.TypesInfo.Types[n.Node().(ast.Expr)].Value
		_, inSum := n.Parent().Node().(*ast.BinaryExpr)
		found = found || v != nil && inSum && v.ExactString() != `""`
	}
	return found
}

func (t *trail) isMap(cur inspector.Cursor) bool {
	typ := t.pass.TypesInfo.TypeOf(cur.Node().(*ast.IndexExpr).X)
	m, ok := typ.Underlying().(*types.Map)
	return ok && isString(m.Key())
}
