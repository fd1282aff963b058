package computeonce

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/fmtverb"
)

// written reports whether a field may change after its struct was made: something other than a
// literal of the struct sets it, or may do so, as other packages can where it is exported, or
// where they can copy a struct over it.
func (s *search) written(field *types.Var) bool {
	if known, ok := s.fields[field]; ok {
		return known
	}
	owner := technique.OwnerOf(s.pass, field)
	written := owner == nil || field.Exported() ||
		owner.Exported() && technique.Copyable(owner.Type()) ||
		!technique.Unassigned(s.pass, field) ||
		technique.MentionedBeside(s.pass, field.Name()) || technique.Imports(s.pass, "unsafe") ||
		!technique.NeverCopied(s.pass, owner)
	s.fields[field] = written
	return written
}

// pointer judges what a parameter of a getter gets that does not look behind it: a field that is
// a pointer.
//
//	func (s *stream) name() string { return s.of.name() + ":" + s.id }
func (s *search) pointer(param *types.Var, arg ast.Expr, g *getting, v *value) bool {
	e, ok := ast.Unparen(arg).(*ast.SelectorExpr)
	if !ok || !technique.IsPointer(param.Type()) ||
		slices.Contains(g.read.followed, param.Origin()) {
		return false
	}
	sel := s.pass.TypesInfo.Selections[e]
	operand, ok := s.pass.TypesInfo.Uses[ident(e.X)].(*types.Var)
	if !ok || operand.Pkg() != s.pass.Pkg || operand.Parent() == s.pass.Pkg.Scope() ||
		sel == nil || sel.Kind() != types.FieldVal || len(sel.Index()) != 1 ||
		!technique.IsPointer(sel.Type()) {
		return false
	}
	v.operands = append(v.operands, operand)
	v.fields = append(v.fields, sel.Obj().(*types.Var))
	if sel.Indirect() {
		v.followed = append(v.followed, operand)
	}
	return true
}

// address judges a text of pointers and simple values: a pointer is shown as a number, which
// its methods do not change.
//
//	fmt.Sprintf("%p", s), fmt.Sprintf("%p-%d", s, s.id)
func (g *getting) address(e *ast.CallExpr) bool {
	info := g.pass.TypesInfo
	if !technique.IsFunc(info, e, "fmt", "Sprintf") || e.Ellipsis.IsValid() {
		return false
	}
	text, ok := technique.ConstantText(info, e.Args[0])
	list, known := fmtverb.Parse(text)
	if !ok || !known {
		return false
	}
	operands := e.Args[1:]
	for _, d := range list {
		if d.Verb == 0 {
			continue
		}
		if len(operands) == 0 || !g.shown(operands[0], d) {
			return false
		}
		operands = operands[1:]
	}
	return len(operands) == 0
}

// shown judges an operand of such a text.
func (g *getting) shown(e ast.Expr, d fmtverb.Directive) bool {
	t := types.Unalias(g.pass.TypesInfo.TypeOf(e))
	if technique.IsPointer(t) {
		return d.Verb == 'p' && g.path(e)
	}
	_, simple := t.(*types.Basic)
	return simple && g.value(e)
}
