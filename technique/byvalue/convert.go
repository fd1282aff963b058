package byvalue

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// converted reports whether an expression gives the pointers to no interface that could look for
// them, and to nothing else that knows them from structs.
func (s *small) converted(cur inspector.Cursor, t types.Type) bool {
	if tuple, ok := t.(*types.Tuple); ok {
		return s.tuple(cur, tuple)
	}
	if !s.leads(t, reach{far: true, value: s.gains}) {
		return true
	}
	cur = outer(cur)
	if call, ok := cur.Parent().Node().(*ast.CallExpr); ok &&
		cur.ParentEdgeKind() == edge.CallExpr_Args && !s.passes(call) {
		return false
	}
	to := s.becomes(cur)
	return to == nil || !types.IsInterface(to) || s.boxes(t, to)
}

// passes reports whether a call is none of a function, built in or of package unsafe, that tells
// a pointer from a struct.
func (s *small) passes(call *ast.CallExpr) bool {
	info := s.pass.TypesInfo
	if t := info.TypeOf(call); t != nil {
		if basic, ok := t.Underlying().(*types.Basic); ok && basic.Kind() == types.UnsafePointer {
			return false
		}
	}
	fun := info.Types[call.Fun]
	if !fun.IsBuiltin() {
		return true
	}
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		switch f.Name {
		case "append", "copy", "len", "delete", "make", "new", "close":
			return true
		case "cap", "clear", "min", "max":
			return !s.leads(info.TypeOf(call.Args[0]), reach{})
		}
	}
	return false
}

// boxes reports whether an interface may get a value of a type. One without methods may be asked
// for all that the value leads to, by printing it. One with methods is asked for these, and may
// be compared.
func (s *small) boxes(t, to types.Type) bool {
	if s.leads(t, reach{value: s.gains}) || to.Underlying().(*types.Interface).NumMethods() == 0 {
		return false
	}
	s.safe = false
	return true
}

// tuple judges several results that are handed on at once.
func (s *small) tuple(cur inspector.Cursor, tuple *types.Tuple) bool {
	if !s.leads(tuple, reach{far: true, value: s.gains}) {
		return true
	}
	info := s.pass.TypesInfo
	switch n := outer(cur).Parent().Node().(type) {
	case *ast.ExprStmt, *ast.GoStmt, *ast.DeferStmt:
		return true
	case *ast.AssignStmt:
		for i, e := range n.Lhs {
			if t := info.TypeOf(e); t != nil && !s.hands(tuple, i, t) {
				return false
			}
		}
		return true
	case *ast.ValueSpec:
		return n.Type == nil || !types.IsInterface(info.TypeOf(n.Type))
	case *ast.ReturnStmt:
		fn, _ := technique.EnclosingFunc(cur)
		results := signature(info, fn.Node()).Results()
		for i := range results.Len() {
			if !s.hands(tuple, i, results.At(i).Type()) {
				return false
			}
		}
		return true
	}
	return false
}

// hands reports whether a part of a tuple may become what it is handed on as.
func (s *small) hands(tuple *types.Tuple, i int, to types.Type) bool {
	if i >= tuple.Len() || !types.IsInterface(to) || types.IsInterface(tuple.At(i).Type()) {
		return true
	}
	t := tuple.At(i).Type()
	return !s.leads(t, reach{far: true, value: s.gains}) || s.boxes(t, to)
}
