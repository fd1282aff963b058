package latecopy

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// late reports whether what is printed is so in a branch that the declaration is
// not in: one that is always printed gains nothing.
func (f *flow) late(decl inspector.Cursor) bool {
	for _, use := range f.printed {
		branch, ok := around(use)
		if !ok || branch.Contains(decl) {
			return false
		}
	}
	return true
}

// around returns the innermost branch or function around cur.
func around(cur inspector.Cursor) (inspector.Cursor, bool) {
	for up := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.CaseClause)(nil),
		(*ast.CommClause)(nil), (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		return up, true
	}
	return cur, false
}

// found is scratch memory, and what keeps it from the stack.
type found struct {
	*flow
	at   ast.Node
	also []ast.Node
}

// report proposes copies of all that is printed, and variables for copies, if there is any and
// each can be written.
//
//	have: fmt.Errorf("bad magic %q", buf[:4])
//	want: fmt.Errorf("bad magic %q", bytes.Clone(buf[:4]))
func (f found) report() {
	p := technique.Proposal{At: f.at, Also: f.also,
		Message: "copy it where it is printed, and keep it on the stack"}
	for _, use := range f.printed {
		edits, ok := f.copy(use)
		if !ok {
			return
		}
		p.Edits = append(p.Edits, edits...)
	}
	for _, s := range f.splits {
		p.Message = "give the copy of " + s.v.Name() + " a variable of its own, and keep what " +
			"is copied on the stack"
		p.Edits = append(p.Edits, s.edits()...)
	}
	if len(p.Edits) > 0 {
		technique.Report(f.pass, p)
	}
}

// joined returns what was found, that which the same variables keep from the stack once.
func joined(all []found) []found {
	var out []found
	for _, f := range all {
		i := slices.IndexFunc(out, func(o found) bool {
			return len(f.splits) > 0 && len(f.printed) == 0 && len(o.printed) == 0 &&
				slices.EqualFunc(o.splits, f.splits, func(a, b split) bool { return a.v == b.v })
		})
		if i < 0 {
			out = append(out, f)
			continue
		}
		out[i].also = append(append(out[i].also, f.at), f.also...)
	}
	return out
}

// copy returns the edits that copy an operand. One with methods is left alone:
// they could write to what they print.
func (f *flow) copy(use inspector.Cursor) ([]analysis.TextEdit, bool) {
	e := use.Node().(ast.Expr)
	file := technique.FileOf(f.pass, e.Pos())
	if file == nil || ast.IsGenerated(file) || use.ParentEdgeKind() != edge.CallExpr_Args {
		return nil, false
	}
	t := f.pass.TypesInfo.TypeOf(e)
	if types.NewMethodSet(t).Len() > 0 {
		return nil, false
	}
	path, since := "slices", "go1.21"
	if technique.IsBytes(t) {
		path, since = "bytes", "go1.20"
	}
	if !technique.Since(f.pass, file, since) {
		return nil, false
	}
	name, edits := technique.AddImport(f.pass, file, e.Pos(), path)
	return append(edits, technique.Insert(e.Pos(), name+".Clone("),
		technique.Insert(e.End(), ")")), true
}
