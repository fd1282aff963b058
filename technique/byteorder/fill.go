package byteorder

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/numbers"
)

// fill matches binary.Read of bytes, which have no order: it makes as many and copies them. Where
// there are fewer, binary.Read leaves the variable as it was and io.ReadFull does not, so the
// function has to leave without a look at it.
//
//	have: if err := binary.Read(r, binary.BigEndian, &magic); err != nil { return err }
//	want: if _, err := io.ReadFull(r, magic[:]); err != nil { return err }
func fill(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	info, call := pass.TypesInfo, cur.Node().(*ast.CallExpr)
	if !technique.IsFunc(info, call, "encoding/binary", "Read") || len(call.Args) != 3 ||
		!dropped(info, call.Args[0], call.Args[1]) ||
		numbers.OwnMethod(pass, info.TypeOf(call.Args[0]), "Read") {
		return none, false
	}
	file := technique.FileOf(pass, call.Pos())
	if file == nil || technique.Commented(pass, call) {
		return none, false
	}
	v, text := filling(pass, call.Args[2])
	if v == nil || !unseen(pass, cur, v) || !fails(info, cur, v) {
		return none, false
	}
	name, edits := technique.AddImport(pass, file, call.Pos(), "io")
	return technique.Proposal{At: call, Message: "read the bytes themselves", Edits: append(edits,
		technique.Insert(cur.Parent().Node().Pos(), "_, "),
		technique.Replace(call.Fun, name+".ReadFull"),
		analysis.TextEdit{Pos: call.Args[0].End(), End: call.Args[2].End(),
			NewText: []byte(", " + text)})}, true
}

// dropped reports whether nothing happens where an order is evaluated: it is a variable of package
// binary or of its own, or a field of what the reader is a field of.
func dropped(info *types.Info, r, order ast.Expr) bool {
	if _, ok := technique.Variable(info, order); ok || numbers.KnownOrder(info, order) {
		return true
	}
	a, ok := ast.Unparen(r).(*ast.SelectorExpr)
	b, ok2 := ast.Unparen(order).(*ast.SelectorExpr)
	if !ok || !ok2 || info.Selections[a] == nil {
		return false
	}
	_, variable := technique.Variable(info, a.X)
	return variable && technique.SameExpr(info, a.X, b.X)
}

// filling returns the variable that has memory of its own and that bytes are read into, and the
// slice of its bytes: an array, or a slice that was made for it.
func filling(pass *analysis.Pass, x ast.Expr) (v *types.Var, text string) {
	info := pass.TypesInfo
	x = ast.Unparen(x)
	of, suffix := x, ""
	switch n := x.(type) {
	case *ast.UnaryExpr:
		of, suffix = ast.Unparen(n.X), "[:]"
		if n.Op != token.AND || !arrayOfBytes(info.TypeOf(of)) {
			return nil, ""
		}
	case *ast.SliceExpr:
		of = ast.Unparen(n.X)
	}
	v, ok := technique.Variable(info, of)
	if !ok {
		return nil, ""
	}
	if suffix != "" {
		return v, technique.Text(pass, of) + suffix
	}
	if !technique.HoldsBytes(info.TypeOf(x)) {
		return nil, ""
	}
	return v, technique.Text(pass, x)
}

func arrayOfBytes(t types.Type) bool {
	array, ok := t.Underlying().(*types.Array)
	return ok && types.Identical(array.Elem(), types.Typ[types.Byte])
}

// unseen reports whether a call is the first that sees the bytes of a variable of its function.
func unseen(pass *analysis.Pass, call inspector.Cursor, v *types.Var) bool {
	fn, ok := technique.EnclosingFunc(call)
	if _, local := technique.Definition(pass, v); !ok || !local ||
		technique.Repeated(call, v.Pos()) || technique.HasGoto(pass, fn.Node()) {
		return false
	}
	if !arrayOfBytes(v.Type()) {
		made, ok := technique.OnlyValue(pass, v).(*ast.CallExpr)
		if !ok || !technique.IsBuiltin(pass.TypesInfo, made, "make") {
			return false
		}
	}
	uses, ok := technique.LocalUses(pass, v)
	for _, use := range uses {
		if use.Node().Pos() < call.Node().Pos() && !counted(pass.TypesInfo, use) {
			return false
		}
	}
	return ok
}

// counted reports whether a use only asks how many bytes there are.
func counted(info *types.Info, use inspector.Cursor) bool {
	call, ok := use.Parent().Node().(*ast.CallExpr)
	return ok && (technique.IsBuiltin(info, call, "len") || technique.IsBuiltin(info, call, "cap"))
}

// fails reports whether the function returns where the call assigns an error, without v.
func fails(info *types.Info, call inspector.Cursor, v *types.Var) bool {
	if call.ParentEdgeKind() != edge.AssignStmt_Rhs {
		return false
	}
	as := call.Parent()
	lhs := as.Node().(*ast.AssignStmt).Lhs
	if len(lhs) != 1 {
		return false
	}
	var test *ast.IfStmt
	if as.ParentEdgeKind() == edge.IfStmt_Init {
		test = as.Parent().Node().(*ast.IfStmt)
	} else if next, ok := as.NextSibling(); ok && technique.InList(as) {
		if test, ok = next.Node().(*ast.IfStmt); !ok || test.Init != nil {
			return false
		}
	}
	if test == nil || len(test.Body.List) == 0 || technique.Uses(info, test.Body, v) {
		return false
	}
	cond, ok := test.Cond.(*ast.BinaryExpr)
	_, returns := test.Body.List[len(test.Body.List)-1].(*ast.ReturnStmt)
	return ok && returns && cond.Op == token.NEQ && info.Types[cond.Y].IsNil() &&
		technique.SameExpr(info, cond.X, lhs[0])
}
