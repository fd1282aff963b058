package sumonce

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// copies finds the bytes of a reader that is made to be read once: it gives them to the hash in one
// piece, and does not fail. A variable that holds it goes away.
//
//	io.Copy(h, bytes.NewReader(b)); r := strings.NewReader(s); io.Copy(h, r)
func (h *hashed) copies(reader ast.Expr) bool {
	if data, ok := h.readBy(reader); ok {
		return h.take(data)
	}
	v, ok := technique.Variable(h.pass.TypesInfo, reader)
	if !ok || len(technique.UsesOf(h.pass, v)) != 1 {
		return false
	}
	data, ok := h.readBy(technique.OnlyValue(h.pass, v))
	return ok && h.beside(v) && h.keeps(data) && h.take(data)
}

// beside reports whether a variable is declared, alone, in the list that the hash is declared in.
func (h *hashed) beside(v *types.Var) bool {
	fn, inFunc := technique.EnclosingFunc(h.cur)
	def, ok := technique.Definition(h.pass, v)
	if !inFunc || !ok || technique.HasGoto(h.pass, fn.Node()) {
		return false
	}
	as, ok := def.Parent().Node().(*ast.AssignStmt)
	h.drop = as
	return ok && as.Tok == token.DEFINE && len(as.Lhs) == 1 && technique.InList(def.Parent()) &&
		def.Parent().Parent().Node() == h.cur.Parent().Node() &&
		!technique.CommentedAround(h.pass, as, as) &&
		!technique.CommentedAround(h.pass, h.cur.Node(), as)
}

// readBy returns what a call makes a reader of.
func (h *hashed) readBy(e ast.Expr) (data ast.Expr, ok bool) {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return nil, false
	}
	for _, f := range [][2]string{{"bytes", "NewReader"}, {"strings", "NewReader"},
		{"bytes", "NewBuffer"}, {"bytes", "NewBufferString"}} {
		if technique.IsFunc(h.pass.TypesInfo, call, f[0], f[1]) {
			return call.Args[0], true
		}
	}
	return nil, false
}

// keeps reports whether an expression names the same bytes where they are hashed: a variable to
// which nothing is assigned.
func (h *hashed) keeps(data ast.Expr) bool {
	v, ok := technique.Variable(h.pass.TypesInfo, data)
	if !ok || !technique.Unassigned(h.pass, v) {
		return false
	}
	_, local := technique.LocalUses(h.pass, v)
	return local && technique.ResolvesSameAt(h.pass, data, h.write.Pos())
}

// take sets the bytes that are hashed.
func (h *hashed) take(data ast.Expr) bool {
	h.data = technique.Text(h.pass, data)
	if !technique.IsText(h.pass.TypesInfo.TypeOf(data)) {
		return true
	}
	h.data = "[]byte(" + h.data + ")"
	return technique.Predeclared(h.pass, data.Pos(), "byte")
}

// dropReader removes the declaration of a reader.
func (h *hashed) dropReader() []analysis.TextEdit {
	if next, _ := h.cur.NextSibling(); h.drop == nil || next.Node() == h.drop {
		return nil
	}
	return []analysis.TextEdit{technique.Remove(h.pass, h.drop)}
}
