package fieldtext

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// assigned notes what becomes of a statement that assigns to the field.
//
//	have: x.f += a + "b"                            x.f = s
//	want: x.f = append(append(x.f, a...), 'b')      x.f = append(x.f[:0], s...)
func (f *field) assigned(stmt inspector.Cursor) bool {
	as, info := stmt.Node().(*ast.AssignStmt), f.pass.TypesInfo
	if len(as.Lhs) != 1 || len(as.Rhs) != 1 || as.Tok == token.DEFINE ||
		!technique.Pure(info, as.Lhs[0]) || technique.Commented(f.pass, as) {
		return false
	}
	on := technique.Text(f.pass, as.Lhs[0])
	text, constant := technique.ConstantText(info, as.Rhs[0])
	if constant && text == "" && as.Tok == token.ASSIGN {
		f.edits = append(f.edits, technique.Replace(as.Rhs[0], on+"[:0]"))
		return true
	}
	if !f.still(as.Lhs[0], as.Rhs[0]) {
		return false
	}
	operands, _ := sum(as.Rhs[0])
	switch {
	case constant:
		operands = as.Rhs
	case as.Tok == token.ASSIGN && adds(info, as):
		operands = operands[1:]
	case as.Tok == token.ASSIGN && technique.Uses(info, as.Rhs[0], f.v):
		operands = as.Rhs // it is read before anything is appended
	}
	code := on + " = "
	if adds(info, as) {
		f.added = append(f.added, as)
	} else {
		on += "[:0]"
	}
	with, ok := f.reads(as.Rhs[0])
	if !ok {
		return false
	}
	for _, e := range operands {
		if on, ok = f.appended(as, on, e, with); !ok {
			return false
		}
	}
	f.edits = append(f.edits, technique.Replace(as, code+on))
	return true
}

// reads returns what stands for the places in an expression that read the field.
func (f *field) reads(e ast.Expr) (with map[ast.Node]string, ok bool) {
	with = make(map[ast.Node]string)
	for _, id := range technique.UsesOf(f.pass, f.v) {
		if at := id.Node().Pos(); at < e.Pos() || e.End() <= at {
			continue
		}
		if id.ParentEdgeKind() != edge.SelectorExpr_Sel {
			return nil, false
		}
		for lit := range id.Enclosing((*ast.FuncLit)(nil)) {
			if lit.Node().Pos() >= e.Pos() {
				return nil, false
			}
		}
		n, text, ok := f.read(id.Parent())
		if !ok {
			return nil, false
		}
		if text != "" {
			with[n] = text
		}
	}
	return with, true
}

// still reports whether evaluating an expression leaves the field as it is, and does not change
// to which struct x.f leads.
func (f *field) still(left, e ast.Expr) bool {
	if !effects.NoFieldWrites(f.pass, e, f.v) {
		return false
	}
	_, variable := technique.Variable(f.pass.TypesInfo, left.(*ast.SelectorExpr).X)
	return variable || effects.Only(f.pass, e, effects.Keeps|effects.Outside|effects.Panics)
}

// appended returns the code that appends an operand to what is there.
//
//	s, "a", string(b), string(r)
//	append(x, s...), append(x, 'a'), append(x, b...), utf8.AppendRune(x, r)
func (f *field) appended(as *ast.AssignStmt, on string, e ast.Expr,
	with map[ast.Node]string) (code string, ok bool) {
	info := f.pass.TypesInfo
	if lit, ok := e.(*ast.BasicLit); ok {
		if s, _ := technique.ConstantText(info, lit); len(s) == 1 && s[0] < 0x80 {
			return "append(" + on + ", " + strconv.QuoteRune(rune(s[0])) + ")", true
		}
	}
	call, ok := e.(*ast.CallExpr)
	if ok && len(call.Args) == 1 && info.Types[call.Fun].IsType() && info.Types[call].Value == nil {
		arg := technique.Patch(f.pass, call.Args[0], with)
		switch t := info.TypeOf(call.Args[0]); {
		case technique.IsBytes(t):
			return "append(" + on + ", " + arg + "...)", true
		case types.Identical(t, types.Typ[types.Int32]):
			name, ok := f.utf8(as)
			return name + ".AppendRune(" + on + ", " + arg + ")", ok
		}
	}
	return "append(" + on + ", " + technique.Patch(f.pass, e, with) + "...)", true
}

// utf8 returns what the package is called in the file of a statement, and imports it there.
func (f *field) utf8(as *ast.AssignStmt) (string, bool) {
	file := technique.FileOf(f.pass, as.Pos())
	name, edits := technique.AddImport(f.pass, file, as.Pos(), "unicode/utf8")
	if !f.imported[file] {
		f.edits = append(f.edits, edits...)
	}
	f.imported[file] = true
	return name, technique.Since(f.pass, file, "go1.18")
}
