package prealloc

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// loop is a loop whose number of iterations is known before it, or bounded.
type loop struct {
	pass *analysis.Pass
	file *ast.File
	cur  inspector.Cursor
	body *ast.BlockStmt
	// stmt is the loop with its labels: what stands in the list of statements.
	stmt  inspector.Cursor
	limit limit
	// guessed says that a slice may begin with room already, as it takes a length to guess it.
	guessed bool
	// made are the statements whose slices get their capacity already.
	made []ast.Stmt
}

// limit bounds the number of iterations.
type limit struct {
	text string // "len(xs)", "n"
	// sum says that text is a sum, and positive the condition for it to be
	// more than zero.
	sum      bool
	positive string
	expr     ast.Expr // what is ranged over, or the number
	// asked says that text may only be evaluated where the condition holds.
	asked bool
	// held says that something of that length is in memory already.
	held bool
	// signed says that it may be negative, and then means none.
	signed bool
	fixed  bool // a constant above zero
	// below says that it may be negative in an iteration: one less wraps.
	below bool
	// hoist says that expr must first be kept in a variable called name.
	hoist bool
	name  string
}

// times returns the limit for count elements in each iteration.
func (m limit) times(count int) string {
	if count == 1 {
		return m.text
	}
	if m.sum {
		return fmt.Sprintf("%d*(%s)", count, m.text)
	}
	return fmt.Sprintf("%d*%s", count, m.text)
}

// above returns the condition for the limit to be more than zero.
func (m limit) above() string {
	if m.positive != "" {
		return m.positive
	}
	return m.text + " > 0"
}

// loopAt returns the loop at cur, if it has a limit.
func loopAt(pass *analysis.Pass, cur inspector.Cursor) (*loop, bool) {
	l := &loop{pass: pass, cur: cur, stmt: cur, file: technique.FileOf(pass, cur.Node().Pos())}
	if l.file == nil || !technique.Predeclared(pass, cur.Node().Pos(), "make", "len", "nil") {
		return nil, false
	}
	for {
		if _, ok := l.stmt.Parent().Node().(*ast.LabeledStmt); !ok {
			break
		}
		l.stmt = l.stmt.Parent()
	}
	var ok bool
	switch n := cur.Node().(type) {
	case *ast.RangeStmt:
		l.body = n.Body
		l.limit, ok = l.ranged(n.X)
	case *ast.ForStmt:
		l.body = n.Body
		l.limit, ok = l.counted(n)
	}
	return l, ok
}

// ranged returns the limit of a loop over x.
func (l *loop) ranged(x ast.Expr) (limit, bool) {
	info := l.pass.TypesInfo
	m := limit{expr: x, held: true}
	t := info.TypeOf(x).Underlying()
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem().Underlying()
	}
	switch t := t.(type) {
	case *types.Basic:
		if t.Info()&types.IsInteger != 0 {
			return l.number(x)
		}
	case *types.Slice:
		m.held = !zeroSize(t.Elem())
	case *types.Array:
		m.held = !zeroSize(t.Elem())
		m.fixed = t.Len() > 0
	case *types.Map:
	default:
		return m, false // a channel or a function: the length is unknown
	}
	if !technique.Pure(info, x) {
		if _, ok := x.(*ast.CallExpr); !ok && !part(info, x) {
			return m, false
		}
		m.hoist = true
		m.name = technique.FreshName(l.pass, l.file, "all")
		m.text = "len(" + m.name + ")"
		return m, true
	}
	m.text = "len(" + technique.Text(l.pass, ast.Unparen(x)) + ")"
	return m, true
}

// part matches a part of a slice, x[i:j].
func part(info *types.Info, x ast.Expr) bool {
	s, ok := ast.Unparen(x).(*ast.SliceExpr)
	return ok && technique.Pure(info, s.X) && (s.Low == nil || technique.Pure(info, s.Low)) &&
		(s.High == nil || technique.Pure(info, s.High)) && s.Max == nil
}

// number returns the limit of a loop that runs n times.
func (l *loop) number(n ast.Expr) (limit, bool) {
	info := l.pass.TypesInfo
	if _, ok := technique.CountedOf(l.pass, n); ok {
		return limit{expr: n, text: technique.Text(l.pass, n), held: true}, true
	}
	if !technique.Pure(info, n) {
		return limit{}, false
	}
	m := limit{expr: n, text: technique.Text(l.pass, n)}
	if _, ok := n.(*ast.BinaryExpr); ok {
		m.text = "(" + m.text + ")"
	}
	if info.Types[n].Value != nil {
		count, ok := technique.ConstantInt(info, n)
		m.fixed = ok && 0 < count && count < 1<<20
		return m, m.fixed
	}
	b, ok := info.TypeOf(n).Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsInteger == 0 {
		return m, false
	}
	m.signed = b.Info()&types.IsUnsigned == 0
	if call, isLen := n.(*ast.CallExpr); isLen {
		m.held, m.signed = hasSize(l.pass, call.Args[0]), false
	}
	return m, true
}

// hasSize reports whether the elements of x take memory.
func hasSize(pass *analysis.Pass, x ast.Expr) bool {
	switch t := pass.TypesInfo.TypeOf(x).Underlying().(type) {
	case *types.Slice:
		return !zeroSize(t.Elem())
	case *types.Basic, *types.Map:
		return true
	}
	return false
}

// zeroSize reports whether values of type t take no memory.
func zeroSize(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Array:
		return t.Len() == 0 || zeroSize(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if !zeroSize(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

// changes reports whether the loop assigns to a variable that e names. The elements of a slice
// do not count: its length stays.
func (l *loop) changes(e ast.Expr) bool {
	if v, ok := technique.Variable(l.pass.TypesInfo, e); ok && !v.IsField() {
		if _, slice := v.Type().Underlying().(*types.Slice); slice {
			return l.reassigns(v)
		}
	}
	for n := range ast.Preorder(e) {
		v, ok := technique.Variable(l.pass.TypesInfo, n)
		if ok && technique.Assigned(l.pass.TypesInfo, l.body, v) {
			return true
		}
	}
	return false
}

// endsEarly reports whether a statement ends the loop before its number is reached, or a call in it
// may.
func (l *loop) endsEarly() (early bool) {
	technique.Leaving(l.body, func(stmt ast.Stmt) {
		branch, ok := stmt.(*ast.BranchStmt)
		early = early || !ok || branch.Tok != token.CONTINUE || branch.Label != nil
	})
	return early || l.stops()
}

// stops reports whether a call in the loop may end it, unless the loop counts to a constant.
func (l *loop) stops() bool { return !l.limit.fixed && technique.MayStop(l.pass, l.body) }

// wraps reports whether a size that is computed with a number of few bits may be negative: more
// than such a number says.
//
//	for i := int8(0); i < n; i++ { out = append(out, x, y) }
func (l *loop) wraps(size string) bool {
	t, ok := l.pass.TypesInfo.TypeOf(l.limit.expr).Underlying().(*types.Basic)
	if !ok || size == technique.Text(l.pass, l.limit.expr) {
		return false
	}
	switch t.Kind() {
	case types.Int8, types.Int16, types.Uint8, types.Uint16:
		return l.limit.text != "len("+technique.Text(l.pass, l.limit.expr)+")"
	}
	return false
}
