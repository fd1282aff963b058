// Package unreadslice drops slices that are filled and never looked at.
package unreadslice

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("unreadslice",
		"drop a slice to which a function only appends\n\n"+
			"What is left of code that once read it still fills the slice, and may sort it. The "+
			"compiler does not mind, because append uses the variable. What was appended is still "+
			"evaluated where that may do something, or fail. Where only the length is asked, a "+
			"number counts what would be appended.\n\n"+
			"A field of a new struct may get a slice or a map, and a different one before "+
			"anything looks at it. Then the first is dropped.",
		technique.Each(propose, (*ast.ValueSpec)(nil), (*ast.AssignStmt)(nil)),
		technique.Each(counted, (*ast.ValueSpec)(nil), (*ast.AssignStmt)(nil)),
		technique.Each(replaced, (*ast.AssignStmt)(nil))),
	Title:  "Drop a slice that is never read",
	Causes: []string{"append-grows", "slice-make", "map-make"},
	Risk:   technique.Safe,
}

func propose(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	s, ok := begins(pass, cur)
	if !ok || !s.onlyAppended() || len(s.appends) == 0 {
		return p, false
	}
	return s.propose()
}

// slice is a local slice of which no reader has been found yet.
type slice struct {
	pass    *analysis.Pass
	decl    inspector.Cursor // the statement, or the spec of several
	fn      inspector.Cursor
	v       *types.Var
	appends []*ast.AssignStmt
	blanks  []ast.Stmt // _ = v
	sorts   []ast.Stmt // sort.Strings(v)
	lengths []*ast.CallExpr
}

// begins matches the declaration of one slice that is empty, or nil.
func begins(pass *analysis.Pass, cur inspector.Cursor) (*slice, bool) {
	s := &slice{pass: pass, decl: cur}
	_, isSpec := cur.Node().(*ast.ValueSpec)
	v, _, value := technique.Declared(pass.TypesInfo, cur.Node())
	if v == nil || v.Parent() == pass.Pkg.Scope() || !s.droppable(value) ||
		!isSpec && !technique.InList(cur) {
		return nil, false
	}
	if _, slice := v.Type().Underlying().(*types.Slice); !slice {
		return nil, false
	}
	s.v = v
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		s.fn = fn
		return s, true
	}
	return nil, false
}

// droppable reports whether the initial value of a slice can be dropped: there
// is none, or it is an empty literal, or a make with constants and lengths.
func (s *slice) droppable(value ast.Expr) bool {
	switch e := value.(type) {
	case nil:
		return true
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.CallExpr:
		if !technique.IsBuiltin(s.pass.TypesInfo, e, "make") {
			return false
		}
		return len(e.Args) > 1 && s.sized(e.Args[1:]) // a map may have no size
	}
	return false
}

// sized reports whether a make with a length, and perhaps a capacity, does not panic.
func (s *slice) sized(args []ast.Expr) bool {
	info := s.pass.TypesInfo
	last := args[len(args)-1]
	if len(args) == 2 && info.Types[args[0]].Value == nil {
		return false // it may be more than the capacity
	}
	if info.Types[last].Value != nil {
		n, ok := technique.ConstantInt(info, last)
		return ok && n <= muchRoom
	}
	return s.length(last) && (len(args) == 1 || technique.IsInt(info, args[0], 0))
}

// muchRoom is how many elements there are always room for.
const muchRoom = 1 << 20

// length reports whether an expression is the length of what a variable holds. It is not negative,
// and memory has so many elements: those that take none may be too many.
func (s *slice) length(e ast.Expr) bool {
	info := s.pass.TypesInfo
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(info, call, "len") {
		return false
	}
	v, ok := technique.Variable(info, call.Args[0])
	if !ok {
		return false
	}
	switch t := v.Type().Underlying().(type) {
	case *types.Slice:
		size, known := technique.SizeOf(s.pass, t.Elem())
		return known && size > 0
	case *types.Basic, *types.Map:
		return true
	}
	return false
}

// onlyAppended reports whether all uses only append to the slice, or sort it, and records
// them.
func (s *slice) onlyAppended() bool {
	for id := range s.fn.Preorder((*ast.Ident)(nil)) {
		if s.pass.TypesInfo.Uses[id.Node().(*ast.Ident)] != s.v {
			continue
		}
		if !s.appended(id) && !s.sorted(id) {
			return false
		}
	}
	return true
}

// appended matches v in v = append(v, x), and in _ = v.
func (s *slice) appended(id inspector.Cursor) bool {
	at := id.Parent()
	call, isCall := at.Node().(*ast.CallExpr)
	if isCall {
		at = at.Parent()
	}
	as, ok := at.Node().(*ast.AssignStmt)
	if !ok || !technique.InList(at) || len(as.Lhs) != 1 || as.Tok != token.ASSIGN {
		return false
	}
	left, ok := as.Lhs[0].(*ast.Ident)
	switch {
	case !ok:
		return false
	case left.Name == "_" && !isCall:
		s.blanks = append(s.blanks, as)
		return true
	case s.pass.TypesInfo.Uses[left] != s.v:
		return false
	case !isCall:
		call, isCall = as.Rhs[0].(*ast.CallExpr)
		return isCall && id.Node() == left && s.isAppend(call)
	}
	if call.Args[0] != id.Node() || !s.isAppend(call) {
		return false
	}
	s.appends = append(s.appends, as)
	return true
}

// isAppend reports whether a call appends to v, and to nothing else.
func (s *slice) isAppend(call *ast.CallExpr) bool {
	if !technique.IsBuiltin(s.pass.TypesInfo, call, "append") {
		return false
	}
	first, ok := call.Args[0].(*ast.Ident)
	return ok && s.pass.TypesInfo.Uses[first] == s.v
}

// plain reports whether an element is a constant or a name: evaluating it cannot fail.
func (s *slice) plain(e ast.Expr) bool {
	_, named := e.(*ast.Ident)
	return named || s.pass.TypesInfo.Types[e].Value != nil
}
