// Package later makes what only some ways through a function need after it is
// known that it is needed.
package later

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("later",
		"make a variable's value where it is known that it is needed\n\n"+
			"A map, a slice or a struct that a function makes at its beginning is made for "+
			"nothing when the function returns before the first use, or when only one branch "+
			"uses it. The rewrite moves the declaration down, behind what returns and into "+
			"that branch. Where a few branches use it that return or panic, it is made in "+
			"each of them. A value that is there in case that no other takes its place is made "+
			"where none does.\n\n"+
			"It is moved when its value does not depend on when it is made: it is made of "+
			"constants and of variables that nothing changes on the way, also by a function of "+
			"the package that does nothing else. A pointer stays the same whatever becomes of "+
			"what it points to.",
		technique.Each(propose, (*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil))),
	Title: "Make it when it is needed",
	Causes: []string{"map-make", "slice-make", "slice-literal", "escaping-literal",
		"escaping-variable", "string-concat", "string-split", "case-mapping",
		"string-bytes-conversion", "library-object", "returned-pointer", "format-call",
		"string-join", "strconv-format"},
	Risk: technique.Safe,
}

func propose(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	d, ok := declaration(pass, cur)
	if !ok {
		return p, false
	}
	if p, ok := d.replaced(); ok {
		return p, true
	}
	if to, ok := d.target(); ok && !d.reads && to != cur.Node() {
		return d.propose(to)
	}
	return d.inBranches()
}

// decl is the declaration of one variable in a list of statements.
type decl struct {
	pass  *analysis.Pass
	cur   inspector.Cursor
	v     *types.Var
	at    ast.Node // what allocates
	value ast.Expr // nil for none
	reads bool     // the value is read from memory that may change
}

// declaration matches a declaration whose value could be made at another time.
func declaration(pass *analysis.Pass, cur inspector.Cursor) (*decl, bool) {
	if !technique.InList(cur) {
		return nil, false
	}
	v, id, value := technique.Declared(pass.TypesInfo, cur.Node())
	if v == nil {
		return nil, false
	}
	ok := false
	d := &decl{pass: pass, cur: cur, v: v, at: id, value: value}
	if value == nil {
		return d, escapes(pass, v)
	}
	d.at = value
	d.reads, ok = movable(pass, v, value)
	return d, ok
}

// propose moves the declaration before another statement.
//
//	have: m := make(map[string]int); if s == "" { return 0 }; m[s]++
//	want: if s == "" { return 0 }; m := make(map[string]int); m[s]++
//
//	have: var buf [64]byte; if plain { x = key } else if b, err := unescape(key, buf[:]); ... { }
//	want: if plain { x = key } else { var buf [64]byte; if b, err := unescape(...); ... { } }
func (d *decl) propose(to ast.Stmt) (technique.Proposal, bool) {
	var none technique.Proposal
	stmt := d.cur.Node()
	file := technique.FileOf(d.pass, stmt.Pos())
	at, found := technique.Find(d.pass, to)
	if file == nil || !found || !d.sameNames(to.Pos()) || d.hidden(at.Parent().Node()) ||
		commented(d.pass, file, stmt) {
		return none, false
	}
	lines, ok := alone(d.pass, stmt)
	if !ok {
		return none, false
	}
	edits := []analysis.TextEdit{lines}
	if text := technique.Text(d.pass, stmt) + "\n"; at.ParentEdgeKind() == edge.IfStmt_Else {
		edits = append(edits, technique.Insert(to.Pos(), "{\n"+text),
			technique.Insert(to.End(), "\n}"))
	} else {
		edits = append(edits, technique.Insert(technique.Start(d.pass, file, to), text))
	}
	return technique.Proposal{At: d.at, Edits: edits,
		Message: "make " + d.v.Name() + " where it is known that it is needed"}, true
}

// sameNames reports whether all names in the declaration mean at pos what they
// mean where it is.
func (d *decl) sameNames(pos token.Pos) bool {
	for n := range d.cur.Preorder((*ast.Ident)(nil)) {
		id := n.Node().(*ast.Ident)
		if d.pass.TypesInfo.Defs[id] == nil && !technique.ResolvesSameAt(d.pass, id, pos) {
			if n.ParentEdgeKind() != edge.SelectorExpr_Sel {
				return false
			}
		}
	}
	return true
}

// hidden reports whether a list of statements declares another variable of the same name, which a
// declaration in the list would take the place of.
func (d *decl) hidden(list ast.Node) bool {
	scope := d.pass.TypesInfo.Scopes[list]
	if scope == nil {
		return false // of a function
	}
	other := scope.Lookup(d.v.Name())
	return other != nil && other != types.Object(d.v)
}

// commented reports whether a comment belongs to a statement: it stands before
// it, in it, or behind it in its line.
func commented(pass *analysis.Pass, file *ast.File, stmt ast.Node) bool {
	tok := pass.Fset.File(stmt.Pos())
	first, last := tok.Line(stmt.Pos())-1, tok.Line(stmt.End())
	for _, group := range file.Comments {
		if tok.Line(group.End()) >= first && tok.Line(group.Pos()) <= last {
			return true
		}
	}
	return false
}

// alone returns the edit that drops a statement with its lines, if nothing else
// stands in them.
func alone(pass *analysis.Pass, stmt ast.Node) (analysis.TextEdit, bool) {
	tok := pass.Fset.File(stmt.Pos())
	src, err := pass.ReadFile(tok.Name())
	first, last := tok.Line(stmt.Pos()), tok.Line(stmt.End())
	if err != nil || last+1 >= tok.LineCount() || tok.Size() != len(src) {
		return analysis.TextEdit{}, false
	}
	edit := analysis.TextEdit{Pos: tok.LineStart(first), End: tok.LineStart(last + 1)}
	before := string(src[tok.Offset(edit.Pos):tok.Offset(stmt.Pos())])
	behind := string(src[tok.Offset(stmt.End()):tok.Offset(edit.End)])
	if strings.TrimSpace(before) != "" || strings.TrimSpace(behind) != "" {
		return edit, false
	}
	next := string(src[tok.Offset(edit.End):tok.Offset(tok.LineStart(last+2))])
	if strings.TrimSpace(next) == "" {
		edit.End = tok.LineStart(last + 2) // no two blank lines, and none after a brace
	}
	return edit, true
}
