package stackbuf

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

// staysOnStack reports whether, as far as can be known without the compiler,
// the function uses the slice only in ways that let the compiler keep it on the
// stack, and that do not reveal its capacity. It records the appends that may
// outgrow it. Other variables that the slice is given to are judged as it is.
func (s *slice) staysOnStack() bool {
	s.names = []*types.Var{s.v}
	for i := 0; i < len(s.names); i++ {
		uses, ok := technique.LocalUses(s.pass, s.names[i])
		if !ok {
			return false
		}
		for _, use := range uses {
			if !s.inFunc(use) || !s.local(use) {
				return false
			}
		}
	}
	return (len(s.names) == 1 || !s.appends) && s.apart() && s.letGo()
}

// letGo reports whether no function of another package gets the slice but at last: what it
// returns may have the room behind it, which was not there before.
func (s *slice) letGo() bool {
	for _, call := range s.foreign {
		if technique.Repeated(call, s.cur.Node().Pos()) {
			return false
		}
		for _, v := range s.names {
			for _, use := range technique.UsesOf(s.pass, v) {
				if use.Node().Pos() >= call.Node().End() {
					return false
				}
			}
		}
	}
	return true
}

// inFunc reports whether a use is in the function itself, or in a literal that it hands to a
// call: others may be kept.
func (s *slice) inFunc(use inspector.Cursor) bool {
	for lit := range use.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		if lit == s.fn {
			return true
		}
		if lit.ParentEdgeKind() != edge.CallExpr_Args {
			return false
		}
		if technique.RunsLater(lit.Parent()) {
			return false
		}
	}
	return false
}

// local judges one use of the slice, or of a part of it.
func (s *slice) local(cur inspector.Cursor) bool {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return s.local(parent)
	case *ast.SliceExpr:
		return n.X == cur.Node() && s.endsInside(n) && s.local(parent)
	case *ast.IndexExpr:
		return n.X == cur.Node() && !technique.PointedTo(s.pass.TypesInfo, parent)
	case *ast.RangeStmt:
		s.ranges = append(s.ranges, parent)
		return n.X == cur.Node()
	case *ast.BinaryExpr:
		return true // with nil
	case *ast.AssignStmt:
		return s.assigned(cur, n)
	case *ast.CallExpr:
		return s.argument(cur, n)
	}
	return false
}

// assigned judges an assignment: to v itself, of v to v, or of v to another variable.
func (s *slice) assigned(cur inspector.Cursor, n *ast.AssignStmt) bool {
	if cur.ParentEdgeKind() == edge.AssignStmt_Lhs {
		return n.Tok == token.ASSIGN || len(n.Lhs) > 1
	}
	return s.toItself(n) || s.given(cur, n)
}

// toItself reports whether a statement gives one value, or the results of one call, to v.
func (s *slice) toItself(n ast.Node) bool {
	as, ok := n.(*ast.AssignStmt)
	return ok && len(as.Rhs) == 1 && slices.ContainsFunc(as.Lhs, func(e ast.Expr) bool {
		w, ok := technique.Variable(s.pass.TypesInfo, e)
		return ok && slices.Contains(s.names, w)
	})
}

// given matches an assignment of the slice, or of a part of it, to another variable of the
// function, which it then may have, too. A loop around the slice that the variable is not in
// would have the slice outlive its frame of the loop.
func (s *slice) given(cur inspector.Cursor, n *ast.AssignStmt) bool {
	if len(n.Lhs) != len(n.Rhs) || !technique.InFunc(cur, s.fn) {
		return false
	}
	id, ok := n.Lhs[cur.ParentEdgeIndex()].(*ast.Ident)
	if !ok {
		return false
	}
	w, ok := s.pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || !types.Identical(w.Type(), s.v.Type()) {
		return id.Name == "_"
	}
	if slices.Contains(s.names, w) {
		return true
	}
	if technique.Repeated(s.cur, w.Pos()) || s.fn.Node().Pos() > w.Pos() || s.result(w) {
		return false
	}
	s.names = append(s.names, w)
	return true
}

// result reports whether the function returns what is in a variable.
func (s *slice) result(w *types.Var) bool {
	sig, ok := s.signature()
	if !ok {
		return true
	}
	for v := range sig.Results().Variables() {
		if v == w {
			return true
		}
	}
	return false
}

// signature returns that of the function.
func (s *slice) signature() (*types.Signature, bool) {
	switch n := s.fn.Node().(type) {
	case *ast.FuncDecl:
		fn, ok := s.pass.TypesInfo.Defs[n.Name].(*types.Func)
		if ok {
			return fn.Signature(), true
		}
	case *ast.FuncLit:
		sig, ok := s.pass.TypesInfo.TypeOf(n).(*types.Signature)
		return sig, ok
	}
	return nil, false
}

// argument judges a use in a call: one that cannot return the slice, or gives
// it back to v.
func (s *slice) argument(cur inspector.Cursor, call *ast.CallExpr) bool {
	info, parent, use := s.pass.TypesInfo, cur.Parent(), cur.Node()
	if info.Types[call.Fun].IsType() {
		return !technique.IsSlice(info.TypeOf(call)) // string(v)
	}
	kept := technique.IsSlice(info.TypeOf(call)) && call.Args[0] == use
	switch callee := technique.Callee(info, call).(type) {
	case *types.Builtin:
		switch callee.Name() {
		case "cap":
			return false
		case "append":
			if call.Args[0] != use {
				return call.Ellipsis.IsValid() // its elements are copied
			}
			s.appends = true
			if inLoop(parent, s.cur) {
				s.grows = append(s.grows, call)
			} else {
				s.once = append(s.once, call)
			}
			s.adds = append(s.adds, parent)
			return s.toItself(parent.Parent().Node()) || s.goesOn(parent)
		}
		return true
	case *types.Func:
		if recv := callee.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) &&
			!effects.OfNewHash(s.pass, call) {
			return false // what is behind it may keep the slice
		}
		if effects.HandsOn(callee) || printed(callee, cur) || keeps(callee) {
			return false // the room would be on the heap
		}
		if s.sharesRoom(cur, callee) {
			return false
		}
		if at := effects.Extends(s.pass, callee, cur); at != nil {
			s.appends = true
			s.extended(parent, at)
			s.adds = append(s.adds, parent)
			return s.toItself(parent.Parent().Node()) || s.goesOn(parent)
		}
		if kept && s.toItself(parent.Parent().Node()) {
			return true
		}
		if !effects.ReturnsSlice(callee) || effects.CopiesFrom(callee, cur) {
			return true
		}
		ok, foreign := consumed(s.pass, cur, callee)
		if foreign {
			s.foreign = append(s.foreign, parent)
		}
		return ok
	}
	return false
}

// sharesRoom reports whether a function of the package appends to an argument from one length more
// than once, or keeps what was appended for it: the next append would write over that.
func (s *slice) sharesRoom(arg inspector.Cursor, fn *types.Func) bool {
	param, own := effects.ParameterOf(s.pass, fn, arg)
	if !own {
		return false
	}
	if technique.Forked(s.pass, param) {
		return true
	}
	appended := slices.ContainsFunc(s.beside, arg.Contains)
	read, leaves := effects.OnlyRead(s.pass, arg)
	return appended && (!read || leaves) && !effects.LetsGo(s.pass, fn, param)
}

// goesOn judges what a call appends to the slice and returns beside it.
func (s *slice) goesOn(call inspector.Cursor) bool {
	s.beside = append(s.beside, call)
	return s.local(call)
}

// printed reports whether an argument is an operand of a function of package fmt, which the
// compiler does not see through.
func printed(fn *types.Func, arg inspector.Cursor) bool {
	return fn.Pkg() != nil && fn.Pkg().Path() == "fmt" && fn.Signature().Variadic() &&
		arg.ParentEdgeIndex() >= fn.Signature().Params().Len()-1
}

// keeps reports whether a function of the standard library puts what it gets where others find it,
// with the room behind it.
//
//	field.SetBytes(b)
func keeps(fn *types.Func) bool {
	if !effects.Known(fn) || !effects.Of(fn).Has(effects.Keeps) {
		return false
	}
	for r := range fn.Signature().Results().Variables() {
		_, basic := r.Type().Underlying().(*types.Basic)
		if !basic && !technique.IsError(r.Type()) {
			return false
		}
	}
	return true
}

// extended records a call that appends to the slice, and returns it: what grows it there is
// measured where it stands.
func (s *slice) extended(call inspector.Cursor, at []ast.Node) {
	s.calls = append(s.calls, call.Node())
	s.refills = s.refills || inLoop(call, s.cur)
	for _, n := range at {
		if n != call.Node() && technique.FileOf(s.pass, n.Pos()) == s.file {
			s.within = append(s.within, n)
		}
	}
}

// consumed reports whether a function that may return a slice surely, or by all that can be
// seen, returns another one than it gets: a function of the package that only reads it, or one of
// another package of the module, whose name does not say otherwise. Where that is wrong, the room
// is on the heap: the code does the same, and the count tells that nothing is gained.
func consumed(pass *analysis.Pass, cur inspector.Cursor, fn *types.Func) (ok, foreign bool) {
	if technique.DeclOf(pass, fn) != nil {
		read, leaves := effects.OnlyRead(pass, cur)
		param, ok := effects.ParameterOf(pass, fn, cur)
		return read && !leaves || ok && effects.LetsGo(pass, fn, param), false
	}
	if effects.Known(fn) || fn.Pkg() == nil || pass.Module == nil ||
		!strings.HasPrefix(fn.Pkg().Path()+"/", pass.Module.Path+"/") {
		return false, false
	}
	name := strings.ToLower(fn.Name())
	for _, part := range []string{"append", "trim", "grow", "ensure", "size", "cut", "slice",
		"clip", "sort"} {
		if strings.Contains(name, part) {
			return false, true
		}
	}
	return true, true
}

// inLoop reports whether cur is in a loop that begins after a declaration.
func inLoop(cur, decl inspector.Cursor) bool {
	for loop := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		return !loop.Contains(decl)
	}
	return false
}

// endsInside reports whether a part of the slice ends within its length, or whether no code of the
// package could tell: where it ends behind that, it panics no longer once there is room.
func (s *slice) endsInside(n *ast.SliceExpr) bool {
	info := s.pass.TypesInfo
	if n.Max == nil && (n.High == nil || technique.IsInt(info, n.High, 0) ||
		technique.CutsEnd(info, n)) {
		return true
	}
	for _, obj := range info.Uses {
		if obj == types.Universe.Lookup("recover") {
			return false
		}
	}
	return true
}
