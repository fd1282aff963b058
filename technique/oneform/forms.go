package oneform

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/wring-go/wring/technique/sound"
)

// former finds the statements of a file that have another form.
type former struct {
	sound.Package
	tok  *token.File
	src  []byte
	file *ast.File
	// mayJump says that the text of the file has the word goto.
	mayJump bool
	fn      ast.Node // the function
	// shared are the variables of fn whose addresses are taken or that literals of functions
	// name: other code may change them.
	shared map[types.Object]bool
	// explicit are the return statements of fn that are shown with values, and the names of
	// results that are then gone.
	explicit map[ast.Node]bool
	list     []change
}

// changes returns them, with what is written instead: those of the functions, also of functions
// that variables of the package hold.
func (f *former) changes() []change {
	f.mayJump = bytes.Contains(f.src, []byte("goto"))
	for _, decl := range f.file.Decls {
		ast.Inspect(decl, func(n ast.Node) bool {
			switch fn := n.(type) {
			case *ast.FuncDecl:
				f.function(fn, fn.Body)
			case *ast.FuncLit:
				f.function(fn, fn.Body)
			default:
				return true
			}
			return false
		})
	}
	return f.list
}

// function looks at the statements of a function, and of those in it. One with a goto is left
// out, which must not lead past a declaration.
func (f *former) function(fn ast.Node, body *ast.BlockStmt) {
	if body == nil || f.mayJump && jumps(body) {
		return
	}
	f.fn, f.shared, f.explicit = fn, nil, make(map[ast.Node]bool)
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			f.statements(n.List)
		case *ast.CaseClause:
			f.statements(n.Body)
		case *ast.CommClause:
			f.statements(n.Body)
		default:
			f.empty(n)
		}
		return true
	})
	if decl, ok := fn.(*ast.FuncDecl); ok {
		f.unnamed(decl)
	}
}

// jumps reports whether a goto stands in a body.
func jumps(body *ast.BlockStmt) bool {
	for n := range ast.Preorder(body) {
		if b, ok := n.(*ast.BranchStmt); ok && b.Tok == token.GOTO {
			return true
		}
	}
	return false
}

// statements looks at the statements of a list.
func (f *former) statements(list []ast.Stmt) {
	for i := 0; i < len(list); i++ {
		if left, right := given(list[i]); i+1 < len(list) && len(right) > 0 &&
			f.leaves(list[i], left, right, 0, list[i+1]) {
			i++
			continue
		}
		if i+1 < len(list) && f.passes(list[i], list[i+1]) {
			i++
			continue
		}
		switch s := list[i].(type) {
		case *ast.DeclStmt:
			if given := f.givenNext(s, list[i+1:]); given > 0 {
				i += given
				continue
			}
			f.declaration(s)
		case *ast.AssignStmt:
			pieces := f.apart(s)
			if pieces == nil {
				pieces = f.buffer(s)
			}
			if pieces != nil {
				f.change(s.Pos(), s.End(), pieces)
			}
		case *ast.IfStmt:
			f.first(s)
		}
	}
}

// change has pieces written for a part of the source, unless a comment stands there.
func (f *former) change(from, to token.Pos, pieces []piece) bool {
	if f.hasComment(from, to) {
		return false
	}
	f.list = append(f.list, change{start: f.tok.Offset(from), end: f.tok.Offset(to),
		pieces: pieces, fn: span{f.tok.Offset(f.fn.Pos()), f.tok.Offset(f.fn.End())}})
	return true
}

// hasComment reports whether a comment stands in a part of the source.
func (f *former) hasComment(from, to token.Pos) bool {
	return slices.ContainsFunc(f.file.Comments, func(group *ast.CommentGroup) bool {
		return from <= group.Pos() && group.Pos() < to
	})
}

// source returns the piece of the source that a node is.
func (f *former) source(n ast.Node, k kind) piece {
	return piece{start: f.tok.Offset(n.Pos()), end: f.tok.Offset(n.End()), kind: k}
}

// declaration takes a declaration of variables apart, one of which gets a value. In a loop those
// without values may be declared for the same purpose, and stay together.
//
//	have: var (v = f(); w T)      var v = f()       var v, w = f(), g()
//	want: v := f(); var w T       v := f()          v := f(); w := g()
func (f *former) declaration(s *ast.DeclStmt) {
	gen := s.Decl.(*ast.GenDecl)
	if gen.Tok != token.VAR {
		return
	}
	var pieces []piece
	changed := false
	for i, spec := range gen.Specs {
		if i > 0 {
			pieces = append(pieces, piece{text: "\n"})
		}
		spec := spec.(*ast.ValueSpec)
		own := f.spec(spec)
		if own == nil {
			own = []piece{{text: "var "}, f.source(spec, value)}
		} else {
			changed = true
		}
		pieces = append(pieces, own...)
	}
	if changed && f.makes(s) && !(valueless(gen) && f.inLoop(s.Pos())) {
		f.change(s.Pos(), s.End(), pieces)
	}
}

// valueless reports whether some line of a declaration gives no values.
func valueless(gen *ast.GenDecl) bool {
	return slices.ContainsFunc(gen.Specs, func(s ast.Spec) bool {
		return len(s.(*ast.ValueSpec).Values) == 0
	})
}

// inLoop reports whether a place is in a loop of the function.
func (f *former) inLoop(pos token.Pos) bool {
	for n := range ast.Preorder(f.fn) {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if n.Pos() <= pos && pos < n.End() {
				return true
			}
		}
	}
	return false
}

// spec returns what is written for one line of a declaration; nil for what stands there.
func (f *former) spec(spec *ast.ValueSpec) (pieces []piece) {
	for i, name := range spec.Names {
		if name.Name == "_" {
			return nil
		}
		if i > 0 {
			pieces = append(pieces, piece{text: "\n"})
		}
		if len(spec.Values) != len(spec.Names) ||
			spec.Type != nil && !f.sameType(name, spec.Values[i]) {
			return nil
		}
		k := value
		if spec.Type != nil {
			k = typed
		}
		pieces = append(pieces, piece{text: name.Name + " := "}, f.source(spec.Values[i], k))
	}
	if len(spec.Values) > 1 && !f.independent(names(spec.Names), spec.Values) {
		return nil
	}
	return pieces
}

// sameType reports whether := gives a variable the type that it has. That of a constant, of a
// comparison and of a shift would be another.
func (f *former) sameType(name *ast.Ident, value ast.Expr) bool {
	v := f.Info.ObjectOf(name)
	tv := f.Info.Types[value]
	if v != nil && tv.Value != nil && v.Type() == types.Typ[types.String] {
		return types.Default(tv.Type) == v.Type()
	}
	if v == nil || tv.Value != nil || tv.IsNil() || !types.Identical(v.Type(), tv.Type) {
		return false
	}
	basic, ok := v.Type().Underlying().(*types.Basic)
	return !ok || basic.Info()&types.IsString != 0
}

// givenNext matches a variable that gets its value in the next statement, and perhaps is returned
// in the one after it. It returns how many of the next ones belong to it.
//
//	have: var v T; v = f()     var v T; v = f(); return v
//	want: v := f()             return f()
func (f *former) givenNext(s *ast.DeclStmt, next []ast.Stmt) int {
	if len(next) == 0 {
		return 0
	}
	gen := s.Decl.(*ast.GenDecl)
	as, ok := next[0].(*ast.AssignStmt)
	if gen.Tok != token.VAR || len(gen.Specs) != 1 || !ok || as.Tok != token.ASSIGN ||
		len(as.Lhs) != 1 || len(as.Rhs) != 1 {
		return 0
	}
	spec := gen.Specs[0].(*ast.ValueSpec)
	left, ok := as.Lhs[0].(*ast.Ident)
	if !ok || !f.makes(as) || len(spec.Names) != 1 || len(spec.Values) > 0 ||
		spec.Names[0].Name == "_" ||
		f.Info.Uses[left] != f.Info.Defs[spec.Names[0]] || !f.sameType(left, as.Rhs[0]) ||
		mentions(as.Rhs[0], left.Name) {
		return 0
	}
	if len(next) > 1 && f.leaves(s, spec.Names, as.Rhs, 1, next[1]) {
		return 2
	}
	f.change(s.Pos(), as.End(),
		[]piece{{text: left.Name + " := "}, f.source(as.Rhs[0], typed)})
	return 1
}

// apart returns what is written for a statement that declares several variables, each with its
// own value; nil for any other one.
//
//	have: v, w := f(), g()
//	want: v := f(); w := g()
func (f *former) apart(s *ast.AssignStmt) (pieces []piece) {
	if s.Tok != token.DEFINE || len(s.Lhs) < 2 || len(s.Lhs) != len(s.Rhs) {
		return nil
	}
	list := make([]string, len(s.Lhs))
	for i, left := range s.Lhs {
		name, ok := left.(*ast.Ident)
		if !ok || f.Info.Defs[name] == nil {
			return nil // it has been declared before
		}
		list[i] = name.Name
		if i > 0 {
			pieces = append(pieces, piece{text: "\n"})
		}
		pieces = append(pieces, piece{text: name.Name + " := "}, f.source(s.Rhs[i], value))
	}
	if !f.makes(s) || !f.independent(list, s.Rhs) {
		return nil
	}
	return pieces
}

// makes reports whether a value in a statement may be new memory, or a text to which something is
// added: it calls a function, converts, or is a literal of a string or with elements or fields.
func (f *former) makes(s ast.Node) (found bool) {
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CompositeLit:
			found = true
		case *ast.BasicLit:
			found = found || n.Kind == token.STRING
		case *ast.CallExpr:
			tv := f.Info.Types[n.Fun]
			basic, ok := tv.Type.Underlying().(*types.Basic)
			number := ok && tv.IsType() && basic.Info()&types.IsString == 0
			length := tv.IsBuiltin() && f.Info.Types[n].Type == types.Typ[types.Int]
			found = found || !number && !length
		}
		return !found
	})
	return found
}

// first takes a declaration out of the head of an if statement. Nothing else in the function may
// have the variable's name.
//
//	have: if v := f(); v > 0 { ... }
//	want: v := f(); if v > 0 { ... }
func (f *former) first(s *ast.IfStmt) {
	as, ok := s.Init.(*ast.AssignStmt)
	if !ok || as.Tok != token.DEFINE || len(as.Lhs) != len(as.Rhs) || !f.makes(as) {
		return
	}
	pieces := []piece{f.source(as, statement)}
	if len(as.Lhs) > 1 {
		if pieces = f.apart(as); pieces == nil {
			return
		}
	}
	for _, left := range as.Lhs {
		name, ok := left.(*ast.Ident)
		if !ok || f.Info.Defs[name] == nil || f.elsewhere(name.Name, s) {
			return
		}
	}
	f.change(s.Pos(), s.Cond.Pos(), append(pieces, piece{text: "\nif "}))
}

// elsewhere reports whether the function has a name outside of a statement.
func (f *former) elsewhere(name string, s ast.Stmt) bool {
	for n := range ast.Preorder(f.fn) {
		id, ok := n.(*ast.Ident)
		if ok && id.Name == name && (id.Pos() < s.Pos() || s.End() <= id.Pos()) {
			return true
		}
	}
	return false
}

func names(list []*ast.Ident) (out []string) {
	for _, id := range list {
		out = append(out, id.Name)
	}
	return out
}

// mentions reports whether a name stands in an expression.
func mentions(e ast.Expr, name string) bool {
	for n := range ast.Preorder(e) {
		if id, ok := n.(*ast.Ident); ok && id.Name == name {
			return true
		}
	}
	return false
}
