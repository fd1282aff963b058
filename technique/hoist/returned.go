package hoist

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// returned reports whether the table is what a function of the package returns, and the callers,
// which are all known, only look into it.
//
//	func levels() map[string]int { return map[string]int{...} }
func (s *site) returned() bool {
	decl, ok := s.fn.(*ast.FuncDecl)
	if !ok || s.cur.ParentEdgeKind() != edge.ReturnStmt_Results {
		return false
	}
	around, _ := technique.EnclosingFunc(s.cur)
	fn, ok := s.pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || around.Node() != ast.Node(decl) || fn.Signature().Results().Len() != 1 {
		return false
	}
	if len(technique.UsesOf(s.pass, fn.Signature().Results().At(0))) > 0 {
		return false // a deferred literal may change what is returned
	}
	calls, ok := technique.CallsOf(s.pass, fn)
	if !ok || !technique.SeesAll(s.pass, fn) {
		return false
	}
	for _, call := range calls {
		if !s.readsOnly(call) {
			return false
		}
	}
	return len(calls) > 0
}

// readsOnly reports whether what an expression gives is only looked into, at once or through one
// local variable that gets nothing else.
func (s *site) readsOnly(cur inspector.Cursor) bool {
	if s.read(cur) {
		return true
	}
	v, _, value := technique.Declared(s.pass.TypesInfo, cur.Parent().Node())
	return v != nil && value == cur.Node() && s.onlyOf(v, s.read)
}

// looksInto reports whether a call only looks at what it gets in an argument, and returns nothing
// of its memory.
func (s *site) looksInto(call *ast.CallExpr, arg inspector.Cursor) bool {
	fn, ok := technique.Func(s.pass.TypesInfo, call)
	if !ok {
		return false
	}
	for v := range fn.Signature().Results().Variables() {
		if !technique.Immutable(v.Type()) {
			return false
		}
	}
	read, leaves := effects.OnlyRead(s.pass, arg)
	return read && !leaves
}
