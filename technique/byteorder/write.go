package byteorder

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
	"github.com/wring-go/wring/technique/numbers"
)

// write matches binary.Write of a number, or of a struct of numbers.
//
//	have: err := binary.Write(buf, binary.BigEndian, n)
//	want: _, err := buf.Write(binary.BigEndian.AppendUint32(make([]byte, 0, 4), n))
func (c *call) write() (technique.Proposal, bool) {
	var none technique.Proposal
	info := c.pass.TypesInfo
	w, x := ast.Unparen(c.expr.Args[0]), c.expr.Args[2]
	if u, isAddr := x.(*ast.UnaryExpr); isAddr && u.Op == token.AND {
		x, c.addr = u.X, true
	}
	if !c.sized(info.TypeOf(x)) {
		return none, false
	}
	if u, isAddr := w.(*ast.UnaryExpr); isAddr && u.Op == token.AND {
		w = ast.Unparen(u.X)
	}
	if !technique.Pure(info, w) {
		return none, false
	}
	if s, isSel := w.(*ast.StarExpr); isSel {
		w = s.X
	}
	dst, safe, ok := c.destination(w)
	if !ok {
		return none, false
	}
	value, edits, ok := c.value(x)
	if !ok || !technique.Predeclared(c.pass, c.expr.Pos(), "make", "byte", "nil", "uint16",
		"uint32", "uint64", "float32", "float64") {
		return none, false
	}
	text := c.text(w) + ".Write(" + value(dst) + ")"
	if c.record == nil && c.num.Bits == 8 && dst != "nil" {
		text = c.text(w) + ".WriteByte(" + value("") + ")"
		return technique.Proposal{At: c.expr, Safe: safe, Message: "write the byte",
			Edits: append(edits, technique.Replace(c.expr, text))}, true
	}
	message := "append the bytes of the number"
	if c.record != nil {
		message = "append the bytes of the struct's fields"
	}
	more, ok := c.place()
	return technique.Proposal{At: c.expr, Safe: safe, Message: message,
		Edits: append(append(edits, more...), technique.Replace(c.expr, text))}, ok
}

// sized finds out what is written, a number or a struct of numbers.
func (c *call) sized(t types.Type) (ok bool) {
	if c.num, ok = numbers.KindOf(t); ok {
		c.size = int64(c.num.Bits / 8)
		return true
	}
	if c.record, ok = numbers.RecordOf(c.pass, t); ok {
		c.size = c.record.Size()
	}
	return ok
}

// destination returns what the bytes are appended to for a writer.
func (c *call) destination(w ast.Expr) (dst string, safe, ok bool) {
	t := c.pass.TypesInfo.TypeOf(w)
	switch numbers.RoomOf(t) {
	case numbers.StackRoom:
		return fmt.Sprintf("make([]byte, 0, %d)", c.size), true, true
	case numbers.BufferRoom:
		if !effects.Only(c.pass, c.expr.Args[2], effects.Keeps|effects.Panics) {
			return "", false, false // it may write, too
		}
		return c.text(w) + ".AvailableBuffer()", true, true
	}
	if c.addr || c.record != nil {
		return "", false, false // function shares looks at it
	}
	around, ok := technique.EnclosingFunc(c.cur)
	if !ok || numbers.OwnMethod(c.pass, t, "Write") {
		return "", false, false
	}
	if calls, _ := callsIn(c.pass, around); several(calls) {
		return "", false, false // they share their bytes
	}
	tv := c.pass.TypesInfo.Types[c.expr.Args[2]]
	return "nil", false, tv.Value == nil // a constant is in the program already
}

// value returns the expression that appends the number to a slice.
func (c *call) value(x ast.Expr) (func(dst string) string, []analysis.TextEdit, bool) {
	if c.record != nil {
		return c.fields(x)
	}
	text := c.text(x)
	t := types.Unalias(c.pass.TypesInfo.TypeOf(x))
	if conv, ok := c.converted(x); ok && c.num.Signed {
		text, t = c.text(conv), types.Unalias(c.pass.TypesInfo.TypeOf(conv))
	}
	var edits []analysis.TextEdit
	kind := fmt.Sprintf("uint%d", c.num.Bits)
	value := c.pass.TypesInfo.Types[x].Value
	if value != nil && c.num.Signed {
		if constant.Sign(value) < 0 {
			return nil, nil, false // it cannot be converted
		}
		number := c.unconverted(x)
		text = c.text(number)
		if _, literal := number.(*ast.BasicLit); literal {
			t = types.Typ[map[int]types.BasicKind{8: types.Uint8, 16: types.Uint16,
				32: types.Uint32, 64: types.Uint64}[c.num.Bits]]
		}
	}
	if c.num.Bits == 8 {
		if basic, ok := t.(*types.Basic); !ok || basic.Kind() != types.Uint8 {
			text = "byte(" + text + ")"
		}
		return func(dst string) string {
			if dst == "nil" {
				return "[]byte{" + text + "}"
			}
			return text
		}, nil, true
	}
	if c.num.Float {
		var math string
		math, edits = technique.AddImport(c.pass, c.file, c.expr.Pos(), "math")
		switch _, basic := t.(*types.Basic); {
		case c.num.Quiet():
			text = "float32(float64(" + text + "))"
		case !basic:
			text = fmt.Sprintf("float%d(%s)", c.num.Bits, text)
		}
		text = fmt.Sprintf("%s.Float%dbits(%s)", math, c.num.Bits, text)
	} else if basic, ok := t.(*types.Basic); !ok || basic.Name() != kind {
		text = kind + "(" + text + ")"
	}
	return func(dst string) string {
		return fmt.Sprintf("%s.AppendUint%d(%s, %s)", c.order, c.num.Bits, dst, text)
	}, edits, true
}

// fields returns the expression that appends the fields of a struct.
func (c *call) fields(x ast.Expr) (func(dst string) string, []analysis.TextEdit, bool) {
	h, ok := c.record.Append(c.order)
	if !ok {
		return nil, nil, false
	}
	edits, ok := h.Declare(c.pass, c.file, c.expr)
	return func(dst string) string {
		return h.Name + "(" + dst + ", " + c.text(x) + ")"
	}, edits, ok
}

// converted returns the integer that an expression converts. The conversion to an
// unsigned number cuts it off all the same.
func (c *call) converted(x ast.Expr) (ast.Expr, bool) {
	info := c.pass.TypesInfo
	conv, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok || len(conv.Args) != 1 || !info.Types[conv.Fun].IsType() ||
		info.Types[conv.Args[0]].Value != nil {
		return nil, false
	}
	basic, ok := types.Unalias(info.TypeOf(conv.Args[0])).(*types.Basic)
	size, known := technique.SizeOf(c.pass, info.TypeOf(conv.Args[0]))
	return conv.Args[0], ok && basic.Info()&types.IsInteger != 0 && known &&
		size*8 >= int64(c.num.Bits)
}

// unconverted returns the constant that an expression converts, or itself.
func (c *call) unconverted(x ast.Expr) ast.Expr {
	x = ast.Unparen(x)
	if conv, ok := x.(*ast.CallExpr); ok && len(conv.Args) == 1 {
		if tv := c.pass.TypesInfo.Types[conv.Fun]; tv.IsType() &&
			c.pass.TypesInfo.Types[conv.Args[0]].Value != nil {
			return ast.Unparen(conv.Args[0])
		}
	}
	return x
}

// place returns the edits that make room for a second result: where the call is a
// statement, or its error is assigned or returned.
func (c *call) place() ([]analysis.TextEdit, bool) {
	switch c.cur.ParentEdgeKind() {
	case edge.ExprStmt_X:
		return nil, true
	case edge.AssignStmt_Rhs:
		as := c.cur.Parent().Node().(*ast.AssignStmt)
		if len(as.Lhs) != 1 || len(as.Rhs) != 1 {
			return nil, false
		}
		return []analysis.TextEdit{technique.Insert(as.Lhs[0].Pos(), "_, ")}, true
	case edge.ReturnStmt_Results:
		return c.returned()
	}
	return nil, false
}

// returned keeps the error in a variable before it is returned.
//
//	have: return binary.Write(w, binary.BigEndian, n)
//	want: _, err := w.Write(...); return err
//
// Where another err is in sight, it stays as it is:
//
//	want: if _, err := w.Write(...); err != nil { return err }; return nil
func (c *call) returned() ([]analysis.TextEdit, bool) {
	ret := c.cur.Parent()
	stmt := ret.Node().(*ast.ReturnStmt)
	scope := c.pass.Pkg.Scope().Innermost(c.expr.Pos())
	if !technique.InList(ret) || len(stmt.Results) != 1 || scope == nil {
		return nil, false
	}
	assign := "_, err := "
	if _, obj := scope.LookupParent("err", c.expr.Pos()); obj != nil {
		if !c.result(obj) {
			return []analysis.TextEdit{
				{Pos: stmt.Pos(), End: c.expr.Pos(), NewText: []byte("if _, err := ")},
				technique.Insert(stmt.End(), "; err != nil {\nreturn err\n}\nreturn nil"),
			}, technique.Predeclared(c.pass, c.expr.Pos(), "nil")
		}
		assign = "_, err = "
	}
	return []analysis.TextEdit{
		{Pos: stmt.Pos(), End: c.expr.Pos(), NewText: []byte(assign)},
		technique.Insert(stmt.End(), "\nreturn err"),
	}, true
}

// result reports whether obj is the error that the function around returns by name.
func (c *call) result(obj types.Object) bool {
	fn, _ := technique.EnclosingFunc(c.cur)
	decl, ok := fn.Node().(*ast.FuncDecl)
	if !ok || decl.Type.Results == nil {
		return false
	}
	list := decl.Type.Results
	return list.Pos() <= obj.Pos() && obj.Pos() < list.End() &&
		technique.IsError(obj.Type())
}
