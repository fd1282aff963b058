// Package scanlist looks for one value in a list itself, where a set is made of the list first.
package scanlist

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

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("scanlist",
		"look for one value in a list without making a set of it\n\n"+
			"A map is worth its memory when many values are looked up. Where one is, and the "+
			"map is made of a list just before, the list is looked through: by slices.Contains, "+
			"which compares where the map hashes, and stops at the first that is equal.\n\n"+
			"It is proposed for a map of texts, numbers or truth values that one loop fills and "+
			"one expression asks, which no loop repeats. What runs in between changes nothing of "+
			"the list.",
		technique.Each(propose, (*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil))),
	Title:  "Look through the list",
	Causes: []string{"map-make", "map-grows"},
	Risk:   technique.Safe,
}

// set is a map that is filled with the elements of a list, and asked for one value.
type set struct {
	pass *analysis.Pass
	stmt inspector.Cursor // that declares it
	v    *types.Var
	fill inspector.Cursor // the loop
	list ast.Expr
	grow ast.Node         // what writes an entry
	ask  inspector.Cursor // m[k]
}

// propose matches the declaration of the map.
//
//	have: m := map[string]bool{}; for _, s := range list { m[s] = true }; return m[x]
//	want: return slices.Contains(list, x)
func propose(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	v, _, value := technique.Declared(pass.TypesInfo, cur.Node())
	file := technique.FileOf(pass, cur.Node().Pos())
	if v == nil || value == nil || file == nil || !technique.Since(pass, file, "go1.21") ||
		!isSet(v.Type()) || !empty(pass, value) || !technique.InList(cur) {
		return p, false
	}
	s := &set{pass: pass, stmt: cur, v: v}
	if !s.used() || !s.still() || technique.Commented(pass, s.fill.Node()) ||
		technique.Commented(pass, cur.Node()) {
		return p, false
	}
	pkg, edits := technique.AddImport(pass, file, cur.Node().Pos(), "slices")
	index := s.ask.Node().(*ast.IndexExpr)
	text := pkg + ".Contains(" + technique.Text(pass, s.list) + ", " +
		technique.Text(pass, index.Index) + ")"
	asks, ok := s.asked(text)
	edits = append(append(edits, asks...), technique.Remove(pass, cur.Node()),
		technique.Remove(pass, s.fill.Node()))
	return technique.Proposal{At: value, Also: []ast.Node{s.grow}, Edits: edits,
		Message: "look for the value in the list, without a set"}, ok
}

// isSet reports whether a type is one of maps with keys of a basic type, and values that say no
// more than that they are there.
func isSet(t types.Type) bool {
	m, ok := t.Underlying().(*types.Map)
	if !ok {
		return false
	}
	key, basic := m.Key().Underlying().(*types.Basic)
	if !basic || key.Info()&(types.IsFloat|types.IsComplex) != 0 {
		return false // NaN is in no set twice
	}
	switch elem := m.Elem().Underlying().(type) {
	case *types.Basic:
		return elem.Kind() == types.Bool
	case *types.Struct:
		return elem.NumFields() == 0
	}
	return false
}

// empty reports whether an expression makes an empty map.
func empty(pass *analysis.Pass, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.CallExpr:
		return technique.IsBuiltin(pass.TypesInfo, e, "make") &&
			(len(e.Args) == 1 || technique.Pure(pass.TypesInfo, e.Args[1]))
	}
	return false
}

// used finds the two uses of the map: the loop behind its declaration fills it, and one expression
// behind that asks.
func (s *set) used() bool {
	uses, ok := technique.LocalUses(s.pass, s.v)
	if !ok || len(uses) != 2 || !s.fills(uses[0]) {
		return false
	}
	s.ask = uses[1].Parent()
	index, ok := s.ask.Node().(*ast.IndexExpr)
	return ok && uses[1].ParentEdgeKind() == edge.IndexExpr_X &&
		!technique.WrittenTo(s.pass.TypesInfo, s.ask) &&
		types.Identical(s.pass.TypesInfo.TypeOf(index.Index), s.key())
}

// fills matches the loop that fills the map, by its use.
//
//	for _, x := range list { m[x] = true }
func (s *set) fills(use inspector.Cursor) bool {
	info, index := s.pass.TypesInfo, use.Parent()
	if use.ParentEdgeKind() != edge.IndexExpr_X || index.ParentEdgeKind() != edge.AssignStmt_Lhs {
		return false
	}
	as := index.Parent().Node().(*ast.AssignStmt)
	body := index.Parent().Parent()
	if len(as.Lhs) != 1 || as.Tok != token.ASSIGN || body.ParentEdgeKind() != edge.RangeStmt_Body ||
		len(body.Node().(*ast.BlockStmt).List) != 1 || !there(info, as.Rhs[0]) {
		return false
	}
	loop := body.Parent()
	n := loop.Node().(*ast.RangeStmt)
	if n.Tok != token.DEFINE || n.Value == nil || !technique.InList(loop) ||
		loop.Parent() != s.stmt.Parent() || !technique.Pure(info, n.X) {
		return false
	}
	slice, ok := info.TypeOf(n.X).Underlying().(*types.Slice)
	id, named := n.Value.(*ast.Ident)
	key, plain := n.Key.(*ast.Ident)
	s.fill, s.list, s.grow = loop, n.X, as.Lhs[0]
	return ok && named && plain && key.Name == "_" &&
		technique.Names(info, as.Lhs[0].(*ast.IndexExpr).Index, info.Defs[id]) &&
		types.Identical(slice.Elem(), s.key())
}

// key returns the type of the map's keys.
func (s *set) key() types.Type { return s.v.Type().Underlying().(*types.Map).Key() }

// there reports whether an expression is true, or struct{}{}.
func there(info *types.Info, e ast.Expr) bool {
	if tv := info.Types[e]; tv.Value != nil {
		return tv.Value.String() == "true"
	}
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	return ok && len(lit.Elts) == 0
}

// still reports whether the list is, where the map is asked, as it was when it was filled: between
// the two, and in the statement that asks, nothing is called that could change it, and nothing
// is assigned but to other variables.
func (s *set) still() bool {
	at, ok := s.statement()
	if !ok {
		return false
	}
	next, ok := s.fill.NextSibling()
	if s.mayPanic() && (!ok || !s.follows(next) && (next != at || !s.surely(at))) {
		return false // it would do so later, or not at all
	}
	for ; ok && next != at; next, ok = next.NextSibling() {
		if !s.changesNothing(next) {
			return false
		}
	}
	return ok && s.changesNothing(at)
}

// statement returns the statement of the block that asks, in what it evaluates first.
func (s *set) statement() (at inspector.Cursor, ok bool) {
	for at = s.ask; at.Parent() != s.stmt.Parent(); at = at.Parent() {
		switch at.ParentEdgeKind() {
		case edge.BlockStmt_List, edge.CaseClause_Body, edge.CommClause_Body, edge.FuncLit_Body,
			edge.ForStmt_Cond, edge.ForStmt_Post, edge.IfStmt_Else, edge.CaseClause_List,
			edge.Invalid:
			return at, false
		}
	}
	return at, technique.InList(at)
}

// changesNothing reports whether a statement leaves the list as it is, as far as it is evaluated
// before the map is asked.
func (s *set) changesNothing(stmt inspector.Cursor) bool {
	info := s.pass.TypesInfo
	for cur := range stmt.Preorder((*ast.AssignStmt)(nil), (*ast.IncDecStmt)(nil),
		(*ast.RangeStmt)(nil), (*ast.DeferStmt)(nil), (*ast.GoStmt)(nil), (*ast.SendStmt)(nil),
		(*ast.SelectStmt)(nil), (*ast.FuncLit)(nil)) {
		var given []ast.Expr
		switch n := cur.Node().(type) {
		case *ast.AssignStmt:
			given = n.Lhs
		case *ast.IncDecStmt:
			given = []ast.Expr{n.X}
		case *ast.RangeStmt:
			given = []ast.Expr{n.Key, n.Value}
		default:
			return false
		}
		for _, e := range given {
			if e == nil {
				continue
			}
			id, ok := ast.Unparen(e).(*ast.Ident)
			if !ok || technique.Uses(info, s.list, info.ObjectOf(id)) {
				return false
			}
		}
	}
	return effects.Only(s.pass, stmt.Node(), effects.Panics|effects.Calls|effects.Shows)
}

// asked returns the edits by which the list is asked: v, ok := m[k] loses what it does not use.
func (s *set) asked(text string) (edits []analysis.TextEdit, ok bool) {
	stmt := s.ask.Parent()
	as, both := stmt.Node().(*ast.AssignStmt)
	if !both || len(as.Lhs) != 2 || len(as.Rhs) != 1 {
		elem := s.v.Type().Underlying().(*types.Map).Elem()
		return []analysis.TextEdit{technique.Replace(s.ask.Node(), text)},
			types.Identical(elem, types.Typ[types.Bool])
	}
	id, blank := as.Lhs[0].(*ast.Ident)
	if !blank || id.Name != "_" || technique.Commented(s.pass, as) ||
		!types.Identical(s.pass.TypesInfo.TypeOf(as.Lhs[1]), types.Typ[types.Bool]) {
		return nil, false
	}
	if use, ok := s.condition(stmt, as); ok {
		cond := stmt.Parent().Node().(*ast.IfStmt).Cond
		return []analysis.TextEdit{{Pos: as.Pos(), End: cond.Pos()},
			technique.Replace(use, text)}, true
	}
	return []analysis.TextEdit{technique.Replace(as,
		technique.Text(s.pass, as.Lhs[1])+" "+as.Tok.String()+" "+text)}, true
}

// condition returns the only use of what an if statement declares, where its condition begins with
// that.
//
//	if _, ok := m[k]; ok        if _, ok := m[k]; !ok
func (s *set) condition(stmt inspector.Cursor, as *ast.AssignStmt) (ast.Node, bool) {
	if stmt.ParentEdgeKind() != edge.IfStmt_Init || as.Tok != token.DEFINE {
		return nil, false
	}
	v, ok := s.pass.TypesInfo.Defs[as.Lhs[1].(*ast.Ident)].(*types.Var)
	if !ok {
		return nil, false
	}
	uses := technique.UsesOf(s.pass, v)
	if len(uses) != 1 {
		return nil, false
	}
	cond := ast.Unparen(stmt.Parent().Node().(*ast.IfStmt).Cond)
	if not, ok := cond.(*ast.UnaryExpr); ok {
		cond = not.X
	}
	return uses[0].Node(), cond == uses[0].Node()
}
