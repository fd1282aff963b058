package reusefield

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// mostWaiting is how many bytes may wait in a pool.
const mostWaiting = 64 << 10

// drain is a slice that is taken from a field, which gets a new one, and looked through.
type drain struct {
	*field
	file  *ast.File
	fn    inspector.Cursor
	taken *types.Var
	take  inspector.Cursor // taken := x.f
	empty inspector.Cursor // x.f = nil
	on    ast.Expr         // x.f
	seen  map[*types.Var]bool
	last  inspector.Cursor // the last statement that names taken
	leave bool             // a statement up to the last one may lead out of the block
}

// drains matches the statement that takes what has gathered in a field, which begins anew: the
// memory of one that was looked through earlier is the field's next one. It waits in a pool,
// since another goroutine may fill the field meanwhile.
//
//	have: list := x.f; x.f = nil; for _, e := range list { ... }
//	want: room := pool.Get().(*[]T); list := x.f; x.f = (*room)[:0]; for ...
//	      clear(list); *room = list[:0]; pool.Put(room)
func drains(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	d, ok := drainAt(pass, cur)
	if !ok || !d.lookedThrough() || !d.used() || len(d.grows) == 0 || d.owner == nil ||
		!technique.NeverCopied(pass, d.owner) || !technique.NamesFields(pass, d.owner) {
		return p, false
	}
	edits, ok := d.here()
	if !ok {
		edits, ok = d.pooled()
	}
	return technique.Proposal{At: d.grows[0], Also: append(d.grows[1:], d.on), Edits: edits,
		Message: "let what gathers in " + d.v.Name() + " use the room of an earlier time"}, ok
}

// drainAt matches list := x.f, behind which the field gets an empty slice.
func drainAt(pass *analysis.Pass, cur inspector.Cursor) (*drain, bool) {
	taken, _, value := technique.Declared(pass.TypesInfo, cur.Node())
	sel, ok := value.(*ast.SelectorExpr)
	if taken == nil || !ok || !technique.InList(cur) || !technique.Pure(pass.TypesInfo, sel) {
		return nil, false
	}
	v, ok := pass.TypesInfo.Uses[sel.Sel].(*types.Var)
	file, fn := technique.FileOf(pass, cur.Node().Pos()), method(cur)
	if !ok || !v.IsField() || v.Exported() || v.Embedded() || v.Pkg() != pass.Pkg || file == nil ||
		fn == nil || technique.InTest(pass, file) || !given(pass.TypesInfo, fn, sel.X) ||
		!technique.IsSlice(v.Type()) || !types.Identical(v.Type(), taken.Type()) ||
		!technique.Since(pass, file, "go1.21") {
		return nil, false
	}
	d := &drain{field: newField(pass, v), file: file, taken: taken, take: cur, on: sel,
		seen: make(map[*types.Var]bool)}
	d.field.taken = cur.Node()
	d.fn, _ = technique.EnclosingFunc(cur)
	for next, ok := cur.NextSibling(); ok; next, ok = next.NextSibling() {
		as, isAssign := next.Node().(*ast.AssignStmt)
		if isAssign && as.Tok == token.ASSIGN && len(as.Lhs) == 1 && len(as.Rhs) == 1 &&
			isNew(pass.TypesInfo, as.Rhs[0]) &&
			technique.SameExpr(pass.TypesInfo, as.Lhs[0], sel) {
			d.empty = next
			return d, noElementsOrNil(pass, as.Rhs[0]) && !technique.Commented(pass, as)
		}
		if !d.steady(sel) || technique.HasJump(next.Node()) ||
			technique.Uses(pass.TypesInfo, next.Node(), v) ||
			technique.Uses(pass.TypesInfo, next.Node(), taken) {
			return nil, false
		}
	}
	return nil, false
}

func noElementsOrNil(pass *analysis.Pass, e ast.Expr) bool {
	return pass.TypesInfo.Types[e].IsNil() || noElements(pass, e)
}

// lookedThrough reports whether what is taken is only looked through, in the same block and
// without a function literal, and finds the last statement that does so.
func (d *drain) lookedThrough() bool {
	if !technique.Unassigned(d.pass, d.taken) {
		return false
	}
	for _, use := range technique.UsesOf(d.pass, d.taken) {
		if !technique.InFunc(use, d.fn) || !d.looks(use) {
			return false
		}
	}
	for next, ok := d.empty.NextSibling(); ok; next, ok = next.NextSibling() {
		if technique.Uses(d.pass.TypesInfo, next.Node(), d.taken) {
			d.last = next
		}
	}
	if !d.last.Valid() {
		return false
	}
	for next, ok := d.empty.NextSibling(); ok; next, ok = next.NextSibling() {
		leaves := func(ast.Stmt) { d.leave = true }
		if _, isBlock := next.Node().(*ast.BlockStmt); !isBlock {
			technique.Leaving(next.Node(), leaves)
		}
		if next == d.last {
			break
		}
	}
	return !d.leave || d.fn.Node().(*ast.FuncDecl).Body == d.take.Parent().Node()
}

// pooled returns the edits that take room from a pool for the field, and give that of what is
// taken to it.
func (d *drain) pooled() ([]analysis.TextEdit, bool) {
	decl := d.fn.Node().(*ast.FuncDecl)
	typ, edits, ok := technique.TypeText(d.pass, d.file, decl.Pos(), d.v.Type())
	elem := d.v.Type().Underlying().(*types.Slice).Elem()
	size, known := technique.SizeOf(d.pass, elem)
	if !ok || !known || size <= 0 || size > mostWaiting ||
		!technique.Predeclared(d.pass, d.take.Node().Pos(), "any", "new", "clear", "cap", "nil") {
		return nil, false
	}
	pool := technique.FreshName(d.pass, d.file,
		technique.LowerFirst(d.owner.Name())+technique.UpperFirst(d.v.Name()))
	room := technique.FreshName(d.pass, d.file, "room")
	list := d.taken.Name()
	give := fmt.Sprintf("if cap(%s) <= %d {\n", list, mostWaiting/size)
	if technique.Pointers(elem) {
		give += "clear(" + list + ")\n"
	}
	give += fmt.Sprintf("*%s = %s[:0]\n%s.Put(%[1]s)\n}", room, list, pool)
	sync, more := technique.AddImport(d.pass, d.file, decl.Pos(), "sync")
	at := decl.Pos()
	if decl.Doc != nil {
		at = decl.Doc.Pos()
	}
	edits = append(append(edits, more...),
		technique.Insert(at, fmt.Sprintf("// %s holds room for %s of %s between its uses.\n"+
			"var %[1]s = %[4]s.Pool{New: func() any { return new(%[5]s) }}\n\n",
			pool, d.v.Name(), d.owner.Name(), sync, typ)),
		technique.Insert(d.take.Node().Pos(),
			fmt.Sprintf("%s := %s.Get().(*%s)\n", room, pool, typ)),
		technique.Replace(d.empty.Node().(*ast.AssignStmt).Rhs[0], "(*"+room+")[:0]"))
	if d.leave {
		return append(edits, technique.Insert(d.empty.Node().End(),
			"\ndefer func() {\n"+give+"\n}()")), true
	}
	return append(edits, technique.Insert(d.last.Node().End(), "\n"+give)), true
}
