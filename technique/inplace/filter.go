package inplace

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// filter is a slice that gets what a loop keeps of another one.
type filter struct {
	source
	kept  *types.Var
	start inspector.Cursor   // its declaration
	value ast.Expr           // what it begins with, or nil
	grows []inspector.Cursor // the calls of append, of which an iteration runs at most one

	called []analysis.TextEdit // that give the function another name, if the slice is a parameter
}

// filters matches a loop that keeps elements of a new slice in another one. Each is read before
// its place, or one before, is written.
//
//	have: var kept []T; for _, e := range list { if ok(e) { kept = append(kept, e) } }
//	want: kept := list[:0]; for ...; clear(list[len(kept):])
func filters(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	s, ok := over(pass, cur)
	if !ok {
		return p, false
	}
	for as := range cur.Preorder((*ast.AssignStmt)(nil)) {
		f := filter{source: s}
		if f.appends(as) && f.begins() && f.only() && f.owned() && f.sameNil() {
			return f.propose(), true
		}
	}
	return p, false
}

// owned reports whether nothing else has the memory, and the variable is not used behind the
// loop; there only its length, and the element of the iteration until something is kept.
func (f *filter) owned() bool {
	if technique.IsSlice(f.kept.Type()) && technique.Forked(f.pass, f.kept) {
		return false // two appends would share the room behind it
	}
	if f.v == nil {
		return true
	}
	if f.v.Kind() == types.ParamVar {
		return f.unseen() && f.givenAway()
	}
	fresh, full := effects.FreshIn(f.pass, f.v, func(use inspector.Cursor) bool {
		return f.loop.Contains(use) && f.looks(use)
	})
	f.full = full
	for _, use := range technique.UsesOf(f.pass, f.v) {
		if f.loop.Node().End() <= use.Node().Pos() || f.loop.Contains(use) && !f.looks(use) {
			return false
		}
	}
	return fresh
}

// appends matches kept = append(kept, x) in the loop.
func (f *filter) appends(cur inspector.Cursor) (ok bool) {
	info, as := f.pass.TypesInfo, cur.Node().(*ast.AssignStmt)
	if as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
		return false
	}
	f.kept, ok = technique.Variable(info, as.Lhs[0])
	return ok && grown(info, as, f.kept) && types.Identical(f.kept.Type(), info.TypeOf(f.on()))
}

// grown matches v = append(v, x).
func grown(info *types.Info, as *ast.AssignStmt, v *types.Var) bool {
	call, ok := as.Rhs[0].(*ast.CallExpr)
	return ok && technique.IsBuiltin(info, call, "append") && len(call.Args) == 2 &&
		!call.Ellipsis.IsValid() && technique.Names(info, call.Args[0], v)
}

// begins finds where the other slice begins: empty, in the list of the loop.
func (f *filter) begins() bool {
	for prev, ok := f.loop.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
		if v, _, value := technique.Declared(f.pass.TypesInfo, prev.Node()); v == f.kept {
			f.start, f.value = prev, value
			return isEmpty(f.pass, value) && !lonely(f.pass, value) &&
				!technique.Commented(f.pass, prev.Node())
		}
	}
	return false
}

// only reports whether no use of the other slice before the end of the loop could tell where its
// elements are, or write behind them; and whether an iteration appends at most one element.
func (f *filter) only() bool {
	info := f.pass.TypesInfo
	f.grows = nil
	for _, use := range technique.UsesOf(f.pass, f.kept) {
		if f.loop.Node().End() <= use.Node().Pos() {
			continue
		}
		if !f.loop.Contains(use) || !technique.InFunc(use, f.fn) {
			return false
		}
		parent := use.Parent()
		switch n := parent.Node().(type) {
		case *ast.AssignStmt:
			if use.ParentEdgeKind() != edge.AssignStmt_Lhs || len(n.Lhs) != 1 ||
				!grown(info, n, f.kept) {
				return false
			}
			grow, _ := technique.Find(f.pass, n.Rhs[0])
			f.grows = append(f.grows, grow)
		case *ast.IndexExpr:
			if n.X != use.Node() || technique.PointedTo(info, parent) {
				return false
			}
		case *ast.RangeStmt:
			if n.X != use.Node() {
				return false
			}
		case *ast.CallExpr:
			if !f.toItself(parent) && !technique.IsBuiltin(info, n, "len") && !f.asks(n) {
				return false
			}
		default:
			return false
		}
	}
	body := f.loop.Node().(*ast.RangeStmt).Body
	return technique.AtMostOne(f.fn, body.Pos(), f.grows)
}

// toItself reports whether a call is that of kept = append(kept, x).
func (f *filter) toItself(call inspector.Cursor) bool {
	as, ok := call.Parent().Node().(*ast.AssignStmt)
	return ok && len(as.Lhs) == 1 && technique.Names(f.pass.TypesInfo, as.Lhs[0], f.kept) &&
		grown(f.pass.TypesInfo, as, f.kept)
}

// asks reports whether a call of the standard library only reads the elements that it gets.
//
//	slices.Contains(kept, e)
func (f *filter) asks(call *ast.CallExpr) bool {
	fn, ok := technique.Func(f.pass.TypesInfo, call)
	return ok && fn.Pkg() != nil && fn.Pkg().Path() == "slices" && effects.Known(fn) &&
		effects.Of(fn)&^effects.Panics == 0 && !effects.ReturnsSlice(fn)
}

// sameNil reports whether the result is nil where it was, or can be made so.
func (f *filter) sameNil() bool {
	return f.nilStart() || f.full || f.remakes() || effects.NilUnseen(f.pass, f.kept)
}

// remakes reports whether what the other slice begins with can be made behind the loop.
func (f *filter) remakes() bool {
	end := f.loop.Node().End()
	return f.value != nil && technique.ResolvesSameAt(f.pass, f.value, end) &&
		technique.Predeclared(f.pass, end, "nil")
}

// nilStart reports whether the other slice begins as nil.
func (f *filter) nilStart() bool {
	if f.value == nil {
		return true
	}
	call, ok := f.value.(*ast.CallExpr)
	return ok && f.pass.TypesInfo.Types[call.Fun].IsType()
}
