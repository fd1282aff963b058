package recognise

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Fill is a loop that gives each element of parts its text, in order, before anything else
// is done with them.
//
//	v := make([]string, len(xs))
//	for i, x := range xs {
//		v[i] = text
//	}
type Fill struct {
	Loop ast.Stmt // a *ast.RangeStmt, or a *ast.ForStmt that counts
	// Over is what the loop ranges over when it counts the elements of parts, or looks at them
	// where each becomes another text; nil for a loop that does not name parts.
	//
	//	v := strings.Fields(s)
	//	for i, x := range v {
	//		v[i] = text
	//	}
	Over ast.Expr
	// Olds are the uses of v[i] as it was, where v is of pieces that become other texts.
	Olds []ast.Expr
	// Kept are the continue statements at which an element keeps the text that it has, and If
	// is a statement that alone gives it another one; or nil.
	Kept []ast.Stmt
	If   *ast.IfStmt
	// Unused says that nothing but v[i] uses the index.
	Unused bool

	Index *types.Var
	Body  *ast.BlockStmt
	// Pieces says that an element has a text before it gets another one.
	Pieces bool

	bound ast.Expr // len(v) in the head of a loop that counts
}

// filled matches a slice that is made, and the loop behind it that gives all its elements
// their texts.
func (a *Accumulator) filled(value ast.Expr) bool {
	call, ok := value.(*ast.CallExpr)
	if !ok {
		return false
	}
	next, ok := a.In.Cursor(a.Decl).NextSibling()
	if !ok {
		return false
	}
	fill, ok := a.loop(next.Node())
	if !ok || !a.In.stays(fill) || technique.Assigned(a.In.Pkg.Info, fill.Body, fill.Index) {
		return false
	}
	a.Fill = fill
	if fn, ok := technique.Func(a.In.Pkg.Info, call); ok {
		fill.Over, fill.Pieces = value, true
		return fn.Pkg() != nil && fn.Pkg().Path() == "strings" && // a slice of its own
			a.looksAtParts(fill)
	}
	if !technique.IsBuiltin(a.In.Pkg.Info, call, "make") || len(call.Args) != 2 {
		return false
	}
	return a.countsAs(fill, call.Args[1])
}

// loop matches a loop with an index that begins at zero.
func (a *Accumulator) loop(stmt ast.Node) (*Fill, bool) {
	switch n := stmt.(type) {
	case *ast.RangeStmt:
		i := a.In.Variable(n.Key)
		return &Fill{Loop: n, Index: i, Body: n.Body}, i != nil && n.Tok == token.DEFINE
	case *ast.ForStmt:
		i, bound, ok := technique.CountsUp(a.In.Pkg.Info, n)
		return &Fill{Loop: n, Index: i, Body: n.Body, bound: bound}, ok
	}
	return nil, false
}

// looksAtParts reports whether a loop ranges over parts, or counts as many.
func (a *Accumulator) looksAtParts(fill *Fill) bool {
	if fill.bound != nil && !a.In.Since("go1.22") && !a.In.Pkg.Private(fill.Index) {
		return false // behind the loop the counter is not what the index of a range is
	}
	if loop, ok := fill.Loop.(*ast.RangeStmt); ok {
		return a.In.Variable(loop.X) == a.Var
	}
	return a.In.Pkg.isLenOf(fill.bound, a.Var)
}

// isLenOf matches len(v).
func (ix *Package) isLenOf(e ast.Expr, v *types.Var) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && technique.IsBuiltin(ix.Info, call, "len") &&
		technique.Names(ix.Info, call.Args[0], v)
}

// countsAs reports whether a loop runs as often as make([]string, n) makes elements.
func (a *Accumulator) countsAs(fill *Fill, n ast.Expr) bool {
	if a.looksAtParts(fill) {
		loop, ok := fill.Loop.(*ast.RangeStmt)
		if ok && loop.Value != nil {
			return false // an empty text
		}
		fill.Over, a.SureElem = a.over(n)
		return fill.Over != nil
	}
	ix := a.In.Pkg
	if loop, ok := fill.Loop.(*ast.RangeStmt); ok {
		return ix.hasLength(n, loop.X)
	}
	xs, ok := ix.measured(n)
	counted, counts := ix.measured(fill.bound)
	if !ok || !counts || !technique.SameExpr(ix.Info, xs, counted) {
		return false
	}
	v, ok := technique.Variable(ix.Info, xs)
	return ok && ix.settled(v) && !technique.Assigned(ix.Info, fill.Body, v)
}

// over returns what a loop ranges over to run n times, a number that cannot be negative, or
// nil; sure says that it surely runs.
func (a *Accumulator) over(n ast.Expr) (over ast.Expr, sure bool) {
	ix := a.In.Pkg
	if xs, ok := ix.measured(n); ok && technique.Pure(ix.Info, xs) {
		switch ix.Info.TypeOf(xs).Underlying().(type) {
		case *types.Slice, *types.Array:
			return xs, false
		}
	}
	if !a.In.Since("go1.22") || !types.Identical(ix.Info.TypeOf(n), types.Typ[types.Int]) {
		return nil, false
	}
	if ix.Info.Types[n].Value == nil {
		if technique.NotNegative(ix.Pass, n) {
			return n, false
		}
		return nil, false
	}
	switch e := n.(type) { // which remains an int where no other type is asked for
	case *ast.BasicLit:
		if e.Kind != token.INT {
			return nil, false
		}
	case *ast.Ident:
		switch ix.Info.Uses[e].Type() {
		case types.Typ[types.Int], types.Typ[types.UntypedInt]:
		default:
			return nil, false
		}
	default:
		return nil, false
	}
	return n, !ix.isZero(n)
}

// measured returns the operand of len(xs).
func (ix *Package) measured(n ast.Expr) (xs ast.Expr, ok bool) {
	call, ok := ast.Unparen(n).(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(ix.Info, call, "len") {
		return nil, false
	}
	return call.Args[0], true
}

// hasLength matches len(xs).
func (ix *Package) hasLength(n, xs ast.Expr) bool {
	of, ok := ix.measured(n)
	if !ok || !technique.SameExpr(ix.Info, xs, of) || !technique.Pure(ix.Info, xs) {
		return false
	}
	switch ix.Info.TypeOf(xs).Underlying().(type) {
	case *types.Slice, *types.Array:
		return true
	}
	return false
}

// stays reports whether no statement in a loop could leave all further elements out, and notes
// those that go on to the next. What leaves statements within the loop alone does neither.
func (f *Function) stays(fill *Fill) bool {
	for cur := range f.Cursor(fill.Body).Preorder((*ast.BranchStmt)(nil)) {
		branch := cur.Node().(*ast.BranchStmt)
		switch {
		case branch.Label != nil || !technique.InList(cur):
			return false
		case branch.Tok == token.FALLTHROUGH || leaves(cur, branch.Tok) != fill.Loop:
		case branch.Tok == token.CONTINUE:
			fill.Kept = append(fill.Kept, branch)
		default:
			return false
		}
	}
	return true
}

// leaves returns the statement that a break or continue statement without a label is about.
func leaves(cur inspector.Cursor, tok token.Token) ast.Node {
	for around := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil),
		(*ast.SwitchStmt)(nil), (*ast.TypeSwitchStmt)(nil), (*ast.SelectStmt)(nil)) {
		switch around.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return around.Node()
		}
		if tok == token.BREAK {
			return around.Node()
		}
	}
	return nil
}

// fills matches the only statement that gives an element its text, and what looks at the element
// of pieces before.
func (a *Accumulator) fills(use inspector.Cursor) bool {
	index := use.Parent()
	n := index.Node().(*ast.IndexExpr)
	if !a.filling(n) || n.X != use.Node() {
		return false
	}
	stmt := index.Parent()
	assign, ok := stmt.Node().(*ast.AssignStmt)
	if !ok || index.ParentEdgeKind() != edge.AssignStmt_Lhs {
		return a.old(index)
	}
	if len(a.Adds) > 0 || assign.Tok != token.ASSIGN || len(assign.Lhs) != 1 ||
		len(assign.Rhs) != 1 || !a.Fill.gives(stmt.Parent()) {
		return false
	}
	a.Adds = append(a.Adds, Add{Stmt: assign, Texts: assign.Rhs})
	return a.In.Ordered(assign.Rhs...)
}

// gives reports whether a block runs each time, or is of an if statement that does, without another
// way through it.
func (f *Fill) gives(block inspector.Cursor) bool {
	if block.Node() == f.Body {
		return true
	}
	n, ok := block.Parent().Node().(*ast.IfStmt)
	if !ok || n.Init != nil || n.Else != nil || block.Parent().Parent().Node() != f.Body {
		return false
	}
	f.If = n
	return true
}

// filling matches v[i].
func (a *Accumulator) filling(n ast.Node) bool {
	index, ok := n.(*ast.IndexExpr)
	return ok && a.Fill != nil && a.In.Variable(index.X) == a.Var &&
		a.In.Variable(index.Index) == a.Fill.Index
}

// old notes a use of v[i] that only reads the piece, before it becomes another.
func (a *Accumulator) old(index inspector.Cursor) bool {
	if !a.Fill.Pieces || index.Node().Pos() < a.Fill.Body.Pos() ||
		len(a.Adds) > 0 && a.Adds[0].Stmt.End() < index.Node().End() {
		return false
	}
	if given, addressed := technique.Replaced(index); given || addressed {
		return false
	}
	if loop, ok := a.Fill.Loop.(*ast.RangeStmt); ok && loop.Value != nil {
		return false // that may have become another text
	}
	a.Fill.Olds = append(a.Fill.Olds, index.Node().(*ast.IndexExpr))
	return true
}

// settle finds out what else the loop does with its index, and reports whether the parts are
// joined behind it, when each has its text, and what they keep has a name where that is.
func (a *Accumulator) settle() bool {
	f := a.Fill
	if len(a.Adds) == 0 {
		return false
	}
	f.Unused = len(a.In.Pkg.Uses(f.Index)) == len(f.Olds)+f.mentions()
	given := a.Adds[0].Stmt.Pos()
	f.Kept = slices.DeleteFunc(f.Kept, func(s ast.Stmt) bool { return s.Pos() > given })
	return a.names() && !slices.ContainsFunc(a.Reads, func(e ast.Expr) bool {
		return e.Pos() < f.Loop.End()
	})
}

// names reports whether the variable of a loop over pieces is still the piece where that is kept.
func (a *Accumulator) names() bool {
	v := a.In.Variable(a.Fill.Value())
	if v == nil || len(a.Fill.Kept) == 0 && a.Fill.If == nil {
		return true
	}
	at := a.Fill.Kept
	if a.Fill.If != nil {
		at = append(slices.Clip(at), a.Fill.If)
	}
	return a.In.Pkg.settled(v) && !technique.Assigned(a.In.Pkg.Info, a.Fill.Body, v) &&
		!slices.ContainsFunc(at, func(s ast.Stmt) bool {
			return !technique.Visible(a.In.Pkg.Pass, v, s.Pos())
		})
}

// Value returns the variable of a loop over pieces, or nil.
func (f *Fill) Value() ast.Expr {
	loop, ok := f.Loop.(*ast.RangeStmt)
	if !ok || !f.Pieces || loop.Value == nil || technique.IsBlank(loop.Value) {
		return nil
	}
	return loop.Value
}

// mentions returns how often a loop names its index but to look at a piece: where v[i] gets
// its text, and in its head.
func (f *Fill) mentions() int {
	if _, ok := f.Loop.(*ast.ForStmt); ok {
		return 3
	}
	return 1
}
