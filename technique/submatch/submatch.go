// Package submatch keeps where the groups of a match are, not a slice of their texts.
package submatch

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp/syntax"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("submatch",
		"keep where the groups of a match are, not a slice of their texts\n\n"+
			"FindStringSubmatch finds where the groups of a match are, and then makes a slice of "+
			"their texts. FindStringSubmatchIndex returns what it has found. The texts are parts "+
			"of the one that was searched, and cost nothing where they are needed. With less than "+
			"two groups the places fit on the stack, and nothing would be gained.\n\n"+
			"It is proposed where the match is only compared with nil, measured and indexed.",
		technique.Each(propose, (*ast.CallExpr)(nil))),
	Title:  "Keep where groups of a match are",
	Causes: []string{"regexp-match"},
	Risk:   technique.Safe,
}

// fewGroups is how many groups are found without an object of their own: package regexp has room
// for four places, of which the whole match takes two.
const fewGroups = 1

// finds are the methods, and those that take their place.
var finds = map[string]string{
	"FindStringSubmatch": "FindStringSubmatchIndex",
	"FindSubmatch":       "FindSubmatchIndex",
}

// search is a call that finds groups, and what becomes of a match.
type search struct {
	pass   *analysis.Pass
	cur    inspector.Cursor
	call   *ast.CallExpr
	method *ast.SelectorExpr
	stmt   inspector.Cursor // that declares m
	m      *types.Var       // the match
	text   string           // the variable that is searched
	before string           // its declaration, "" where it has one
	edits  []analysis.TextEdit
	most   int64 // the largest index that is constant
	varies bool  // another index is none
}

// propose matches a call whose result is a variable.
//
//	have: m := re.FindStringSubmatch(s); if m != nil { use(m[1], m[2]) }
//	want: m := re.FindStringSubmatchIndex(s); if m != nil { use(submatch(s, m, 1), ...) }
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	s := &search{pass: pass, cur: cur, call: cur.Node().(*ast.CallExpr)}
	file := technique.FileOf(pass, s.call.Pos())
	if file == nil || !s.finds() || !s.declares() || !s.stays() {
		return none, false
	}
	help := helpers[s.method.Sel.Name == "FindSubmatch"]
	uses := technique.UsesOf(pass, s.m)
	for _, use := range uses {
		if !s.rewrite(use, help.Name) {
			return none, false
		}
	}
	if !s.gains() {
		return none, false
	}
	declared, ok := help.Declare(pass, file, s.call)
	if !ok {
		return none, false
	}
	edits := append(declared, technique.Replace(s.method.Sel, finds[s.method.Sel.Name]))
	if s.before != "" {
		edits = append(edits, technique.Replace(s.call.Args[0], s.text),
			technique.Insert(technique.Start(pass, file, s.stmt.Node()), s.before))
	}
	return technique.Proposal{At: s.call, Message: "keep where the groups are, not their texts",
		Edits: append(edits, s.edits...)}, true
}

// finds matches one of the methods.
func (s *search) finds() (ok bool) {
	if s.method, ok = ast.Unparen(s.call.Fun).(*ast.SelectorExpr); !ok {
		return false
	}
	name := s.method.Sel.Name
	return finds[name] != "" && len(s.call.Args) > 0 &&
		technique.IsMethod(s.pass.TypesInfo, s.call, "regexp", "Regexp", name)
}

// declares finds the variable that has the match, and the statement that declares it.
func (s *search) declares() bool {
	info := s.pass.TypesInfo
	s.stmt = s.cur.Parent()
	n, ok := s.stmt.Node().(*ast.AssignStmt)
	if !ok {
		return false
	}
	var value ast.Expr
	if s.m, _, value = technique.Declared(info, n); s.m == nil || value != ast.Expr(s.call) {
		return false
	}
	if s.stmt.ParentEdgeKind() == edge.IfStmt_Init {
		s.stmt = s.stmt.Parent()
	}
	_, ok = technique.LocalUses(s.pass, s.m)
	return ok
}

// stays finds a variable with the text that is searched, which holds it as long as the match is
// used; or else one is declared.
func (s *search) stays() bool {
	arg := s.call.Args[0]
	if v, ok := technique.Variable(s.pass.TypesInfo, arg); ok && s.keeps(v) {
		s.text = v.Name()
		return true
	}
	fn, ok := technique.EnclosingFunc(s.cur)
	if !ok || !technique.InList(s.stmt) || technique.Commented(s.pass, arg) ||
		!technique.Pure(s.pass.TypesInfo, s.method.X) { // it is evaluated before the text
		return false
	}
	s.text = technique.FreeName(fn.Node(), "text", "searched", "whole")
	if s.text == "" || s.pass.Pkg.Scope().Lookup(s.text) != nil {
		return false
	}
	s.before = s.text + " := " + technique.Text(s.pass, arg) + "\n"
	return true
}

// keeps reports whether a variable of the function holds the same wherever the match is used: it
// gets nothing else behind the call, as far as the match is known, nor from a function literal,
// and each use of the match sees it.
func (s *search) keeps(v *types.Var) bool {
	uses, ok := technique.LocalUses(s.pass, v)
	if !ok {
		return false
	}
	whole := technique.Unassigned(s.pass, v)
	for _, use := range uses {
		given, addressed := technique.Replaced(use)
		behind := use.Node().Pos() > s.call.Pos() && use.Node().Pos() < s.m.Parent().End()
		literal := false
		for range use.Enclosing((*ast.FuncLit)(nil)) {
			literal = true
		}
		if addressed || given && (behind || literal) {
			return false
		}
	}
	for _, use := range technique.UsesOf(s.pass, s.m) {
		if !technique.Visible(s.pass, v, use.Node().Pos()) {
			return false
		}
		if !whole && technique.InLiteral(use, s.m) {
			return false
		}
	}
	return true
}

// rewrite rewrites a use of the match.
func (s *search) rewrite(use inspector.Cursor, helper string) bool {
	for use.ParentEdgeKind() == edge.ParenExpr_X {
		use = use.Parent()
	}
	info := s.pass.TypesInfo
	switch n := use.Parent().Node().(type) {
	case *ast.IndexExpr:
		return use.ParentEdgeKind() == edge.IndexExpr_X && s.index(use.Parent(), n, helper)
	case *ast.CallExpr:
		if use.ParentEdgeKind() != edge.CallExpr_Args || !technique.IsBuiltin(info, n, "len") {
			return false
		}
		length := technique.Text(s.pass, n) + "/2"
		if cmp, ok := use.Parent().Parent().Node().(*ast.BinaryExpr); !ok || !compares(cmp.Op) {
			length = "(" + length + ")"
		}
		s.edits = append(s.edits, technique.Replace(n, length))
		return true
	case *ast.BinaryExpr:
		return info.Types[n.X].IsNil() || info.Types[n.Y].IsNil()
	}
	return false
}

func compares(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

// index rewrites m[i], which is only read.
func (s *search) index(cur inspector.Cursor, n *ast.IndexExpr, helper string) bool {
	info := s.pass.TypesInfo
	given, addressed := technique.Replaced(cur)
	tv := info.Types[n.Index]
	if given || addressed || technique.WrittenTo(info, cur) ||
		tv.Value == nil && !types.Identical(tv.Type, types.Typ[types.Int]) {
		return false
	}
	if technique.Uses(info, n.Index, s.m) {
		return false // it is rewritten itself
	}
	if i, ok := technique.ConstantInt(info, n.Index); ok {
		s.most = max(s.most, i)
	} else {
		s.varies = true
	}
	s.edits = append(s.edits, technique.Replace(n, helper+"("+s.text+", "+s.m.Name()+", "+
		technique.Text(s.pass, n.Index)+")"))
	return true
}

// gains reports whether the slice of texts is an object of which nothing is left.
func (s *search) gains() bool {
	if len(s.edits) == 0 || s.most == 0 && !s.varies {
		return false
	}
	if groups, known := s.groups(); known {
		return groups > fewGroups
	}
	return s.most > fewGroups || s.varies
}

// groups returns how many groups the expression has, where it is made of a constant.
func (s *search) groups() (n int, known bool) {
	info := s.pass.TypesInfo
	made := ast.Unparen(s.method.X)
	if v, ok := technique.Variable(info, made); ok {
		if !technique.Fixed(s.pass, v) {
			return 0, false
		}
		made = technique.Initial(s.pass, v)
	}
	call, ok := made.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || !technique.IsFunc(info, call, "regexp", "MustCompile") {
		return 0, false
	}
	text, ok := technique.ConstantText(info, call.Args[0])
	if !ok {
		return 0, false
	}
	expr, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return 0, false
	}
	return expr.MaxCap(), true
}
