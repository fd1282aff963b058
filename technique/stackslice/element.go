package stackslice

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

// pushed reports whether a literal is that of a push: its address is assigned to the variable.
func (s *stack) pushed(lit inspector.Cursor) bool {
	if _, ok := lit.Node().(*ast.CompositeLit); !ok || lit.ParentEdgeKind() != edge.UnaryExpr_X ||
		lit.Parent().ParentEdgeKind() != edge.AssignStmt_Rhs {
		return false
	}
	as := lit.Parent().Parent().Node().(*ast.AssignStmt)
	return len(as.Lhs) == 1 && as.Tok == token.ASSIGN &&
		technique.Names(s.pass.TypesInfo, as.Lhs[0], s.v)
}

// literal returns the element that a literal makes, without its link, which must be the top.
// Nothing else in it speaks of the stack.
func (s *stack) literal(lit *ast.CompositeLit) (text string, ok bool) {
	info := s.pass.TypesInfo
	if !types.Identical(info.TypeOf(lit), s.elem) || lit.Type == nil {
		return "", false
	}
	fields := s.elem.Underlying().(*types.Struct)
	linked := false
	var parts []string
	for i, elt := range lit.Elts {
		field, value, name := fields.Field(i), elt, ""
		if kv, keyed := elt.(*ast.KeyValueExpr); keyed {
			key := kv.Key.(*ast.Ident)
			field, value, name = info.Uses[key].(*types.Var), kv.Value, key.Name+": "
		}
		if field == s.link {
			linked = technique.Names(info, value, s.v)
			continue
		}
		if technique.Uses(info, value, s.v) {
			return "", false
		}
		if s.only != nil {
			name = ""
		}
		parts = append(parts, name+technique.Text(s.pass, value))
	}
	if s.only != nil {
		return strings.Join(parts, ""), linked && len(parts) == 1
	}
	return technique.Text(s.pass, lit.Type) + "{" + strings.Join(parts, ", ") + "}", linked
}

// shrink takes the link out of the type of the objects, or the type away, where nothing but the
// stack has objects of it. It is not ok where literals without keys name a link that stays.
func (s *stack) shrink() (edits []analysis.TextEdit, ok bool) {
	decl, alone := s.declaration()
	if !alone {
		return nil, s.keyed()
	}
	fields := s.elem.Underlying().(*types.Struct)
	if fields.NumFields() == 2 && s.elem.NumMethods() == 0 {
		s.only = fields.Field(0)
		if s.only == s.link {
			s.only = fields.Field(1)
		}
		if s.only.Embedded() {
			s.only = nil
			return nil, s.keyed()
		}
	}
	if s.only != nil {
		return []analysis.TextEdit{technique.Remove(s.pass, decl.Node())}, true
	}
	spec := decl.Node().(*ast.GenDecl).Specs[0].(*ast.TypeSpec)
	for _, field := range spec.Type.(*ast.StructType).Fields.List {
		plain := len(field.Names) == 1 && field.Tag == nil && field.Doc == nil &&
			field.Comment == nil
		if plain && s.pass.TypesInfo.Defs[field.Names[0]] == types.Object(s.link) {
			return []analysis.TextEdit{technique.Remove(s.pass, field)}, true
		}
	}
	return nil, s.keyed()
}

// keyed reports whether all literals of the type name their fields.
func (s *stack) keyed() bool {
	for _, use := range technique.UsesOf(s.pass, s.elem.Obj()) {
		lit, ok := use.Parent().Node().(*ast.CompositeLit)
		if !ok || len(lit.Elts) == 0 {
			continue
		}
		if _, keyed := lit.Elts[0].(*ast.KeyValueExpr); !keyed {
			return false
		}
	}
	return true
}

// declaration returns the statement that declares the type of the objects in a function, and
// whether everything that names the type belongs to the stack: its link, the variable, and what
// is pushed.
func (s *stack) declaration() (decl inspector.Cursor, alone bool) {
	if s.elem.Obj().Parent() == s.pass.Pkg.Scope() {
		return decl, false
	}
	for _, use := range technique.UsesOf(s.pass, s.elem.Obj()) {
		switch use.ParentEdgeKind() {
		case edge.StarExpr_X:
			of := use.Parent()
			switch of.ParentEdgeKind() {
			case edge.Field_Type: // the link, which is the only field of this type
				spec := of.Parent().Parent().Parent().Parent()
				n, ok := spec.Node().(*ast.TypeSpec)
				if !ok || s.pass.TypesInfo.Defs[n.Name] != types.Object(s.elem.Obj()) {
					return decl, false
				}
				decl = spec.Parent()
			case edge.ValueSpec_Type:
				if of.Parent().Node().(*ast.ValueSpec).Names[0].Name != s.name {
					return decl, false
				}
			default:
				return decl, false
			}
		case edge.CompositeLit_Type:
			if !s.pushed(use.Parent()) {
				return decl, false
			}
		default:
			return decl, false
		}
	}
	if !decl.Valid() {
		return decl, false
	}
	gen, ok := decl.Node().(*ast.GenDecl)
	return decl, ok && len(gen.Specs) == 1 && decl.ParentEdgeKind() == edge.DeclStmt_Decl &&
		!technique.Commented(s.pass, gen)
}
