package sharebuf

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// buffer is a variable of a function that holds a few bytes for a while.
type buffer struct {
	pass *analysis.Pass
	cur  inspector.Cursor // its declaration
	v    *types.Var
	at   ast.Node // what allocates
	size int64
	body ast.Node // of the function

	end   token.Pos // behind the last statement, or the loop, that uses it
	given bool      // a reader or a writer gets it, so that it is on the heap
	cut   bool      // a part may end behind the buffer, in what else the array has
	uses  []analysis.TextEdit
}

// buffersIn returns the buffers of a function that are on the heap and that nothing keeps, in the
// order of their declarations; not those of function literals in it.
func buffersIn(pass *analysis.Pass, fn inspector.Cursor) []*buffer {
	var list []*buffer
	for cur := range fn.Preorder((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		if !technique.InFunc(cur, fn) || !technique.InList(cur) {
			continue
		}
		b := &buffer{pass: pass, cur: cur, body: fn.Node(), end: cur.Node().End()}
		if b.declared() && b.kept(fn) && b.given && !technique.Commented(pass, cur.Node()) {
			list = append(list, b)
		}
	}
	return list
}

// declared matches a declaration of an array of zeros, or of a slice of a known length.
func (b *buffer) declared() bool {
	info := b.pass.TypesInfo
	v, name, value := technique.Declared(info, b.cur.Node())
	if v == nil || name.Name == "_" {
		return false
	}
	b.v, b.at = v, name
	made := false
	if a, ok := v.Type().(*types.Array); ok {
		b.size = a.Len()
		lit, ok := value.(*ast.CompositeLit)
		made = types.Identical(a.Elem(), types.Typ[types.Byte]) &&
			(value == nil || ok && len(lit.Elts) == 0)
	} else {
		b.at = value
		b.size, made = technique.MadeLength(info, value)
		made = made && types.Identical(v.Type(), types.NewSlice(types.Typ[types.Byte]))
	}
	return made && 0 < b.size && b.size <= maxSize
}

// kept reports whether the function keeps the bytes to itself: all that uses the variable reads or
// writes elements, or gives the bytes, or a part, to what does not keep them.
func (b *buffer) kept(fn inspector.Cursor) bool {
	uses, ok := technique.LocalUses(b.pass, b.v)
	for _, use := range uses {
		if !technique.InFunc(use, fn) || !b.use(use) {
			return false
		}
		for stmt := range use.Enclosing((*ast.GoStmt)(nil), (*ast.DeferStmt)(nil)) {
			if b.contains(fn, stmt) {
				return false
			}
		}
		b.end = max(b.end, b.until(fn, use))
	}
	return ok
}

// contains reports whether a statement around a use lies in the function.
func (b *buffer) contains(fn, stmt inspector.Cursor) bool {
	return fn.Node().Pos() <= stmt.Node().Pos() && stmt.Node().End() <= fn.Node().End()
}

// until returns the end of what may run after a use and uses the same bytes: of the statement, or
// of the outermost loop around the use, and not around the declaration.
func (b *buffer) until(fn, use inspector.Cursor) token.Pos {
	end := use.Node().End()
	for up := use; up.Node() != fn.Node(); up = up.Parent() {
		switch n := up.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if b.cur.Node().Pos() < n.Pos() || n.End() <= b.cur.Node().Pos() {
				end = n.End()
			}
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		case ast.Stmt:
			if !has(n, b.cur.Node()) {
				end = max(end, n.End())
			}
		}
	}
	return end
}

// has reports whether a node lies in another one.
func has(n, inner ast.Node) bool { return n.Pos() <= inner.Pos() && inner.End() <= n.End() }

// use allows what reads and writes elements, and takes parts for calls.
func (b *buffer) use(cur inspector.Cursor) bool {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return b.use(parent)
	case *ast.IndexExpr:
		return n.X == cur.Node() && !technique.PointedTo(b.pass.TypesInfo, parent)
	case *ast.SliceExpr:
		if n.X != cur.Node() || n.Max != nil {
			return false
		}
		if n.High != nil {
			end, known := technique.ConstantInt(b.pass.TypesInfo, n.High)
			_, direct := cur.Node().(*ast.Ident)
			b.cut = b.cut || !known || !direct || end > b.size
		}
		if _, direct := cur.Node().(*ast.Ident); direct && n.Low == nil && n.High == nil {
			b.uses = append(b.uses, technique.Replace(n, b.v.Name()))
		}
		return b.use(parent)
	case *ast.RangeStmt:
		return n.X == cur.Node() && n.Value == nil
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args && b.argument(n, cur)
	}
	return false
}

// argument allows calls that get the bytes and do not keep them.
func (b *buffer) argument(call *ast.CallExpr, arg inspector.Cursor) bool {
	info := b.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		return technique.IsText(info.TypeOf(call))
	}
	index := arg.ParentEdgeIndex()
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "len", "copy", "clear":
			return true
		case "append":
			return index > 0 && call.Ellipsis.IsValid()
		}
	case *types.Func:
		if effects.Transfers(fn) {
			b.given = true
			return true
		}
		return technique.DeclOf(b.pass, fn) == nil && effects.Known(fn) &&
			!effects.ReturnsSlice(fn) && effects.RetainsNothing(fn, index)
	}
	return false
}

// part returns how the buffer is written as a part of an array of some size.
func (b *buffer) part(array string, size int64) string {
	switch {
	case b.size == size:
		return array + "[:]"
	case b.cut:
		return fmt.Sprintf("%s[:%d:%[2]d]", array, b.size)
	}
	return fmt.Sprintf("%s[:%d]", array, b.size)
}
