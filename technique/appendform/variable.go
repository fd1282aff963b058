package appendform

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

// variable matches a text in a variable that is looked up and compared, and kept at times.
//
//	have: key := host + "/" + name; v, ok := m[key]; if !ok { m[key] = v }
//	want: key := append(append(append(make([]byte, 0, 72), host...), '/'), name...)
//	      v, ok := m[string(key)]; if !ok { m[string(key)] = v }
func (t *text) variable() (edits []analysis.TextEdit, ok bool) {
	if !t.worthIt() {
		return nil, false
	}
	stmt, fn, uses, ok := t.held()
	if !ok {
		return nil, false
	}
	as := stmt.Node().(*ast.AssignStmt)
	var kept []inspector.Cursor
	seen, before := 0, 0 // looks, and those that come before what keeps it
	read := 0
	for _, use := range uses {
		if !technique.InFunc(use, fn) ||
			!technique.Predeclared(t.pass, use.Node().Pos(), "string") {
			return nil, false
		}
		how := t.used(use)
		if how == lent {
			read++
			if (read > 1 || technique.Repeated(use, stmt.Node().Pos())) && t.room() > onStack {
				return nil, false // each would make a string
			}
		}
		switch how {
		case looked, lent:
			seen++
			if len(kept) == 0 {
				before++
			}
		case keeps:
			kept = append(kept, use)
		case measured:
			continue
		default:
			return nil, false
		}
		edits = append(edits, technique.Insert(use.Node().Pos(), "string("),
			technique.Insert(use.Node().End(), ")"))
	}
	if !technique.Seldom(stmt, fn, kept) {
		edits, ok = t.fromThere(stmt, fn, as.Lhs[0].(*ast.Ident), uses, kept)
		return edits, ok && before > 0
	}
	gains := seen > read || len(kept) > 0 || t.formats() || t.joined
	return append(edits, technique.Replace(t.cur.Node(), t.appended(t.stack()))), seen > 0 && gains
}

// held returns the statement that declares a variable for the text alone, the function around it,
// and the uses of the variable.
func (t *text) held() (stmt, fn inspector.Cursor, uses []inspector.Cursor, ok bool) {
	stmt = t.cur.Parent()
	as, ok := stmt.Node().(*ast.AssignStmt)
	if !ok || as.Tok != token.DEFINE || !technique.InList(stmt) {
		return stmt, fn, nil, false
	}
	v, _, _ := technique.Declared(t.pass.TypesInfo, as)
	if v == nil {
		return stmt, fn, nil, false
	}
	uses, ok = technique.LocalUses(t.pass, v)
	fn, inFunc := technique.EnclosingFunc(stmt)
	return stmt, fn, uses, ok && inFunc
}

// fromThere returns the edits for a text that is kept several times: it is made before the first
// of these, where the function gets there at times, and the bytes are looked at until then.
//
//	have: key := host + "/" + name; v, ok := m[key]; if ok { return v }; v = &T{key}; m[key] = v
//	want: keyBytes := append(...); v, ok := m[string(keyBytes)]; if ok { return v }
//	      key := string(keyBytes); v = &T{key}; m[key] = v
func (t *text) fromThere(start, fn inspector.Cursor, name *ast.Ident,
	uses, kept []inspector.Cursor) (edits []analysis.TextEdit, ok bool) {
	stmt, end, ok := technique.SeldomFrom(start, fn, kept)
	if !ok {
		return nil, false
	}
	from := stmt.Node().Pos()
	for id := range fn.Preorder((*ast.Ident)(nil)) {
		n := id.Node().(*ast.Ident)
		if n.Name == name.Name && t.pass.TypesInfo.Defs[n] != nil &&
			from <= n.Pos() && n.Pos() < end {
			return nil, false // it would be declared twice, or given another value
		}
	}
	bytes := technique.FreshName(t.pass, t.file, name.Name+"Bytes")
	for _, use := range uses {
		if at := use.Node().Pos(); from <= at && at < end {
			continue
		}
		text := "string(" + bytes + ")"
		if t.used(use) == measured {
			text = bytes
		}
		edits = append(edits, technique.Replace(use.Node(), text))
	}
	return append(edits, technique.Replace(name, bytes),
		technique.Replace(t.cur.Node(), t.appended(t.stack())),
		technique.Insert(technique.Start(t.pass, t.file, stmt.Node()),
			name.Name+" := string("+bytes+")\n")), true
}

// onStack is how many bytes a string has at most that the compiler makes on the stack.
const onStack = 32

// What a use of a text does to it.
const (
	other    = iota
	looked   // up or at, which makes no string
	lent     // to a function that reads it, which makes no string where it is short
	measured // by len
	keeps    // needs a string
)

// used returns what the use of a variable does.
func (t *text) used(use inspector.Cursor) int {
	info, up := t.pass.TypesInfo, use.Parent()
	switch use.ParentEdgeKind() {
	case edge.IndexExpr_Index:
		m, ok := info.TypeOf(up.Node().(*ast.IndexExpr).X).Underlying().(*types.Map)
		switch {
		case !ok || !types.Identical(m.Key(), types.Typ[types.String]):
			return other
		case technique.LooksUp(t.pass.TypesInfo, up):
			return looked
		}
	case edge.SwitchStmt_Tag:
		if technique.ConstantCases(info, up.Node().(*ast.SwitchStmt)) {
			return looked
		}
	case edge.BinaryExpr_X, edge.BinaryExpr_Y:
		n := up.Node().(*ast.BinaryExpr)
		if !technique.IsText(info.TypeOf(n.X)) || !technique.IsText(info.TypeOf(n.Y)) {
			break // an interface needs a string
		}
		switch n.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return looked
		}
	case edge.CallExpr_Args:
		call := up.Node().(*ast.CallExpr)
		if technique.IsBuiltin(info, call, "len") {
			return measured
		}
		if effects.TextRead(t.pass, use) {
			return lent
		}
	}
	if technique.Kept(use) {
		return keeps
	}
	return other
}
