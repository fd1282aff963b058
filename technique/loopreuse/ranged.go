package loopreuse

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// ranged matches a loop whose variables, new ones in each iteration, are on the heap because
// something gets their addresses.
//
//	have: for _, v := range list { enc.Encode(&v) }
//	want: var v T; for _, v = range list { enc.Encode(&v) }
func ranged(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	n := cur.Node().(*ast.RangeStmt)
	s := &scratch{pass: pass, file: technique.FileOf(pass, n.Pos()), stmt: cur}
	if _, calls := pass.TypesInfo.TypeOf(n.X).Underlying().(*types.Signature); calls ||
		n.Tok != token.DEFINE || s.file == nil || !technique.Since(pass, s.file, "go1.22") ||
		!s.inLoop() {
		return none, false
	}
	var at []ast.Node
	var names []*ast.Ident
	var before strings.Builder
	for _, e := range []ast.Expr{n.Key, n.Value} {
		name, ok := e.(*ast.Ident)
		if !ok || name.Name == "_" {
			continue
		}
		s.v, s.name = pass.TypesInfo.Defs[name].(*types.Var), name
		loan := effects.Lent(pass, s.v, false)
		typ, ok := s.typeText(s.v.Type())
		if !ok || !loan.Lent || !s.alone() {
			return none, false
		}
		s.trusts = s.trusts || loan.Trusts
		if names = append(names, name); loan.Leaves && s.sized(s.v.Type()) {
			at = append(at, name)
		}
		before.WriteString("var " + name.Name + " " + typ + "\n")
	}
	if len(at) == 0 {
		return none, false
	}
	start := technique.Start(pass, s.file, s.loop.Node())
	return technique.Proposal{At: at[0], Also: at[1:], Safe: !s.trusts,
		Message: "declare " + list(names) + " once, before the loop",
		Edits: []analysis.TextEdit{technique.Insert(start, before.String()),
			{Pos: n.TokPos, End: n.TokPos + 2, NewText: []byte("=")}}}, true
}
