// Package groupkey makes the key of a map once for each entry, where each store made one.
package groupkey

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("groupkey",
		"make the key of a map once for each entry, not for each store\n\n"+
			"To look up m[string(b)] takes no text, but to store there makes one, also where the "+
			"map has the key. A map of pointers is looked up, and what the pointer leads to is "+
			"counted or grows. The key is made with a new entry, which costs one more object.\n\n"+
			"It is proposed for a store in a loop, to a map in variables, parameters and results "+
			"of functions that are seen as a whole: it is indexed, counted, emptied, walked and "+
			"handed on among them, and nothing else.\n\n"+
			"What is put into a set is looked up first.",
		technique.Each(propose, (*ast.IndexExpr)(nil)),
		technique.Each(put, (*ast.AssignStmt)(nil))),
	Title:  "Make the key of a group once",
	Causes: []string{"string-bytes-conversion", "line-read", "string-concat"},
	Risk:   technique.Safe,
}

// propose matches a store that makes a key, and whose value depends on what was stored.
//
//	have: m := map[string][]T{}; for ... { m[string(b)] = append(m[string(b)], x) }
//	want: m := map[string]*[]T{}
//	      for ... { entry := m[string(b)]
//	                if entry == nil { entry = new([]T); m[string(b)] = entry }
//	                *entry = append(*entry, x) }
func propose(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	n := cur.Node().(*ast.IndexExpr)
	v, ok := technique.Variable(pass.TypesInfo, n.X)
	if !ok || !technique.InLoop(cur) || !worth(pass.TypesInfo, v) {
		return p, false
	}
	s, ok := storeAt(pass, cur)
	if !ok || !s.repeated() {
		return p, false
	}
	key, made := keyOf(pass, n.Index)
	if !made {
		return p, false
	}
	f := &flow{pass: pass, held: make(map[*types.Var]bool), results: make(map[result]bool),
		types: make(map[*ast.MapType]bool), names: make(map[ast.Node][]string),
		keys: make(map[*types.Var]bool)}
	if !f.known(v) {
		return p, false
	}
	p = technique.Proposal{At: key, Message: "make the key once for each entry of " + v.Name()}
	if p.Edits, ok = f.edits(); !ok || !f.spared(n.Index) {
		return p, false
	}
	for _, s := range f.stores {
		key, made := keyOf(pass, s.index.Index)
		if !made || !s.repeated() || !technique.InLoop(s.cur) || !f.spared(s.index.Index) {
			continue
		}
		if key.Pos() < p.At.Pos() {
			return p, false // that one proposes it
		}
		if technique.FileOf(pass, key.Pos()) == technique.FileOf(pass, p.At.Pos()) && key != p.At {
			p.Also = append(p.Also, key)
		}
	}
	return p, true
}

// worth reports whether a variable holds a map from texts to what is no pointer itself.
func worth(info *types.Info, v *types.Var) bool {
	m, ok := v.Type().(*types.Map)
	if !ok || !types.Identical(m.Key(), types.Typ[types.String]) {
		return false
	}
	switch m.Elem().Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Chan, *types.Signature, *types.Interface,
		*types.Array:
		return false
	}
	return true
}

// spared reports whether a key is made with a new entry only: the variable that holds it is given
// up.
func (f *flow) spared(key ast.Expr) bool {
	v, ok := technique.Variable(f.pass.TypesInfo, key)
	return !ok || f.keys[v]
}

// store is a statement that stores an entry.
//
//	m[k] = e, m[k] += e, m[k]++
type store struct {
	pass  *analysis.Pass
	cur   inspector.Cursor // of the index expression
	index *ast.IndexExpr
	stmt  inspector.Cursor
	value ast.Expr // nil for m[k]++
}

// storeAt matches a statement of a list that stores one entry, at the place of its index
// expression.
func storeAt(pass *analysis.Pass, cur inspector.Cursor) (*store, bool) {
	s := &store{pass: pass, cur: cur, index: cur.Node().(*ast.IndexExpr), stmt: cur.Parent()}
	switch n := s.stmt.Node().(type) {
	case *ast.AssignStmt:
		if cur.ParentEdgeKind() != edge.AssignStmt_Lhs || len(n.Lhs) != 1 || len(n.Rhs) != 1 {
			return nil, false
		}
		switch n.Tok {
		case token.ASSIGN, token.ADD_ASSIGN, token.SUB_ASSIGN, token.MUL_ASSIGN, token.AND_ASSIGN,
			token.OR_ASSIGN, token.XOR_ASSIGN, token.AND_NOT_ASSIGN:
		default:
			return nil, false // it may panic
		}
		s.value = n.Rhs[0]
	case *ast.IncDecStmt:
	default:
		return nil, false
	}
	fn, _ := technique.EnclosingFunc(cur)
	return s, technique.InList(s.stmt) && !technique.HasGoto(pass, fn.Node())
}

// repeated reports whether the value of a store depends on what was stored with the key: keys are
// met again.
func (s *store) repeated() bool {
	as, ok := s.stmt.Node().(*ast.AssignStmt)
	if !ok || as.Tok != token.ASSIGN {
		return true
	}
	info := s.pass.TypesInfo
	for n := range ast.Preorder(s.value) {
		switch n := n.(type) {
		case *ast.IndexExpr:
			if sameEntry(s.pass, n, s.index) {
				return true
			}
		case *ast.Ident:
			if v, ok := info.Uses[n].(*types.Var); ok && s.lookedUp(v) {
				return true
			}
		}
	}
	return false
}

// lookedUp reports whether a variable began with what the entry held.
//
//	old := m[k], old, ok := m[k]
func (s *store) lookedUp(v *types.Var) bool {
	def, ok := technique.Definition(s.pass, v)
	if !ok {
		return false
	}
	as, ok := def.Parent().Node().(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 || def.ParentEdgeIndex() != 0 {
		return false
	}
	return sameEntry(s.pass, ast.Unparen(as.Rhs[0]), s.index)
}
