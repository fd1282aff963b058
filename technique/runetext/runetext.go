// Package runetext takes the text of an ASCII character from memory that is there.
package runetext

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("runetext",
		"take the text of an ASCII character from memory that is there\n\n"+
			"The text of a character, string(r), is a new object of a few bytes wherever it is "+
			"kept: returned, put into a struct, a slice or a map. The text of one byte is none: "+
			"the runtime has all of these. The rewrite goes by way of a byte where the "+
			"character is below 0x80.\n\n"+
			"A text of several characters is on the stack while it is short and only looked at. "+
			"Where the next statement looks at it and keeps it at times, it is made again there.",
		technique.Each(propose, (*ast.CallExpr)(nil)),
		technique.Each(seldom, (*ast.AssignStmt)(nil))),
	Title:  "Keep no new text of an ASCII character",
	Causes: []string{"string-bytes-conversion"},
	Risk:   technique.Safe,
}

// helper makes the text of a character.
var helper = technique.Helper{Name: "runeText", Imports: []string{"unicode/utf8"},
	Text: `// runeText is string(r). The text of an ASCII character is not a new object.
func runeText(r rune) string {
	if 0 <= r && r < utf8.RuneSelf {
		return string([]byte{byte(r)})
	}
	return string(r)
}`}

// propose matches the conversion of a character whose text is kept.
//
//	have: tok.text = string(r)
//	want: tok.text = runeText(r)
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	call := cur.Node().(*ast.CallExpr)
	file := technique.FileOf(pass, call.Pos())
	if file == nil || !converts(pass.TypesInfo, call) || technique.Commented(pass, call) {
		return none, false
	}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		if helper.Is(pass, fn.Node().(*ast.FuncDecl)) {
			return none, false
		}
	}
	k := &keeping{pass: pass, seen: make(map[*types.Var]bool)}
	if !k.kept(cur) {
		return none, false // its few bytes are on the stack
	}
	edits, ok := helper.Declare(pass, file, call)
	if !ok {
		return none, false
	}
	of := pass.TypesInfo.TypeOf(call.Args[0])
	text := technique.Text(pass, call.Args[0])
	if !types.Identical(of, types.Typ[types.Rune]) {
		if !technique.Predeclared(pass, call.Pos(), "rune") {
			return none, false
		}
		text = "rune(" + text + ")"
	}
	text = helper.Name + "(" + text + ")"
	if !types.Identical(pass.TypesInfo.TypeOf(call), types.Typ[types.String]) {
		text = technique.Text(pass, call.Fun) + "(" + text + ")"
	}
	return technique.Proposal{At: call, Edits: append(edits, technique.Replace(call, text)),
		Message: "make no new text of an ASCII character"}, true
}

// converts reports whether a call makes a text of a character, which is a rune or a byte.
func converts(info *types.Info, call *ast.CallExpr) bool {
	if len(call.Args) != 1 || !info.Types[call.Fun].IsType() || info.Types[call].Value != nil ||
		!technique.IsText(info.TypeOf(call)) {
		return false
	}
	number, ok := types.Unalias(info.TypeOf(call.Args[0])).Underlying().(*types.Basic)
	if !ok {
		return false
	}
	return number.Kind() == types.Int32 || number.Kind() == types.Uint8
}

// keeping asks whether the compiler finds that a text outlives what it stands in.
type keeping struct {
	pass *analysis.Pass
	seen map[*types.Var]bool // that hold the text, and are being or have been looked at
}

// kept judges a place where the text stands.
func (k *keeping) kept(cur inspector.Cursor) bool {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return k.kept(parent)
	case *ast.ReturnStmt, *ast.CompositeLit, *ast.KeyValueExpr, *ast.SendStmt:
		return true
	case *ast.IndexExpr:
		_, isMap := k.pass.TypesInfo.TypeOf(n.X).Underlying().(*types.Map)
		at := parent.ParentEdgeKind()
		return isMap && cur.ParentEdgeKind() == edge.IndexExpr_Index &&
			(at == edge.AssignStmt_Lhs || at == edge.IncDecStmt_X)
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args && k.argument(cur, parent, n)
	case *ast.AssignStmt:
		return cur.ParentEdgeKind() == edge.AssignStmt_Rhs && len(n.Lhs) == len(n.Rhs) &&
			n.Tok != token.ADD_ASSIGN && k.holds(n.Lhs[cur.ParentEdgeIndex()])
	case *ast.ValueSpec:
		v, _, _ := technique.Declared(k.pass.TypesInfo, n)
		return v != nil && k.variable(v)
	}
	return false
}

// argument judges a call that gets the text.
func (k *keeping) argument(cur, at inspector.Cursor, call *ast.CallExpr) bool {
	if k.pass.TypesInfo.Types[call.Fun].IsType() {
		return technique.IsText(k.pass.TypesInfo.TypeOf(call)) && k.kept(at)
	}
	switch fn := technique.Callee(k.pass.TypesInfo, call).(type) {
	case *types.Builtin:
		return fn.Name() == "append" && !call.Ellipsis.IsValid()
	case *types.Func:
		return technique.DeclOf(k.pass, fn) != nil && !effects.TextRead(k.pass, cur)
	}
	return false
}

// holds judges what the text is assigned to.
func (k *keeping) holds(left ast.Expr) bool {
	id, ok := ast.Unparen(left).(*ast.Ident)
	if !ok {
		return true // a field, or an element
	}
	v, ok := k.pass.TypesInfo.ObjectOf(id).(*types.Var)
	return ok && (v.Parent() == k.pass.Pkg.Scope() || k.variable(v))
}

// variable judges the uses of a local variable that holds the text.
func (k *keeping) variable(v *types.Var) bool {
	if k.seen[v] {
		return false
	}
	k.seen[v] = true
	uses, _ := technique.LocalUses(k.pass, v)
	return slices.ContainsFunc(uses, k.kept)
}
