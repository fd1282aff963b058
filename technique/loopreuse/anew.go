package loopreuse

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// anew matches assignments in loops that give a variable of the function new memory, for what is
// only kept in copies.
//
//	have: for ... { word = append(word, c); ...; list = append(list, string(word)); word = nil }
//	want: for ... { ...; list = append(list, string(word)); word = word[:0] }
func anew(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	v, name, value := assigned(pass, cur)
	file := technique.FileOf(pass, cur.Node().Pos())
	if v == nil || file == nil || !technique.InList(cur) {
		return p, false
	}
	s := &scratch{pass: pass, file: file, stmt: cur, v: v, name: name, made: value, anew: true,
		isNil: true} // or not: what is empty may be either, before and after
	if !s.repeated() || !s.declaredEmpty() || !s.first() ||
		!s.isMap() && !s.emptied() && !s.isBuffer() || s.rangedOver() {
		return p, false
	}
	p = technique.Proposal{Message: "empty " + name.Name + " instead of making another one"}
	if _, made := value.(*ast.CallExpr); made {
		p.At, p.Also = value, s.also
	} else if len(s.also) > 0 {
		p.At, p.Also = s.also[0], s.also[1:]
	} else {
		return p, false
	}
	for _, use := range s.begins {
		again := *s
		again.stmt = use.Parent()
		if !technique.Commented(pass, again.stmt.Node()) && again.repeated() {
			p.Edits = append(p.Edits, again.replaced())
		}
	}
	return p, len(p.Edits) > 0
}

// assigned matches a statement that gives a variable of a function a value that begins empty.
func assigned(pass *analysis.Pass, cur inspector.Cursor) (*types.Var, *ast.Ident, ast.Expr) {
	as := cur.Node().(*ast.AssignStmt)
	if as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
		return nil, nil, nil
	}
	id, ok := as.Lhs[0].(*ast.Ident)
	v, isVar := pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || !isVar || v.IsField() || v.Parent() == pass.Pkg.Scope() ||
		!begins(pass, as.Rhs[0]) {
		return nil, nil, nil
	}
	return v, id, ast.Unparen(as.Rhs[0])
}

// begins reports whether a value is made by an expression, without elements, or nil.
func begins(pass *analysis.Pass, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.UnaryExpr:
		lit, ok := e.X.(*ast.CompositeLit)
		return ok && e.Op == token.AND && len(lit.Elts) == 0
	case *ast.CallExpr:
		if technique.IsBuiltin(pass.TypesInfo, e, "make") {
			return len(e.Args) == 1 || technique.IsInt(pass.TypesInfo, e.Args[1], 0) ||
				technique.IsMap(pass.TypesInfo.TypeOf(e))
		}
		return technique.IsBuiltin(pass.TypesInfo, e, "new")
	}
	return pass.TypesInfo.Types[e].IsNil()
}

// declaredEmpty reports whether the variable is declared with memory of its own: none, for a slice
// and a buffer, or by an expression that makes it.
func (s *scratch) declaredEmpty() bool {
	def, ok := technique.Definition(s.pass, s.v)
	if !ok {
		return false
	}
	if spec, ok := def.Parent().Node().(*ast.ValueSpec); ok && len(spec.Values) == 0 {
		return !s.nilObject(nil)
	}
	_, _, value := technique.Declared(s.pass.TypesInfo, def.Parent().Node())
	return value != nil && begins(s.pass, value) && !s.nilObject(value)
}

// nilObject reports whether a value, nil for none, is a map or a buffer that is not there.
func (s *scratch) nilObject(value ast.Expr) bool {
	switch s.v.Type().Underlying().(type) {
	case *types.Map, *types.Pointer:
		return value == nil || s.pass.TypesInfo.Types[value].IsNil()
	}
	return false
}

// first reports whether no other assignment before this one could be proposed for the variable, and
// finds all of them.
func (s *scratch) first() bool {
	uses, ok := technique.LocalUses(s.pass, s.v)
	for _, use := range uses {
		if use.ParentEdgeKind() != edge.AssignStmt_Lhs {
			continue
		}
		v, _, value := assigned(s.pass, use.Parent())
		if v == nil {
			continue
		}
		if s.nilObject(value) {
			return false
		}
		again := *s
		again.stmt = use.Parent()
		if len(s.begins) == 0 && again.stmt != s.stmt && again.repeated() {
			return false
		}
		if again.repeated() || len(s.begins) > 0 {
			s.begins = append(s.begins, use)
		}
	}
	return ok && len(s.begins) > 0
}

// repeated finds the loop around the assignment, or around a call of the function of the function
// that it is in.
//
//	flush := func() { ...; word = nil }; for ... { flush() }
func (s *scratch) repeated() bool {
	if s.inLoop() {
		return true
	}
	for lit := range s.stmt.Enclosing((*ast.FuncLit)(nil)) {
		for _, call := range s.onlyCalled(lit) {
			at := *s
			if at.stmt = call.Parent(); at.inLoop() {
				s.loop = at.loop
				return true
			}
		}
		break
	}
	return false
}

// onlyCalled returns the calls of a function that is declared as a variable in another one; none
// where it is used in another way.
func (s *scratch) onlyCalled(lit inspector.Cursor) (calls []inspector.Cursor) {
	v, _, value := technique.Declared(s.pass.TypesInfo, lit.Parent().Node())
	if v == nil || value != ast.Expr(lit.Node().(*ast.FuncLit)) {
		return nil
	}
	for _, use := range technique.UsesOf(s.pass, v) {
		if use.ParentEdgeKind() != edge.CallExpr_Fun {
			return nil
		}
		for range use.Parent().Enclosing((*ast.GoStmt)(nil), (*ast.DeferStmt)(nil)) {
			return nil
		}
		calls = append(calls, use.Parent())
	}
	return calls
}

// rangedOver reports whether a loop over the variable gives it new memory: it goes on over the old.
// Where functions of the function use it, too, each loop over it may, and each call in what is
// appended to it.
func (s *scratch) rangedOver() bool {
	uses, _ := technique.LocalUses(s.pass, s.v)
	for _, use := range uses {
		if use.ParentEdgeKind() == edge.RangeStmt_X && s.called {
			return true
		}
	}
	if s.called && slices.ContainsFunc(s.also, s.callsVariable) {
		return true
	}
	for _, use := range s.begins {
		for loop := range use.Enclosing((*ast.RangeStmt)(nil)) {
			if technique.Uses(s.pass.TypesInfo, loop.Node().(*ast.RangeStmt).X, s.v) {
				return true
			}
		}
	}
	return false
}

// callsVariable reports whether a node calls what a variable holds.
func (s *scratch) callsVariable(n ast.Node) bool {
	for n := range ast.Preorder(n) {
		if call, ok := n.(*ast.CallExpr); ok {
			if _, is := technique.Callee(s.pass.TypesInfo, call).(*types.Var); is {
				return true
			}
		}
	}
	return false
}

// emptied matches a slice.
func (s *scratch) emptied() bool {
	if _, ok := s.v.Type().Underlying().(*types.Slice); !ok {
		return false
	}
	s.within = s.name.Name + " = " + s.name.Name + "[:0]"
	return s.only(s.v, s.sliceUse, nil) && len(s.also) > 0
}

// begun reports whether a use is one that gives the variable new memory.
func (s *scratch) begun(use inspector.Cursor) bool {
	if !s.anew || use.ParentEdgeKind() != edge.AssignStmt_Lhs {
		return false
	}
	v, _, _ := assigned(s.pass, use.Parent())
	return v == s.v
}
