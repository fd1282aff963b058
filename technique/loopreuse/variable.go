package loopreuse

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// variables matches the declaration of variables in the body of a loop that are on the heap
// because something gets their addresses, and that nothing points to when the iteration is
// over.
//
//	have: for rows.Next() { var id int; rows.Scan(&id); ... }
//	want: var id int; for rows.Next() { id = 0; rows.Scan(&id); ... }
func variables(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	names, values, ok := declares(cur)
	if !ok || !everyTime(cur) || technique.Commented(pass, cur.Node()) {
		return none, false
	}
	s := &scratch{pass: pass, file: technique.FileOf(pass, cur.Node().Pos()), stmt: cur}
	if s.file == nil || !s.inLoop() {
		return none, false
	}
	var at []ast.Node
	var before, within []string
	plain := true
	for i, name := range names {
		if name.Name == "_" {
			return none, false
		}
		s.v, s.name, s.made, s.also = pass.TypesInfo.Defs[name].(*types.Var), name, nil, nil
		if values[i] != nil {
			s.made, plain = ast.Unparen(values[i]), false
		}
		if s.v == nil || !s.alone() || !s.isObject() && !s.isBytes() && !s.isVariable() {
			return none, false
		}
		if s.leaves && !s.asked() {
			at = append(append(at, s.at), s.also...)
		}
		if before = append(before, s.before); s.within != "" {
			within = append(within, s.within)
		}
	}
	if len(at) == 0 {
		return none, false
	}
	if _, decl := cur.Node().(*ast.DeclStmt); decl && plain {
		before, within = []string{s.text(cur.Node())}, []string{inOne(within)}
	}
	start := technique.Start(pass, s.file, s.loop.Node())
	s.within = strings.Join(within, "\n")
	return technique.Proposal{At: at[0], Also: at[1:], Safe: !s.trusts,
		Message: "declare " + list(names) + " once, before the loop",
		Edits: []analysis.TextEdit{
			technique.Insert(start, strings.Join(before, "\n")+"\n"),
			s.replaced()}}, true
}

// declares matches a statement that declares variables, and returns their values: nil for none.
//
//	var v T        var a, b T        var ( a T; b = x )        v := x
func declares(cur inspector.Cursor) (names []*ast.Ident, values []ast.Expr, ok bool) {
	switch n := cur.Node().(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE || len(n.Lhs) != 1 || len(n.Rhs) != 1 {
			return nil, nil, false
		}
		return []*ast.Ident{n.Lhs[0].(*ast.Ident)}, n.Rhs, true
	case *ast.DeclStmt:
		for _, spec := range n.Decl.(*ast.GenDecl).Specs {
			spec, ok := spec.(*ast.ValueSpec)
			if !ok || n.Decl.(*ast.GenDecl).Tok != token.VAR ||
				len(spec.Values) > 0 && len(spec.Names) > 1 {
				return nil, nil, false
			}
			names = append(names, spec.Names...)
			values = append(append(values, spec.Values...),
				make([]ast.Expr, len(spec.Names)-len(spec.Values))...)
		}
	}
	return names, values, len(names) > 0
}

// inOne writes the assignments among some statements as one.
func inOne(list []string) string {
	var left, right, all []string
	for _, text := range list {
		if l, r, ok := strings.Cut(text, " = "); ok {
			left, right = append(left, l), append(right, r)
		} else {
			all = append(all, text)
		}
	}
	if len(left) > 0 {
		all = append(all, strings.Join(left, ", ")+" = "+strings.Join(right, ", "))
	}
	return strings.Join(all, "\n")
}

// list writes some names in a sentence.
func list(names []*ast.Ident) string {
	var words []string
	for _, name := range names {
		words = append(words, name.Name)
	}
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// everyTime reports whether a statement stands in the body of a loop itself, or in that of what
// a loop waits for: else iterations could do without what is made before the loop.
func everyTime(cur inspector.Cursor) bool {
	if cur.ParentEdgeKind() == edge.CommClause_Body {
		cur = cur.Parent().Parent().Parent() // the select statement
	}
	if cur.ParentEdgeKind() != edge.BlockStmt_List {
		return false
	}
	switch cur.Parent().ParentEdgeKind() {
	case edge.ForStmt_Body, edge.RangeStmt_Body:
		return true
	}
	return false
}

// isVariable matches a variable whose address is given away for a while.
//
//	have: var v T        v := T{n: 1}
//	want: v = T{}        v = T{n: 1}
func (s *scratch) isVariable() bool {
	loan := effects.Lent(s.pass, s.v, false)
	if !loan.Lent || !s.sized(s.v.Type()) {
		return false
	}
	s.at, s.leaves, s.trusts = s.name, loan.Leaves, s.trusts || loan.Trusts
	typ, ok := s.typeText(s.v.Type())
	if !ok {
		return false
	}
	s.before = "var " + s.name.Name + " " + typ
	value := ""
	if s.made != nil {
		value = s.text(s.made)
	} else if value, ok = s.zero(s.v.Type(), typ); !ok {
		return false
	}
	s.within = s.name.Name + " = " + value
	if s.filled() {
		s.within = ""
	} else if strings.HasSuffix(value, "{}") && resets(s.v.Type()) {
		s.within = s.name.Name + ".Reset()"
	}
	return true
}

// resets reports whether a type is one of buffers whose Reset gives them their first value, but
// for memory: what Lent allows to be done with one keeps nothing of that.
func resets(t types.Type) bool {
	_, pointer := t.Underlying().(*types.Pointer)
	return !pointer && (technique.IsNamed(t, "bytes", "Buffer") ||
		technique.IsNamed(t, "strings", "Builder"))
}

// isObject matches a pointer to a new object that is given away for a while.
//
//	have: p := &T{n: 1}        p := new(T)        p := newT(1)
//	want: *p = T{n: 1}         *p = T{}           *p = *newT(1)
func (s *scratch) isObject() bool {
	if s.isReader() {
		return true
	}
	ptr, ok := s.v.Type().(*types.Pointer)
	if !ok || s.made == nil || !s.sized(ptr.Elem()) {
		return false
	}
	typ, ok := s.typeText(ptr.Elem())
	if !ok {
		return false
	}
	value, ok := "", false
	switch e := s.made.(type) {
	case *ast.UnaryExpr:
		lit, isLit := ast.Unparen(e.X).(*ast.CompositeLit)
		if !isLit || e.Op != token.AND {
			return false
		}
		value = s.text(lit)
	case *ast.CallExpr:
		if !technique.IsBuiltin(s.pass.TypesInfo, e, "new") {
			if s.also, ok = effects.Constructs(s.pass, e); !ok {
				return false
			}
			value = "*" + s.text(e)
		} else if value, ok = s.zero(ptr.Elem(), typ); !ok ||
			!s.pass.TypesInfo.Types[e.Args[0]].IsType() {
			return false
		}
	default:
		return false
	}
	loan := effects.Lent(s.pass, s.v, true)
	if !loan.Lent || !loan.Leaves {
		return false
	}
	s.at, s.leaves, s.trusts = s.made, true, s.trusts || loan.Trusts
	s.before = s.name.Name + " := new(" + typ + ")"
	s.within = "*" + s.name.Name + " = " + value
	if strings.HasSuffix(value, "{}") && resets(ptr.Elem()) {
		s.within = s.name.Name + ".Reset()"
	}
	return technique.Predeclared(s.pass, s.loop.Node().Pos(), "new")
}

// asked reports whether it is errors.As that gets the address, in a part of the loop that an
// iteration may leave before: without an error, as a rule.
func (s *scratch) asked() bool {
	uses, _ := technique.LocalUses(s.pass, s.v)
	found := false
	for _, use := range uses {
		if addr, ok := use.Parent().Node().(*ast.UnaryExpr); ok && addr.Op == token.AND {
			use = use.Parent()
		}
		call, ok := use.Parent().Node().(*ast.CallExpr)
		if !ok || use.ParentEdgeKind() != edge.CallExpr_Args {
			continue
		}
		if !technique.IsFunc(s.pass.TypesInfo, call, "errors", "As") {
			return false
		}
		found = true
	}
	for prev, ok := s.stmt.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
		if technique.HasJump(prev.Node()) {
			return found
		}
	}
	return false
}

// sized reports whether values of a type take memory.
func (s *scratch) sized(t types.Type) bool {
	size, known := technique.SizeOf(s.pass, t)
	return known && size > 0
}

// typeText returns how a type is written before the loop: as in the declaration, where it is
// said there.
func (s *scratch) typeText(t types.Type) (string, bool) {
	if spec, ok := s.spec(); ok && spec.Type != nil {
		return s.text(spec.Type), s.outside(spec.Type) && !strings.Contains(s.text(spec.Type), "\n")
	}
	text, edits, ok := technique.TypeText(s.pass, s.file, s.loop.Node().Pos(), t)
	return text, ok && len(edits) == 0
}

// spec returns what declares the variable after var.
func (s *scratch) spec() (*ast.ValueSpec, bool) {
	decl, ok := s.stmt.Node().(*ast.DeclStmt)
	if !ok {
		return nil, false
	}
	for _, spec := range decl.Decl.(*ast.GenDecl).Specs {
		if spec := spec.(*ast.ValueSpec); slices.Contains(spec.Names, s.name) {
			return spec, true
		}
	}
	return nil, false
}

// zero returns how the zero value of a type is written in the loop.
func (s *scratch) zero(t types.Type, typ string) (text string, ok bool) {
	switch u := t.Underlying().(type) {
	case *types.Struct, *types.Array:
		text = typ + "{}"
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			text = "false"
		case u.Info()&types.IsString != 0:
			text = `""`
		case u.Info()&types.IsNumeric != 0:
			text = "0"
		}
	default:
		text = "nil"
	}
	named := strings.Trim(text, `0"`)
	return text, text != "" && (strings.HasSuffix(text, "}") || named == "" ||
		technique.Predeclared(s.pass, s.stmt.Node().Pos(), named))
}
