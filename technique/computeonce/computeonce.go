// Package computeonce makes a value once where a function makes the same one
// again and again: in each iteration of a loop, or in several places.
package computeonce

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("computeonce",
		"make once what a function makes again of the same operands\n\n"+
			"A conversion, a text in lower case, a formatted number or a concatenation is a "+
			"new object each time, though its operands have not changed. A variable keeps "+
			"the first one. In a loop it is made before the loop, and so are method values, "+
			"and functions that use nothing of the iteration. A function of the package counts "+
			"too, if it only reads and returns such a text; what the loop does on the way to a "+
			"return may change the operands. Fields that are only set where their structs are "+
			"made do not change, whatever is called in between.\n\n"+
			"It is proposed where the value is made whenever the loop's body runs, or the "+
			"first of the places is reached. A loop without iterations then makes one for "+
			"nothing.\n\n"+
			"The rewrite assumes that an io.Writer neither keeps nor changes the bytes that "+
			"it gets.",
		run),
	Title: "Compute it once",
	Causes: []string{"string-bytes-conversion", "case-mapping", "format-call", "strconv-format",
		"string-concat", "string-join", "string-replace", "time-format", "base-encoding",
		"closure", "method-value", "path-build", "escaping-variable"},
	Risk: technique.Checked,
}

func run(pass *analysis.Pass, root inspector.Cursor) {
	for _, fn := range technique.Nodes(pass, (*ast.FuncDecl)(nil)) {
		decl := fn.Node().(*ast.FuncDecl)
		file := technique.FileOf(pass, decl.Pos())
		if decl.Body == nil || file == nil || technique.HasGoto(pass, decl) {
			continue
		}
		s := &search{pass: pass, file: file, fn: fn, given: make(map[string]bool),
			fields: make(map[*types.Var]bool)}
		s.all()
	}
}

// search looks at one function.
type search struct {
	pass  *analysis.Pass
	file  *ast.File
	fn    inspector.Cursor
	given technique.Given // names of new variables
	done  []ast.Expr      // that are replaced
	// fields says of fields that were asked for whether they change after their structs are made.
	fields map[*types.Var]bool
}

// all proposes for each value of the function that is made again.
func (s *search) all() {
	var found []*value
	for cur := range s.fn.Preorder((*ast.CallExpr)(nil), (*ast.BinaryExpr)(nil),
		(*ast.SelectorExpr)(nil), (*ast.FuncLit)(nil)) {
		if v := s.value(cur); v != nil {
			found = append(found, v)
		}
	}
	for i, v := range found {
		if s.replaced(v.expr) {
			continue
		}
		same := slices.DeleteFunc(slices.Clone(found[i:]), func(o *value) bool {
			return !v.same(o) || s.replaced(o.expr)
		})
		if p, ok := s.once(v, same); ok {
			technique.Report(s.pass, p)
		}
	}
}

// replaced reports whether another proposal is about the expression.
func (s *search) replaced(e ast.Expr) bool {
	return slices.ContainsFunc(s.done, func(d ast.Expr) bool {
		return d.Pos() <= e.Pos() && e.End() <= d.End() || e.Pos() <= d.Pos() && d.End() <= e.End()
	})
}

// once proposes one variable for lead and those after it that come out the same.
//
//	have: for _, h := range hosts { if h == strings.ToLower(name) { return true } }
//	want: lowerName := strings.ToLower(name)
//	      for _, h := range hosts { if h == lowerName { return true } }
func (s *search) once(lead *value, same []*value) (technique.Proposal, bool) {
	none := technique.Proposal{}
	at, looped := s.anchor(lead)
	if at == nil || !looped && lead.looped || !s.pointsSurely(lead, *at, looped) {
		return none, false
	}
	var kept *types.Var
	if !looped {
		kept = s.existing(lead, at)
	}
	var uses []*value
	for _, stmt := range following(*at) {
		if s.changes(stmt, lead) || kept != nil && assigned(s.pass, stmt, kept) &&
			stmt != at.Node() {
			break
		}
		for _, o := range same {
			if stmt.Pos() <= o.expr.Pos() && o.expr.End() <= stmt.End() && s.beside(lead, o) &&
				(kept == nil || o == lead || technique.Visible(s.pass, kept, o.expr.Pos())) &&
				s.unchanged(stmt, lead, o) {
				uses = append(uses, o)
			}
		}
	}
	if !looped {
		uses = s.onStack(lead, uses)
	}
	if len(uses) == 0 || len(uses) == 1 && !looped {
		return none, false
	}
	return s.propose(lead, uses, at.Node(), kept), true
}

// beside reports whether two values belong to the same function: what another
// one does may happen later.
func (s *search) beside(a, b *value) bool {
	fn, ok := technique.EnclosingFunc(a.cur)
	return ok && technique.InFunc(b.cur, fn)
}

// existing returns the variable that a statement declares with the value, or nil.
func (s *search) existing(lead *value, at *inspector.Cursor) *types.Var {
	v, _, expr := technique.Declared(s.pass.TypesInfo, at.Node())
	if v == nil || expr != lead.expr || lead.bytes || s.shaky(v) ||
		!types.Identical(v.Type(), s.pass.TypesInfo.TypeOf(expr)) {
		return nil
	}
	return v
}

// alters reports whether a statement may change what the operands are.
func (s *search) alters(stmt ast.Node, v *value) bool {
	if v.itself {
		return false
	}
	for _, operand := range v.operands {
		if assigned(s.pass, stmt, operand) {
			return true
		}
	}
	for _, field := range v.fields {
		if !effects.NoFieldWrites(s.pass, stmt, field) && s.written(field) {
			return true
		}
	}
	return v.reads && !effects.NoByteWrites(s.pass, stmt)
}

// propose makes the value before a statement, unless a variable has it already.
func (s *search) propose(lead *value, uses []*value, at ast.Node, kept *types.Var) (
	p technique.Proposal) {
	p = technique.Proposal{At: lead.expr, Safe: lead.safe}
	name := ""
	if kept != nil {
		name, uses = kept.Name(), uses[1:]
		p.At = uses[0].expr
	} else {
		name = s.fresh(lead.name)
		p.Edits = append(p.Edits, technique.Insert(technique.Start(s.pass, s.file, at),
			name+" := "+lead.text+"\n"))
	}
	p.Message = "make it once, in " + name
	for _, u := range uses {
		s.done = append(s.done, u.expr)
		p.Edits = append(p.Edits, technique.Replace(u.expr, name))
		if u.expr != p.At {
			p.Also = append(p.Also, u.expr)
		}
	}
	return p
}

// fresh returns a name made from base that hides nothing.
func (s *search) fresh(base string) string {
	return s.given.Fresh(s.pass, s.file, base, "")
}
