package textroom

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// written is a bytes.Buffer of which only the bytes are taken, in the end: a slice that is
// appended to holds the same, and can begin with room for all of them.
type written struct {
	*text
	decl  inspector.Cursor
	calls map[*ast.CallExpr]string // of its methods that are known, and what each becomes
	left  int                      // writes whose lengths are not added up yet
	begun bool                     // something is written in any case
	maybe int                      // bytes that are only written where a condition holds
	taken []*ast.CallExpr          // calls of Bytes
	given []*types.Var             // variables and fields that get the bytes
	read  map[types.Object]bool    // pointers that are followed in any case
	edits []analysis.TextEdit
}

// leastBuffer is the room that a buffer begins with, in bytes.
const leastBuffer = 64

// buffer matches the declaration of a bytes.Buffer.
//
//	have: var b bytes.Buffer; b.WriteByte(0); b.Write(data); return b.Bytes()
//	want: b := make([]byte, 0, len(data)+1); b = append(b, 0); b = append(b, data...); return b
func buffer(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	v, name, value := technique.Declared(pass.TypesInfo, cur.Node())
	if v == nil || !technique.InList(cur) || technique.Commented(pass, cur.Node()) ||
		!technique.IsNamed(v.Type(), "bytes", "Buffer") || !emptyBuffer(pass.TypesInfo, value) {
		return p, false
	}
	w := &written{decl: cur, calls: make(map[*ast.CallExpr]string),
		read: make(map[types.Object]bool),
		text: &text{pass: pass, v: v, at: cur.Node().Pos(), still: true}}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		w.fn = fn
	}
	if !w.fn.Valid() || technique.HasGoto(pass, w.fn.Node()) || !w.usesKnown() {
		return p, false
	}
	for next, ok := cur.NextSibling(); ok; next, ok = next.NextSibling() {
		if !w.statement(next.Node().(ast.Stmt)) {
			return p, false
		}
	}
	if w.left > 0 || len(w.taken) == 0 || w.returned && w.appendedTo() {
		return p, false
	}
	sum := strings.Join(w.lens, "+")
	if w.sure > 0 {
		sum = strings.TrimPrefix(fmt.Sprintf("%s+%d", sum, w.sure), "+")
	}
	p = technique.Proposal{At: cur.Node(), Also: w.appends,
		Message: "append to a slice with room for " + sum + " bytes, without a buffer",
		Edits: append(w.edits, technique.Replace(cur.Node(),
			fmt.Sprintf("%s := make([]byte, 0, %s)", name.Name, sum)))}
	return p, true
}

// emptyBuffer matches nothing, bytes.Buffer{}, &bytes.Buffer{} and new(bytes.Buffer).
func emptyBuffer(info *types.Info, value ast.Expr) bool {
	switch e := ast.Unparen(value).(type) {
	case nil:
		return true
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.UnaryExpr:
		return e.Op == token.AND && emptyBuffer(info, e.X)
	case *ast.CallExpr:
		return technique.IsBuiltin(info, e, "new") && info.Types[e.Args[0]].IsType() ||
			technique.IsFunc(info, e, "bytes", "NewBuffer") && info.Types[e.Args[0]].IsNil()
	}
	return false
}

// usesKnown reports whether all uses are calls of methods that a slice can do without, and notes
// what they become. A variable var b *bytes.Buffer is nil, and so is no buffer.
func (w *written) usesKnown() bool {
	if _, _, value := technique.Declared(w.pass.TypesInfo, w.decl.Node()); value == nil &&
		technique.IsPointer(w.v.Type()) {
		return false
	}
	fn, _ := technique.EnclosingFunc(w.decl)
	uses, ok := technique.LocalUses(w.pass, w.v)
	for i, use := range uses {
		if !technique.InFunc(use, fn) || use.ParentEdgeKind() != edge.SelectorExpr_X ||
			use.Parent().ParentEdgeKind() != edge.CallExpr_Fun {
			return false
		}
		call := use.Parent().Parent()
		if !technique.Predeclared(w.pass, call.Node().Pos(), "append", "len", "make", "byte",
			"string") ||
			!w.method(call, i == len(uses)-1) {
			return false
		}
	}
	return ok
}

// method notes what the call of a method becomes.
func (w *written) method(at inspector.Cursor, last bool) bool {
	call, name := at.Node().(*ast.CallExpr), w.v.Name()
	text := ""
	switch call.Fun.(*ast.SelectorExpr).Sel.Name {
	case "Len":
		text = "len(" + name + ")"
	case "String":
		text = "string(" + name + ")"
	case "Bytes":
		w.taken = append(w.taken, call)
		text = name
		if !w.hands(at, last) {
			return false
		}
	case "Write", "WriteString":
		w.calls[call] = name + " = append(" + name + ", " + w.argument(call) + "...)"
	case "WriteByte":
		w.calls[call] = name + " = append(" + name + ", " + w.argument(call) + ")"
	default:
		return false
	}
	if text != "" {
		w.edits = append(w.edits, technique.Replace(call, text))
		return !technique.RunsLater(at) && at.ParentEdgeKind() != edge.ExprStmt_X
	}
	w.left++
	return at.ParentEdgeKind() == edge.ExprStmt_X && technique.InList(at.Parent()) &&
		len(call.Args) == 1 && !technique.Uses(w.pass.TypesInfo, call.Args[0], w.v) &&
		!technique.Commented(w.pass, call)
}

func (w *written) argument(call *ast.CallExpr) string {
	return technique.Text(w.pass, call.Args[0])
}

// hands reports whether nothing is written after the bytes are taken, and they are handed on as a
// whole: a part may end behind their length, where a buffer has room.
func (w *written) hands(at inspector.Cursor, last bool) bool {
	switch at.ParentEdgeKind() {
	case edge.ReturnStmt_Results:
		w.returned = true
		return true
	case edge.AssignStmt_Rhs:
		as := at.Parent().Node().(*ast.AssignStmt)
		w.returned = true
		left := ast.Unparen(as.Lhs[at.ParentEdgeIndex()])
		to := technique.VariableOrField(w.pass.TypesInfo, left)
		if id, ok := left.(*ast.Ident); ok {
			to, _ = w.pass.TypesInfo.ObjectOf(id).(*types.Var)
		}
		w.given = append(w.given, to)
		return last && !technique.Repeated(at, w.at) &&
			(to == nil || to.IsField() || !technique.Forked(w.pass, to))
	case edge.CallExpr_Args:
		fn := technique.Callee(w.pass.TypesInfo, at.Parent().Node().(*ast.CallExpr))
		_, builtin := fn.(*types.Builtin)
		return last && !(builtin && at.ParentEdgeIndex() == 0) && !technique.Repeated(at, w.at)
	case edge.KeyValueExpr_Value, edge.CompositeLit_Elts:
		w.returned = true
		w.given = append(w.given, w.fieldOf(at))
		return last && !technique.Repeated(at, w.at)
	}
	return false
}

// statement adds up what a statement writes.
func (w *written) statement(stmt ast.Stmt) bool {
	w.waited = w.waited || w.waits(stmt)
	if !w.begun && technique.HasJump(stmt) {
		return false // perhaps nothing is written, and a buffer has no memory then
	}
	if !technique.Uses(w.pass.TypesInfo, stmt, w.v) {
		if w.still = w.still && w.stays(stmt); w.still {
			w.follows(stmt)
		}
		return true
	}
	switch n := stmt.(type) {
	case *ast.ExprStmt:
		if call, ok := n.X.(*ast.CallExpr); ok && w.calls[call] != "" {
			return w.writes(call, nil, true)
		}
	case *ast.IfStmt:
		if w.still = false; !w.branch(n.Body, n.Cond) {
			return false
		}
		not := &ast.UnaryExpr{Op: token.NOT, X: n.Cond}
		if block, ok := n.Else.(*ast.BlockStmt); ok && !w.branch(block, not) {
			return false
		}
	case *ast.RangeStmt:
		if w.loops(n) {
			return true
		}
	}
	w.still = false
	return w.filledAt(stmt)
}

// filledAt reports whether there is a byte in the buffer where a statement takes its bytes, which
// would be nil else.
func (w *written) filledAt(stmt ast.Stmt) bool {
	for _, call := range w.taken {
		if stmt.Pos() <= call.Pos() && call.End() <= stmt.End() && !w.filled {
			return false
		}
	}
	return true
}

// branch adds up what a branch writes: constants, and texts that the condition is about, since
// there must be room for them each time.
func (w *written) branch(block *ast.BlockStmt, cond ast.Expr) bool {
	for _, stmt := range block.List {
		if e, ok := stmt.(*ast.ExprStmt); ok {
			if call, ok := e.X.(*ast.CallExpr); ok && w.calls[call] != "" {
				if !w.writes(call, cond, false) {
					return false
				}
			}
		}
	}
	return true
}

// loops adds up what a loop writes for each element: so many bytes, which are constant.
func (w *written) loops(n *ast.RangeStmt) bool {
	t := w.pass.TypesInfo.TypeOf(n.X)
	if !technique.IsSlice(t) && !technique.IsText(t) || technique.HasJump(n.Body) ||
		technique.Uses(w.pass.TypesInfo, n.X, w.v) {
		return false
	}
	if list, ok := t.Underlying().(*types.Slice); ok {
		if size, known := technique.SizeOf(w.pass, list.Elem()); !known || size == 0 {
			return false // more of them than there is memory for
		}
	}
	over, ok := w.length(n.X, nil)
	if !ok {
		return false
	}
	w.still = false
	lens, before := len(w.lens), w.sure
	if !w.branch(n.Body, nil) || len(w.lens) > lens || w.sure == before {
		return false
	}
	each := w.sure - before
	w.sure = before
	if each > 1 {
		over += fmt.Sprintf("*%d", each)
	}
	w.lens = append(w.lens, over)
	return true
}

// writes adds up what a call writes, and rewrites it. Unless it is sure to run, it is one in a
// loop, or in a branch with that condition.
func (w *written) writes(call *ast.CallExpr, cond ast.Expr, sure bool) bool {
	arg := ast.Unparen(call.Args[0])
	n := 1
	if call.Fun.(*ast.SelectorExpr).Sel.Name != "WriteByte" {
		known, over, ok := w.piece(arg, cond, sure)
		if !ok {
			return false
		}
		n = known
		if over != "" {
			w.lens = append(w.lens, over)
		}
	}
	w.left--
	if !sure && cond != nil {
		if w.maybe += n; w.maybe > leastBuffer {
			return false
		}
	}
	w.begun = w.begun || sure
	w.sure += n
	w.filled = w.filled || sure && n > 0
	w.appends = append(w.appends, call)
	w.edits = append(w.edits, technique.Replace(call, w.calls[call]))
	if w.still = w.still && (w.quiet(arg) || w.constantPart(arg)); w.still {
		w.follows(arg)
	}
	return true
}

// piece returns the length of a text: a number, or an expression.
func (w *written) piece(x ast.Expr, cond ast.Expr, sure bool) (n int, over string, ok bool) {
	info := w.pass.TypesInfo
	if text, ok := technique.ConstantText(info, x); ok {
		return len(text), "", true
	}
	if n, ok := constantLength(w.pass, x); ok {
		return n, "", true
	}
	if conv, ok := x.(*ast.CallExpr); ok && info.Types[conv.Fun].IsType() {
		from := info.TypeOf(conv.Args[0])
		if technique.IsText(from) || technique.HoldsBytes(from) {
			return w.piece(ast.Unparen(conv.Args[0]), cond, sure)
		}
		return 0, "", false
	}
	if !sure && cond == nil {
		return 0, "", false
	}
	over, ok = w.length(x, cond)
	return 0, over, ok
}

// length returns the length of a variable or field, as it is where the buffer is declared.
func (w *written) length(x ast.Expr, cond ast.Expr) (string, bool) {
	w.pure = true
	early := w.early(x)
	w.pure = false
	if !early {
		return "", false
	}
	_, followed := w.root(x)
	if cond != nil && !w.some(cond, x) {
		return "", false // seldom, perhaps
	}
	if followed && !w.still && !w.known(x) {
		return "", false
	}
	return "len(" + technique.Text(w.pass, x) + ")", true
}

// known reports whether a field is one by way of a pointer that is followed before anything
// happens that others see: one that is nil has panicked there. Other goroutines may change what it
// points to until the function has waited for them.
func (w *written) known(x ast.Expr) bool {
	obj, ok := w.pointer(x)
	return ok && w.read[obj] && !w.waited
}

// pointer matches v.field, where v is a pointer to a struct that has the field itself.
func (w *written) pointer(x ast.Node) (types.Object, bool) {
	sel, ok := x.(*ast.SelectorExpr)
	if !ok {
		return nil, false
	}
	v, ok := technique.Variable(w.pass.TypesInfo, sel.X)
	s := w.pass.TypesInfo.Selections[sel]
	return v, ok && s != nil && s.Kind() == types.FieldVal && len(s.Index()) == 1 && s.Indirect()
}

// follows notes the pointers that code follows in any case.
func (w *written) follows(e ast.Node) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			return false
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				return false
			}
		case ast.Expr:
			if w.pass.TypesInfo.Types[n].Value != nil {
				return false // the length of an array follows nothing
			}
		}
		if obj, ok := w.pointer(n); ok {
			w.read[obj] = true
		}
		return true
	})
}
