package byteorder

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// reads matches the calls of binary.Read for one number each in a function, outside of the
// literals in it. They share the bytes into which they read, which are on the heap because
// the reader gets them; the variables no longer are.
//
//	have: err := binary.Read(r, order, &n)
//	want: var number [8]byte; err := readNumber32(r, order, number[:], &n)
func reads(pass *analysis.Pass, fn inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	file := technique.FileOf(pass, fn.Node().Pos())
	if file == nil || !technique.Since(pass, file, "go1.18") || technique.HasGoto(pass, fn.Node()) {
		return none, false
	}
	var calls []inspector.Cursor
	for cur := range fn.Preorder((*ast.CallExpr)(nil)) {
		if _, ok := readsNumber(pass, cur); ok && technique.InFunc(cur, fn) {
			calls = append(calls, cur)
		}
	}
	if len(calls) == 0 {
		return none, false
	}
	before, ok := around(calls)
	if !ok || !before.Node().Pos().IsValid() {
		return none, false
	}
	name := technique.FreshName(pass, file, "number")
	p := technique.Proposal{At: calls[0].Node(),
		Message: "read numbers by their byte order, into bytes that they share",
		Edits: []analysis.TextEdit{technique.Insert(technique.Start(pass, file, before.Node()),
			"var "+name+" [8]byte\n")}}
	for _, cur := range calls {
		call := cur.Node().(*ast.CallExpr)
		num, _ := readsNumber(pass, cur)
		h := reader(num)
		edits, ok := h.Declare(pass, file, call)
		if !ok || technique.Commented(pass, call) {
			return none, false
		}
		if call != p.At {
			p.Also = append(p.Also, call)
		}
		p.Edits = append(append(p.Edits, edits...), technique.Replace(call.Fun, h.Name),
			technique.Insert(call.Args[2].Pos(), name+"[:], "))
	}
	return p, technique.Predeclared(pass, before.Node().Pos(), "byte")
}

// readsNumber matches binary.Read(r, order, &n), where n is a number.
func readsNumber(pass *analysis.Pass, cur inspector.Cursor) (number, bool) {
	call := cur.Node().(*ast.CallExpr)
	if !technique.IsFunc(pass.TypesInfo, call, "encoding/binary", "Read") || len(call.Args) != 3 {
		return number{}, false
	}
	switch cur.ParentEdgeKind() {
	case edge.GoStmt_Call, edge.DeferStmt_Call:
		return number{}, false
	}
	addr, ok := call.Args[2].(*ast.UnaryExpr)
	if !ok || addr.Op != token.AND {
		return number{}, false
	}
	if tv := pass.TypesInfo.Types[call.Args[1]]; tv.IsNil() || !isOrder(tv.Type) {
		return number{}, false
	}
	num, ok := numberOf(pass.TypesInfo.TypeOf(addr.X))
	return num, ok && !ownReader(pass, call.Args[0])
}

// isOrder reports whether a type is binary.ByteOrder, or one of the orders of package binary.
func isOrder(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "encoding/binary"
}

// ownReader reports whether a reader has a type of the package, which may keep the bytes
// that it fills.
func ownReader(pass *analysis.Pass, r ast.Expr) bool {
	t := pass.TypesInfo.TypeOf(r)
	if types.IsInterface(t) {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, pass.Pkg, "Read")
	return obj == nil || obj.Pkg() == pass.Pkg
}

// around returns the innermost statement outside of loops before which a declaration is seen
// by all calls, and runs before each of them.
func around(calls []inspector.Cursor) (before inspector.Cursor, ok bool) {
	last := calls[len(calls)-1].Node()
	for cur := range calls[0].Enclosing() {
		switch cur.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			ok = false
		case *ast.FuncDecl, *ast.FuncLit:
			return before, ok
		}
		if !ok && technique.InList(cur) && cur.Parent().Node().End() >= last.End() {
			before, ok = cur, true
		}
	}
	return before, false
}

// reader returns the function that reads a number of some bits, of either sign. There is one
// for each size, so that all of it is run where it is called.
func reader(num number) technique.Helper {
	bits := num.bits
	if num.float {
		return floatReader(bits)
	}
	name, unsigned := fmt.Sprint("readNumber", bits), fmt.Sprint("uint", bits)
	value, order := fmt.Sprintf("order.Uint%d(b)", bits), "order"
	if bits == 8 {
		value, order = "b[0]", "_"
	}
	return technique.Helper{Name: name, Imports: []string{"encoding/binary", "io"},
		Names: []string{"byte", "error", "nil", unsigned[1:], unsigned},
		Text: fmt.Sprintf(`// %[1]s is binary.Read(r, order, x), by way of b.
func %[1]s[T ~%[2]s | ~%[3]s](r io.Reader, %[4]s binary.ByteOrder, b []byte, x *T) error {
	if _, err := io.ReadFull(r, b[:%[5]d]); err != nil {
		return err
	}
	*x = T(%[6]s)
	return nil
}`, name, unsigned[1:], unsigned, order, bits/8, value)}
}

// floatReader returns the function that reads a number with a fraction.
func floatReader(bits int) technique.Helper {
	name, float := fmt.Sprint("readFloat", bits), fmt.Sprint("float", bits)
	return technique.Helper{Name: name, Imports: []string{"encoding/binary", "io", "math"},
		Names: []string{"byte", "error", "nil", float},
		Text: fmt.Sprintf(`// %[1]s is binary.Read(r, order, x), by way of b.
func %[1]s[T ~%[2]s](r io.Reader, order binary.ByteOrder, b []byte, x *T) error {
	if _, err := io.ReadFull(r, b[:%[3]d]); err != nil {
		return err
	}
	*x = T(math.Float%[4]dfrombits(order.Uint%[4]d(b)))
	return nil
}`, name, float, bits/8, bits)}
}
