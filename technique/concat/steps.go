package concat

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// inSteps matches a copy that is assigned, and consecutive statements that append to it there.
// Nothing but the room of the copy changes, so that it does not matter what leads to its elements.
//
//	have: n.Key = append([]T{}, xs...)
//	      n.Key = append(n.Key, ys...)
//	want: n.Key = append(make([]T, 0, len(xs)+len(ys)), xs...)
//	      n.Key = append(n.Key, ys...)
//
// So may be a field of a struct that has just been made. Technique textroom looks at variables
// that begin so.
func (j *joining) inSteps(cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	s := &steps{joining: j}
	base, ok := s.first(cur)
	if !ok || !s.rest(cur.Parent()) || len(s.lens) == 0 || !j.predeclared() {
		return none, false
	}
	p := technique.Proposal{At: j.call, Also: append(s.also, base),
		Message: "make room for all that the statements append"}
	if typ, ok := j.emptyOf(base); ok && s.declares == nil {
		p.Edits = s.replace(base, typ, "")
		return p, true
	}
	if typ, ok := j.nilOf(base); ok && s.declares == nil {
		p.Edits = s.replace(base, typ, "")
		if s.filled {
			return p, true
		}
		return s.concatenated()
	}
	if s.fresh != nil && s.same(base) {
		typ, imports, ok := technique.TypeText(j.pass, j.file, j.call.Pos(),
			j.pass.TypesInfo.TypeOf(base))
		p.Edits = append(imports, s.replace(base, typ, "")...)
		if s.filled {
			return p, ok
		}
		return s.concatenated()
	}
	if lit, ok := j.literal(base); ok && s.plain(lit.Elts) {
		s.count += len(lit.Elts)
		p.Edits = s.replace(base, j.text(lit.Type), j.elements(lit))
		return p, true
	}
	conv, ok := j.converted(base)
	if !ok {
		return none, false
	}
	if text, ok := technique.ConstantText(j.pass.TypesInfo, conv.Args[0]); ok {
		s.count += len(text)
	} else if technique.Pure(j.pass.TypesInfo, conv.Args[0]) {
		s.lens = append(s.lens, "len("+j.text(conv.Args[0])+")")
	} else {
		return none, false
	}
	p.Edits = s.replace(base, j.text(ast.Unparen(conv.Fun)), j.text(conv.Args[0])+"...")
	return p, true
}

// steps are statements that append to what is assigned by the first of them.
type steps struct {
	*joining
	dst      ast.Expr   // what is assigned to
	declares *types.Var // which dst declares; or nil
	// fresh is a struct, or leads to one, that has just been made: nothing else leads there, and
	// dst is a field of it in which nothing is yet. It is nil for anything else.
	fresh  *types.Var
	lens   []string   // len(x) of what is appended
	count  int        // elements that are appended besides
	filled bool       // the first appends an element
	parts  []ast.Expr // the slices
	also   []ast.Node
	stmts  []ast.Stmt
}

// first looks at the first statement, and returns what the copy begins with.
func (s *steps) first(cur inspector.Cursor) (base ast.Expr, ok bool) {
	info := s.pass.TypesInfo
	as, ok := cur.Parent().Node().(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 1 || as.Rhs[0] != ast.Expr(s.call) || s.commented() ||
		!technique.InList(cur.Parent()) {
		return nil, false
	}
	switch as.Tok {
	case token.ASSIGN:
	case token.DEFINE:
		if s.declares, _, _ = technique.Declared(info, as); s.declares == nil {
			return nil, false
		}
	default:
		return nil, false
	}
	s.dst = as.Lhs[0]
	if id, ok := s.dst.(*ast.Ident); ok && id.Name == "_" || !technique.Pure(info, s.dst) {
		return nil, false
	}
	s.stmts = append(s.stmts, as)
	s.fresh = s.justMade(cur.Parent())
	base, ok = s.within(s.call)
	s.filled = s.count > 0
	return base, ok
}

// justMade returns the struct whose field a statement appends to, if it has just been made.
//
//	n := &node{}; n.keys = append(n.keys, xs...)
func (s *steps) justMade(stmt inspector.Cursor) *types.Var {
	sel, ok := ast.Unparen(s.dst).(*ast.SelectorExpr)
	if !ok || s.declares != nil {
		return nil
	}
	x, isVar := technique.Variable(s.pass.TypesInfo, sel.X)
	field, isField := s.pass.TypesInfo.Uses[sel.Sel].(*types.Var)
	if !isVar || !isField || !technique.JustMade(s.pass, stmt, x, field) {
		return nil
	}
	return x
}

// within adds up what the first statement appends itself. None of it may call anything, since
// the lengths of what later statements append are asked for before.
func (s *steps) within(e ast.Expr) (base ast.Expr, ok bool) {
	call, isCall := ast.Unparen(e).(*ast.CallExpr)
	if !isCall || !technique.IsBuiltin(s.pass.TypesInfo, call, "append") {
		return e, true
	}
	if base, ok = s.within(call.Args[0]); !ok {
		return nil, false
	}
	if !call.Ellipsis.IsValid() && !s.plain(call.Args[1:]) {
		return nil, false
	}
	return base, s.add(call, func(e ast.Expr) bool { return technique.Pure(s.pass.TypesInfo, e) })
}

// plain reports whether expressions neither call anything nor panic, unless the first statement
// does: constants, variables, and conversions of these between types of numbers.
func (s *steps) plain(list []ast.Expr) bool {
	return !slices.ContainsFunc(list, func(e ast.Expr) bool {
		tv := s.pass.TypesInfo.Types[e]
		conv, ok := ast.Unparen(e).(*ast.CallExpr)
		if ok && len(conv.Args) == 1 && s.pass.TypesInfo.Types[conv.Fun].IsType() {
			_, number := tv.Type.Underlying().(*types.Basic)
			return !number || !s.plain(conv.Args)
		}
		return tv.Value == nil && !tv.IsNil() && !s.steady(e)
	})
}

// rest adds up what the statements behind it append.
func (s *steps) rest(stmt inspector.Cursor) bool {
	info := s.pass.TypesInfo
	for next, ok := stmt.NextSibling(); ok; next, ok = next.NextSibling() {
		as, isAssign := next.Node().(*ast.AssignStmt)
		if !isAssign || as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
			break
		}
		call, isCall := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
		if !isCall || !technique.IsBuiltin(info, call, "append") || !s.same(as.Lhs[0]) ||
			!s.same(call.Args[0]) || !s.add(call, s.early) {
			break
		}
		s.also, s.stmts = append(s.also, call), append(s.stmts, as)
	}
	return len(s.stmts) > 1
}

// same reports whether an expression is what is assigned to.
func (s *steps) same(e ast.Expr) bool {
	if s.declares != nil {
		return technique.Names(s.pass.TypesInfo, e, s.declares)
	}
	return technique.SameExpr(s.pass.TypesInfo, e, s.dst)
}

// add adds what a call appends. The slice must be one whose length may be asked for early.
func (s *steps) add(call *ast.CallExpr, early func(ast.Expr) bool) bool {
	info := s.pass.TypesInfo
	if !call.Ellipsis.IsValid() {
		s.count += len(call.Args) - 1
		return true
	}
	xs := call.Args[len(call.Args)-1]
	if text, ok := technique.ConstantText(info, xs); ok {
		s.count += len(text)
		return true
	}
	if len(call.Args) != 2 || info.Types[xs].IsNil() || !early(xs) || s.mentions(xs) {
		return false
	}
	s.lens, s.parts = append(s.lens, "len("+s.text(xs)+")"), append(s.parts, xs)
	return true
}

// mentions reports whether an expression names the variable or field that is assigned to, of
// whatever struct.
func (s *steps) mentions(e ast.Expr) bool {
	if s.fresh != nil {
		return technique.Uses(s.pass.TypesInfo, e, s.fresh)
	}
	var obj types.Object
	switch dst := ast.Unparen(s.dst).(type) {
	case *ast.Ident:
		obj = s.pass.TypesInfo.ObjectOf(dst)
	case *ast.SelectorExpr:
		obj = s.pass.TypesInfo.ObjectOf(dst.Sel)
	}
	return obj == nil || technique.Uses(s.pass.TypesInfo, e, obj)
}

// early reports whether the length of a slice may be asked for before the first statement: it can
// be asked for then, or, where the statements only touch what is new, when it panics is the same.
func (s *steps) early(e ast.Expr) bool {
	return s.steady(e) || s.fresh != nil && technique.Pure(s.pass.TypesInfo, e)
}

// steady reports whether an expression does not panic, unless the first statement does: it
// follows no pointer but that by which dst is reached.
func (s *steps) steady(e ast.Expr) bool {
	info := s.pass.TypesInfo
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		_, ok := info.Uses[e].(*types.Var)
		return ok
	case *ast.SelectorExpr:
		sel := info.Selections[e]
		if sel == nil {
			_, ok := info.Uses[e.Sel].(*types.Var)
			return ok
		}
		if sel.Kind() != types.FieldVal {
			return false
		}
		if !sel.Indirect() {
			return s.steady(e.X)
		}
		return len(sel.Index()) == 1 && s.followed(e.X)
	}
	return false
}

// followed reports whether dst is reached by way of an expression.
func (s *steps) followed(e ast.Expr) bool {
	dst := ast.Unparen(s.dst)
	for {
		sel, ok := dst.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		if dst = ast.Unparen(sel.X); technique.SameExpr(s.pass.TypesInfo, dst, e) {
			return true
		}
	}
}

// replace makes room where the copy begins, and puts elements there.
func (s *steps) replace(base ast.Expr, typ, elements string) []analysis.TextEdit {
	sizes := s.lens
	if s.count > 0 {
		sizes = append([]string{strconv.Itoa(s.count)}, sizes...)
	}
	text := "make(" + typ + ", 0, " + strings.Join(sizes, "+") + ")"
	if elements != "" {
		text = "append(" + text + ", " + elements + ")"
	}
	return []analysis.TextEdit{technique.Replace(base, text)}
}

// concatenated joins slices of which the whole is nil where nothing is in them.
func (s *steps) concatenated() (technique.Proposal, bool) {
	if s.count > 0 {
		return technique.Proposal{}, false
	}
	for _, stmt := range s.stmts {
		if technique.Commented(s.pass, stmt) {
			return technique.Proposal{}, false
		}
	}
	text, imports, ok := s.concat(s.parts, s.call.Pos())
	p := technique.Proposal{At: s.call, Also: s.also, Message: "join the slices in one piece",
		Edits: append(imports, technique.Replace(s.call, text))}
	for _, stmt := range s.stmts[1:] {
		p.Edits = append(p.Edits, technique.Remove(s.pass, stmt))
	}
	return p, ok
}
