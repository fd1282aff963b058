package appendform

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
	"github.com/wring-go/wring/technique/pooledtext"
)

// pooled makes in room from a pool what is written at once to any writer. Whether that keeps
// what it gets is not known, so the compiler would put the text on the heap.
//
//	have: io.WriteString(w, key+": "+value), w.Write([]byte(strconv.Itoa(n)))
//	want: writeText(w, append(append(append(textRoom(), key...), ": "...), value...)),
//	      writeText(w, strconv.AppendInt(textRoom(), int64(n), 10))
//
// So is the text of a variable that is only written, in the next statement.
func pooled(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	call := cur.Node().(*ast.CallExpr)
	w, written, ok := pooledtext.Written(pass, call)
	if !ok || technique.RunsLater(cur) || technique.Commented(pass, call) {
		return p, false
	}
	value, ok := cur.FindNode(written)
	if !ok {
		return p, false
	}
	var edits []analysis.TextEdit
	if v, isVar := technique.Variable(pass.TypesInfo, written); isVar {
		def, made, ok := before(pass, cur, v)
		if !ok || !technique.Pure(pass.TypesInfo, w) {
			return p, false
		}
		edits, value = append(edits, technique.Remove(pass, def)), made
	}
	t, ok := textAt(pass, value)
	if !ok || t.variables() == 0 || len(t.pieces) < 2 && (!t.formats() || len(edits) > 0) ||
		!technique.Predeclared(pass, cur.Node().Pos(), "append", "int64") {
		return p, false
	}
	helpers, ok := t.helpers()
	declared, also := pooledtext.Declare(pass, t.file, call)
	edits = append(append(edits, helpers...), declared...)
	return technique.Proposal{At: t.at(), Also: t.also(),
		Message: "append the text in room from a pool, which makes no string of it",
		Edits: append(edits, technique.Replace(call,
			pooledtext.Write(technique.Text(pass, w), t.appended(pooledtext.Room))))}, ok && also
}

// hashed copies a string to room from a pool that goes to what has no method for strings, such as a
// hash, so that bytes are made of each.
//
//	have: h.Write([]byte(s)), io.WriteString(h, s)
//	want: writeText(h, append(textRoom(), s...))
func hashed(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	call := cur.Node().(*ast.CallExpr)
	w, s, ok := pooledtext.Written(pass, call)
	file := technique.FileOf(pass, call.Pos())
	if !ok || file == nil || !bytesOnly(pass, pass.TypesInfo.TypeOf(w)) ||
		pass.TypesInfo.Types[s].Value != nil || !technique.IsText(pass.TypesInfo.TypeOf(s)) ||
		technique.RunsLater(cur) || technique.Commented(pass, call) ||
		!technique.Predeclared(pass, call.Pos(), "append") {
		return p, false
	}
	if _, made := pooled(pass, cur); made {
		return p, false
	}
	edits, ok := pooledtext.Declare(pass, file, call)
	return technique.Proposal{At: call.Args[len(call.Args)-1],
		Message: "copy the text to room from a pool",
		Edits: append(edits, technique.Replace(call, pooledtext.Write(technique.Text(pass, w),
			"append("+pooledtext.Room+", "+technique.Text(pass, s)+"...)")))}, ok
}

// bytesOnly reports whether a writer takes no strings: a hash, a connection, and another one whose
// type is known and has no such method.
func bytesOnly(pass *analysis.Pass, t types.Type) bool {
	if _, isInterface := t.Underlying().(*types.Interface); isInterface {
		return effects.IsHash(t) || technique.IsNamed(t, "net", "Conn")
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, pass.Pkg, "WriteString")
	write, _, _ := types.LookupFieldOrMethod(t, true, pass.Pkg, "Write")
	return obj == nil && write != nil && write.Pkg() != nil && !makesNone[write.Pkg().Path()]
}

// makesNone are packages with a writer of which the compiler knows that it keeps and changes
// nothing of what it gets. It then makes no bytes of a string.
var makesNone = map[string]bool{
	"compress/lzw": true, "crypto/sha3": true, "log/syslog": true, "mime/quotedprintable": true,
	"text/tabwriter": true,
}

// goesToWriter reports whether the text is for pooled.
func (t *text) goesToWriter() bool {
	for up := t.cur.Parent(); ; up = up.Parent() {
		switch n := up.Node().(type) {
		case *ast.ParenExpr:
			continue
		case *ast.CallExpr:
			if t.pass.TypesInfo.Types[n.Fun].IsType() {
				continue
			}
			_, _, ok := pooledtext.Written(t.pass, n)
			return ok && !technique.RunsLater(up)
		}
		return false
	}
}

// before matches the statement before the one that writes v, if it declares v and nothing
// else uses v, and returns what it makes.
func before(pass *analysis.Pass, call inspector.Cursor, v *types.Var) (ast.Stmt, inspector.Cursor,
	bool) {
	var none inspector.Cursor
	uses, ok := technique.LocalUses(pass, v)
	stmt := call.Parent()
	switch kind := call.ParentEdgeKind(); {
	case !ok || len(uses) != 1:
		return nil, none, false
	case kind == edge.ExprStmt_X:
	case kind == edge.AssignStmt_Rhs && len(stmt.Node().(*ast.AssignStmt).Rhs) == 1:
		for _, left := range stmt.Node().(*ast.AssignStmt).Lhs {
			if _, name := left.(*ast.Ident); !name {
				return nil, none, false
			}
		}
	case kind == edge.ReturnStmt_Results && len(stmt.Node().(*ast.ReturnStmt).Results) == 1:
	default:
		return nil, none, false
	}
	if stmt.ParentEdgeKind() == edge.IfStmt_Init {
		stmt = stmt.Parent()
	}
	if !technique.InList(stmt) {
		return nil, none, false
	}
	def, ok := stmt.PrevSibling()
	if !ok {
		return nil, none, false
	}
	assign, ok := def.Node().(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 ||
		pass.TypesInfo.Defs[assign.Lhs[0].(*ast.Ident)] != v {
		return nil, none, false
	}
	value, ok := def.FindNode(ast.Unparen(assign.Rhs[0]))
	return assign, value, ok && !technique.Commented(pass, assign)
}
