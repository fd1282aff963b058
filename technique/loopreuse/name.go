package loopreuse

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// alone reports whether the variable can be declared before the loop under its name: nothing
// else has it in that list of statements nor between there and here, and behind the declaration
// it means nothing else but what is declared there again. Of two loops in a list that have a
// variable of that name it is the first one.
func (s *scratch) alone() bool {
	list, name := s.loop.Parent().Node(), s.v.Name()
	scope := s.scope(list)
	if scope == nil || scope.Lookup(name) != nil || s.isResult() {
		return false
	}
	for between := s.v.Parent().Parent(); between != scope; between = between.Parent() {
		if between == nil || between.Lookup(name) != nil {
			return false
		}
	}
	for n := range ast.Preorder(list) {
		id, is := n.(*ast.Ident)
		if is && id.Name == name && s.collides(id, list.End()) {
			return false
		}
	}
	return true
}

// collides reports whether a name in the list of statements would mean the variable, and does
// not, or is that of another one that could be declared there.
func (s *scratch) collides(id *ast.Ident, end token.Pos) bool {
	start, obj := s.loop.Node().Pos(), s.pass.TypesInfo.ObjectOf(id)
	if obj == nil || obj == s.v || obj.Pkg() != nil && obj.Pkg() != s.pass.Pkg {
		return false // of a type switch, or behind the name of a package
	}
	switch obj := obj.(type) {
	case *types.Label:
		return false
	case *types.Func:
		if obj.Signature().Recv() != nil {
			return false
		}
	case *types.Var:
		if obj.IsField() {
			return false
		}
		if s.pass.TypesInfo.Defs[id] == obj && id.Pos() < s.v.Pos() &&
			(id.Pos() >= start || s.inEarlier(id)) {
			return true
		}
	}
	return id.Pos() >= start && (obj.Pos() < start || obj.Pos() >= end)
}

// isResult reports whether a result of the function has the variable's name.
func (s *scratch) isResult() bool {
	fn, _ := technique.EnclosingFunc(s.loop)
	var results *ast.FieldList
	switch n := fn.Node().(type) {
	case *ast.FuncDecl:
		results = n.Type.Results
	case *ast.FuncLit:
		results = n.Type.Results
	}
	if results == nil {
		return false
	}
	for _, field := range results.List {
		for _, name := range field.Names {
			if name.Name == s.v.Name() {
				return true
			}
		}
	}
	return false
}

// inEarlier reports whether a declaration is in a loop of the same list.
func (s *scratch) inEarlier(id *ast.Ident) bool {
	for prev, ok := s.loop.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
		if prev.Node().Pos() > id.Pos() || id.Pos() >= prev.Node().End() {
			continue
		}
		switch prev.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.LabeledStmt:
			return true
		}
		return false
	}
	return false
}

// scope returns that of a list of statements.
func (s *scratch) scope(list ast.Node) *types.Scope {
	if scope := s.pass.TypesInfo.Scopes[list]; scope != nil {
		return scope
	}
	fn, ok := technique.EnclosingFunc(s.loop)
	if !ok {
		return nil
	}
	switch n := fn.Node().(type) {
	case *ast.FuncDecl:
		return s.pass.TypesInfo.Scopes[n.Type]
	case *ast.FuncLit:
		return s.pass.TypesInfo.Scopes[n.Type]
	}
	return nil
}
