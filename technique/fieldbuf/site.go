package fieldbuf

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/numbers"
)

// site is a place of a method that makes bytes.
type site struct {
	pass *analysis.Pass
	file *ast.File
	decl *ast.FuncDecl
	recv *types.Var
	size int64
	at   ast.Node // what allocates

	// A variable that is declared:
	stmt inspector.Cursor
	v    *types.Var
	made bool // a slice, not an array

	// Or a literal that is an argument:
	lit inspector.Cursor

	// Or a call of encoding/binary that makes them itself:
	num  inspector.Cursor
	call *numbers.Call
}

// sitesIn returns the places of a method, outside of function literals.
func sitesIn(pass *analysis.Pass, fn inspector.Cursor) []*site {
	decl := fn.Node().(*ast.FuncDecl)
	file := technique.FileOf(pass, decl.Pos())
	recv := receiver(pass, decl)
	if file == nil || technique.InTest(pass, file) || technique.HasGoto(pass, decl) ||
		!technique.KeepsValue(pass, recv, decl.Body) {
		return nil
	}
	var list []*site
	for cur := range fn.Preorder((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil),
		(*ast.CompositeLit)(nil), (*ast.CallExpr)(nil)) {
		if !technique.InFunc(cur, fn) {
			continue
		}
		s := &site{pass: pass, file: file, decl: decl, recv: recv}
		if (s.variable(cur) || s.literal(cur) || s.number(cur)) && s.size > 0 &&
			s.size <= maxSize && technique.Visible(pass, recv, cur.Node().Pos()) &&
			!technique.Commented(pass, s.at) {
			list = append(list, s)
		}
	}
	return list
}

// variable matches a declaration of an array of zeros, or of a slice of a known length.
func (s *site) variable(cur inspector.Cursor) bool {
	info := s.pass.TypesInfo
	v, name, value := technique.Declared(info, cur.Node())
	if v == nil || name.Name == "_" || !technique.InList(cur) {
		return false
	}
	s.stmt, s.v, s.at = cur, v, name
	if a, ok := v.Type().Underlying().(*types.Array); ok && types.Identical(a.Elem(),
		types.Typ[types.Byte]) {
		lit, ok := value.(*ast.CompositeLit)
		s.size = a.Len()
		return value == nil || ok && len(lit.Elts) == 0
	}
	n, ok := technique.MadeLength(info, value)
	s.at, s.size, s.made = value, n, true
	return ok && technique.IsBytes(v.Type())
}

// literal matches a slice of bytes that is an argument.
func (s *site) literal(cur inspector.Cursor) bool {
	lit, ok := cur.Node().(*ast.CompositeLit)
	if !ok || cur.ParentEdgeKind() != edge.CallExpr_Args ||
		!types.Identical(s.pass.TypesInfo.TypeOf(lit), types.NewSlice(types.Typ[types.Byte])) {
		return false
	}
	for _, elt := range lit.Elts {
		if _, keyed := elt.(*ast.KeyValueExpr); keyed {
			return false
		}
	}
	s.lit, s.at, s.size = cur, lit, int64(len(lit.Elts))
	return true
}

// number matches a call of encoding/binary that reads or writes a number.
func (s *site) number(cur inspector.Cursor) bool {
	if _, is := cur.Node().(*ast.CallExpr); !is {
		return false
	}
	var ok bool
	if s.call, ok = numbers.CallAt(s.pass, cur); !ok {
		return false
	}
	s.num, s.at, s.size = cur, cur.Node(), s.call.Size()
	return true
}

// edits returns what makes the bytes a part of a field of some size.
func (s *site) edits(field string, size int64) ([]analysis.TextEdit, bool) {
	room := s.recv.Name() + "." + field
	if s.call != nil {
		return s.call.By(room + "[:]")
	}
	if s.lit.Valid() {
		lit := s.lit.Node().(*ast.CompositeLit)
		text := "append(" + room + "[:0]"
		for _, elt := range lit.Elts {
			text += ", " + technique.Text(s.pass, elt)
		}
		return []analysis.TextEdit{technique.Replace(lit, text+")")},
			technique.Predeclared(s.pass, lit.Pos(), "append")
	}
	part := room + "[:]"
	if s.size < size {
		part = fmt.Sprintf("%s[:%d]", room, s.size)
		if !s.constantParts() {
			part = fmt.Sprintf("%s[:%d:%[2]d]", room, s.size)
		}
	}
	text := s.v.Name() + " := " + part
	if !s.overwritten() {
		text = fmt.Sprintf("%s = [%d]byte{}\n%s", room, size, text)
	}
	edits := []analysis.TextEdit{technique.Replace(s.stmt.Node(), text)}
	uses, ok := technique.LocalUses(s.pass, s.v)
	for _, use := range uses {
		if whole, is := use.Parent().Node().(*ast.SliceExpr); is && whole.Low == nil &&
			whole.High == nil && whole.X == use.Node() {
			edits = append(edits, technique.Replace(whole, s.v.Name()))
		}
	}
	return edits, ok && technique.Predeclared(s.pass, s.stmt.Node().Pos(), "byte")
}

// constantParts reports whether all parts of the variable end at constants.
func (s *site) constantParts() bool {
	uses, _ := technique.LocalUses(s.pass, s.v)
	for _, use := range uses {
		part, ok := use.Parent().Node().(*ast.SliceExpr)
		if ok && part.High != nil && s.pass.TypesInfo.Types[part.High].Value == nil {
			return false
		}
	}
	return true
}
