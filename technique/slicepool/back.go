package slicepool

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// back matches a slice behind a pointer of a pool that goes back behind another pointer, that to
// the variable which holds it. The variable is then a new object each time.
//
//	have: buf := *pool.Get().(*[]byte); ...; pool.Put(&buf)
//	want: bufPtr := pool.Get().(*[]byte); buf := *bufPtr; ...; *bufPtr = buf; pool.Put(bufPtr)
//
//	have: p := pool.Get().(*[]byte); buf := (*p)[:0]; defer pool.Put(&buf)
//	want: ... defer func() { *p = buf; pool.Put(p) }()
//
// So may a function literal that is deferred.
func back(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	put := cur.Node().(*ast.CallExpr)
	if !technique.IsMethod(pass.TypesInfo, put, "sync", "Pool", "Put") {
		return none, false
	}
	addr, ok := ast.Unparen(put.Args[0]).(*ast.UnaryExpr)
	if !ok || addr.Op != token.AND {
		return none, false
	}
	v, ok := technique.Variable(pass.TypesInfo, ast.Unparen(addr.X))
	if !ok || v.IsField() || !technique.IsSlice(v.Type()) {
		return none, false
	}
	b := &returned{pass: pass, file: technique.FileOf(pass, put.Pos()), put: put, v: v}
	if b.file == nil || !b.place(cur) || !b.last(cur) || !b.begins() {
		return none, false
	}
	pool := technique.Text(pass, put.Fun)
	text := "*" + b.pointer + " = " + v.Name() + "\n" + pool + "(" + b.pointer + ")"
	if b.later {
		text = "defer func() {\n" + text + "\n}()"
	}
	return technique.Proposal{At: b.name, Message: "put back the pointer that the slice came with",
		Edits: append(b.edits, technique.Replace(b.stmt.Node(), text))}, true
}

// returned is a slice that goes back to its pool.
type returned struct {
	pass    *analysis.Pass
	file    *ast.File
	put     *ast.CallExpr
	v       *types.Var
	name    ast.Node         // that declares it
	stmt    inspector.Cursor // that puts it back
	later   bool             // when the function returns
	fn      inspector.Cursor // the function that has the slice
	lit     inspector.Cursor // the literal it defers that puts it back, if one does
	pointer string           // the name of what Get gave
	edits   []analysis.TextEdit
}

// place reports whether a statement of a list does nothing but to put the slice back. One that is
// deferred finds the pool then: it is a variable of the package that is no pointer.
func (b *returned) place(cur inspector.Cursor) bool {
	b.stmt = cur.Parent()
	switch cur.ParentEdgeKind() {
	case edge.ExprStmt_X:
		b.fn, _ = technique.EnclosingFunc(cur)
		if stmt, ok := deferredBy(b.fn); ok {
			if technique.InLoop(cur) || technique.InLoop(stmt) {
				return false
			}
			b.lit = b.fn
			b.fn, _ = technique.EnclosingFunc(stmt)
		} else if technique.Repeated(cur, b.v.Pos()) {
			return false
		}
	case edge.DeferStmt_Call:
		sel, ok := ast.Unparen(b.put.Fun).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		pool, ok := technique.Variable(b.pass.TypesInfo, ast.Unparen(sel.X))
		if !ok || pool.Parent() != b.pass.Pkg.Scope() || technique.InLoop(cur) ||
			technique.IsPointer(pool.Type()) ||
			!technique.IsNamed(pool.Type(), "sync", "Pool") { // which may have a pointer to one
			return false
		}
		b.later = true
		b.fn, _ = technique.EnclosingFunc(cur)
	default:
		return false
	}
	return technique.InList(b.stmt) && !technique.Commented(b.pass, b.stmt.Node())
}

// deferredBy returns the statement that defers a function literal and calls it with nothing.
func deferredBy(lit inspector.Cursor) (inspector.Cursor, bool) {
	if _, ok := lit.Node().(*ast.FuncLit); !ok || lit.ParentEdgeKind() != edge.CallExpr_Fun {
		return lit, false
	}
	call := lit.Parent()
	return call.Parent(), call.ParentEdgeKind() == edge.DeferStmt_Call &&
		technique.InList(call.Parent())
}

// last reports whether nothing else takes the variable's address or has it in a function literal,
// and nothing uses it after it was put back.
func (b *returned) last(cur inspector.Cursor) bool {
	uses, local := technique.LocalUses(b.pass, b.v)
	def, declared := technique.Definition(b.pass, b.v)
	if !local || !declared || !technique.InFunc(def, b.fn) ||
		technique.HasGoto(b.pass, b.fn.Node()) {
		return false
	}
	for _, use := range uses {
		if cur.Contains(use) {
			continue
		}
		_, addressed := technique.Replaced(use)
		if addressed || technique.ByMethod(b.pass.TypesInfo, use) || !b.ends(use) {
			return false
		}
	}
	return technique.ResolvesSameAt(b.pass, b.put.Fun, b.put.Pos())
}

// ends reports whether a use of the variable is before it is put back.
func (b *returned) ends(use inspector.Cursor) bool {
	switch {
	case b.lit.Valid() && technique.InFunc(use, b.lit):
		return use.Node().Pos() < b.put.Pos()
	case !technique.InFunc(use, b.fn):
		return false
	}
	return b.later || b.lit.Valid() || use.Node().Pos() < b.put.Pos()
}

// begins reports whether the variable begins with what a pointer of the pool led to, and names
// that pointer.
func (b *returned) begins() bool {
	def, ok := technique.Definition(b.pass, b.v)
	if !ok || !technique.InList(def.Parent()) {
		return false
	}
	b.name = def.Node()
	v, _, value := technique.Declared(b.pass.TypesInfo, def.Parent().Node())
	if v != b.v || value == nil {
		return false
	}
	value = ast.Unparen(value)
	if part, ok := value.(*ast.SliceExpr); ok {
		value = ast.Unparen(part.X)
	}
	star, ok := value.(*ast.StarExpr)
	if !ok || !types.Identical(b.pass.TypesInfo.TypeOf(star.X), types.NewPointer(b.v.Type())) {
		return false // also for pointers with a name, which the pool tells from others
	}
	if b.taken(star.X) {
		b.pointer = technique.FreshName(b.pass, b.file, b.v.Name()+"Ptr")
		b.edits = []analysis.TextEdit{
			technique.Insert(def.Parent().Node().Pos(),
				b.pointer+" := "+technique.Text(b.pass, ast.Unparen(star.X))+"\n"),
			technique.Replace(star.X, b.pointer)}
		return true
	}
	return b.named(star.X, def.Parent())
}

// named reports whether an expression is a variable for what Get gave, which is declared in the
// same list of statements and only used there.
func (b *returned) named(e ast.Expr, stmt inspector.Cursor) bool {
	p, ok := technique.Variable(b.pass.TypesInfo, ast.Unparen(e))
	if !ok {
		return false
	}
	def, ok := technique.Definition(b.pass, p)
	uses, local := technique.LocalUses(b.pass, p)
	if !ok || !local || len(uses) != 1 || def.Parent().Parent() != stmt.Parent() {
		return false // it may go back by itself
	}
	declared, _, value := technique.Declared(b.pass.TypesInfo, def.Parent().Node())
	if declared != p || value == nil || !b.taken(value) ||
		!technique.ResolvesSameAt(b.pass, ast.Unparen(e), b.put.Pos()) {
		return false
	}
	b.pointer = p.Name()
	return true
}

// taken matches pool.Get().(*[]byte), of the pool that the slice goes back to.
func (b *returned) taken(e ast.Expr) bool {
	assert, ok := ast.Unparen(e).(*ast.TypeAssertExpr)
	if !ok || assert.Type == nil {
		return false
	}
	info := b.pass.TypesInfo
	get, ok := ast.Unparen(assert.X).(*ast.CallExpr)
	if !ok || !technique.IsMethod(info, get, "sync", "Pool", "Get") {
		return false
	}
	from, ok := ast.Unparen(get.Fun).(*ast.SelectorExpr)
	to, isSel := ast.Unparen(b.put.Fun).(*ast.SelectorExpr)
	return ok && isSel && owner(info, from.X) != nil && owner(info, from.X) == owner(info, to.X)
}
